/** A line that begins an entry of the outermost list or map: `- …` or `key: …`. */
const FIRST_LINE = /^(?:-(?=\s|$)|[^\s#\]},-][^\r\n]*?:(?=\s|$))/gm;

/**
 * A text without the entry of its outermost list or map that an offset stands in. Spaces take its
 * place, so that all else stands where it stood.
 */
export function withoutEntryAt(text: string, offset: number): string {
  const starts = [...text.matchAll(FIRST_LINE)].map(({ index }) => index);
  const start = starts.findLast((index) => index <= offset) ?? 0;
  const end = starts.find((index) => index > offset) ?? text.length;
  return text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ') + text.slice(end);
}
