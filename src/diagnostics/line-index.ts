import type { TextFile } from './place.ts';

/** A position as editors count it: both from 1, the column in code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface LineIndex {
  /** The position of a UTF-16 offset; past the end it is the end. */
  positionAt(offset: number): Position;
  /** The text of a line (from 1) without its line break; empty where there is no such line. */
  lineText(line: number): string;
  readonly lineCount: number;
}

const indexes = new WeakMap<TextFile, LineIndex>();

/** The line index of a file, made once however many diagnostics it has. */
export function linesOf(file: TextFile): LineIndex {
  const known = indexes.get(file);
  if (known !== undefined) return known;
  const made = indexLines(file.text);
  indexes.set(file, made);
  return made;
}

/** Indexes the lines of a text. LF, CR LF and a lone CR each end a line (YAML 1.2.2 §5.4). */
export function indexLines(text: string): LineIndex {
  const starts = [0];
  for (const lineBreak of text.matchAll(/\r\n|\n|\r/g)) {
    starts.push(lineBreak.index + lineBreak[0].length);
  }
  const startOf = (line: number) => starts[line - 1] ?? text.length;

  return {
    lineCount: starts.length,
    lineText: (line) => text.slice(startOf(line), startOf(line + 1)).replace(/[\r\n]+$/, ''),
    positionAt(offset) {
      const within = Math.max(0, Math.min(offset, text.length));
      const line = lastAtOrBefore(starts, within) + 1;
      return { line, column: countCodePoints(text.slice(startOf(line), within)) + 1 };
    },
  };
}

function lastAtOrBefore(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
