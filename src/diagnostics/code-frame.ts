import type { Place } from './diagnostic.ts';
import { linesOf } from './line-index.ts';
import { showControls } from './quote.ts';

const LINES_BEFORE = 1;
/** In UTF-16 units, as all offsets here: a line of a megabyte is never looked at whole. */
const LONGEST_LINE = 100;
const LEAD = 40;

/** The line of a place, underlined there, after those before it; empty for a file without text. */
export function renderCodeFrame(place: Place): string {
  if (place.file.text === '') return '';
  const lines = linesOf(place.file);
  const { line: number } = lines.positionAt(place.start);
  const line = lines.lineText(number);
  const start = place.start - lines.lineStart(number);
  const end = Math.min(place.end - lines.lineStart(number), line.length);

  const gutter = String(number).length;
  const rows: string[] = [];
  for (let before = Math.max(1, number - LINES_BEFORE); before < number; before += 1) {
    const { text } = cropAround(lines.lineText(before), 0);
    rows.push(`${String(before).padStart(gutter)} | ${text}`.trimEnd());
  }
  const { from, to, text } = cropAround(line, start);
  rows.push(`${number} | ${text}`.trimEnd());
  const indent = (from > 0 ? 1 : 0) + width(line.slice(from, start));
  const marked = width(line.slice(start, Math.min(end, to)));
  rows.push(`${' '.repeat(gutter)} | ${' '.repeat(indent)}${'^'.repeat(Math.max(1, marked))}`);
  return rows.join('\n');
}

/** A stretch of a line that is short enough to read and holds a column. */
function cropAround(line: string, column: number): { from: number; to: number; text: string } {
  const from = wholeCharacter(line, column > LONGEST_LINE - LEAD / 2 ? column - LEAD : 0);
  const to = wholeCharacter(line, Math.min(line.length, from + LONGEST_LINE));
  const text = `${from > 0 ? '…' : ''}${show(line.slice(from, to))}${to < line.length ? '…' : ''}`;
  return { from, to, text };
}

/** The offset itself, or the one before it where it would cut a surrogate pair in two. */
function wholeCharacter(line: string, offset: number): number {
  return /^[\udc00-\udfff]/.test(line.slice(offset, offset + 1)) ? offset - 1 : offset;
}

function show(text: string): string {
  return showControls(text.replace(/\t/g, ' '));
}

/** How many characters a text takes as it is shown. */
function width(text: string): number {
  return [...show(text)].length;
}
