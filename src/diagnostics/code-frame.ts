import { type LineIndex, linesOf } from './line-index.ts';
import type { Place } from './place.ts';
import { showControls } from './quote.ts';

const LINES_BEFORE = 1;
const LONGEST_LINE = 100;

/** The lines around a place with the place underlined; empty for a file without text. */
export function renderCodeFrame(place: Place): string {
  if (place.file.text === '') return '';
  const lines = linesOf(place.file);
  const { line, column } = lines.positionAt(place.start);
  const first = Math.max(1, line - LINES_BEFORE);
  const gutter = String(line).length;
  const rows: string[] = [];
  for (let number = first; number <= line; number += 1) {
    const { text } = cropAround(lines.lineText(number), number === line ? column : 1);
    rows.push(`${String(number).padStart(gutter)} | ${text}`.trimEnd());
  }
  const { before, marked } = cropAround(lines.lineText(line), column, widthOf(place, lines));
  rows.push(`${' '.repeat(gutter)} | ${' '.repeat(before)}${'^'.repeat(Math.max(1, marked))}`);
  return rows.join('\n');
}

/** How many code points of its first line a place covers. */
function widthOf(place: Place, lines: LineIndex): number {
  const from = lines.positionAt(place.start);
  const to = lines.positionAt(place.end);
  return to.line === from.line
    ? to.column - from.column
    : [...lines.lineText(from.line)].length - from.column + 1;
}

/** A line cut to a readable length around a column, and where the mark falls in what is shown. */
function cropAround(line: string, column: number, width = 0) {
  const characters = [...line];
  const from = column > LONGEST_LINE - 20 ? column - 41 : 0;
  const shownCharacters = characters.slice(from, from + LONGEST_LINE);
  const lead = from > 0 ? '…' : '';
  const tail = from + LONGEST_LINE < characters.length ? '…' : '';
  const show = (part: readonly string[]) => showControls(part.join('').replace(/\t/g, ' '));
  const markStart = column - 1 - from;
  return {
    text: lead + show(shownCharacters) + tail,
    before: [...(lead + show(shownCharacters.slice(0, markStart)))].length,
    marked: [...show(shownCharacters.slice(markStart, markStart + width))].length,
  };
}
