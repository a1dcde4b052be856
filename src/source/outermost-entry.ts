/** A line that begins an entry of the outermost list or map: `- …` or `key: …`. */
const FIRST_LINE = /^(?:-(?=\s|$)|[^\s#\]},-][^\r\n]*?:(?=\s|$))/gm;

/**
 * A text without the entry of its outermost list or map that an offset stands in. Spaces take its
 * place, so that all else stands where it stood.
 */
export function withoutEntryAt(text: string, offset: number): string {
  const starts = [...text.matchAll(FIRST_LINE)].map(({ index }) => index);
  const isOfList = (start: number) => text[start] === '-';
  const start = starts.findLast((index) => index <= offset) ?? 0;
  const isOfMap = !isOfList(start) && starts.some((index) => index !== start && !isOfList(index));
  // In a map, a list may stand as far left as the key that it belongs to.
  const isNext = (index: number) => index > offset && !(isOfMap && isOfList(index));
  const end = starts.find(isNext) ?? text.length;
  return text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ') + text.slice(end);
}
