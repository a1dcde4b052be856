import type { TextFile } from './diagnostic.ts';

/** A position as editors count it: both from 1, the column in code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface LineIndex {
  /** The position of a UTF-16 offset; past the end it is the end. */
  positionAt(offset: number): Position;
  /** The offset at which a line (from 1) starts. */
  lineStart(line: number): number;
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
function indexLines(text: string): LineIndex {
  const starts = [0];
  const ends: number[] = [];
  for (const lineBreak of text.matchAll(/\r\n|\n|\r/g)) {
    ends.push(lineBreak.index);
    starts.push(lineBreak.index + lineBreak[0].length);
  }
  const startOf = (line: number) => starts[line - 1] ?? text.length;
  let pairs: readonly number[] | null = null;
  /** How many characters before an offset take two units. */
  const pairsBefore = (offset: number) => {
    pairs ??= [...text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)].map(({ index }) => index);
    return countBelow(pairs, offset);
  };

  return {
    lineCount: starts.length,
    lineStart: startOf,
    lineText: (line) => text.slice(startOf(line), ends[line - 1] ?? text.length),
    positionAt(offset) {
      const within = Math.max(0, Math.min(offset, text.length));
      const line = countBelow(starts, within + 1);
      const start = startOf(line);
      const column = within - start - (pairsBefore(within) - pairsBefore(start)) + 1;
      return { line, column };
    },
  };
}

/** How many numbers of a sorted list are below a limit. */
function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
