import { linesOf, type Place } from '../diagnostics/index.ts';

/** "line 12", to point from one entry of a file to another. */
export function lineOf({ file, start }: Place): string {
  return `line ${linesOf(file).positionAt(start).line}`;
}
