const LONGEST_QUOTE = 60;
const LONGEST_PHRASE = 160;

/** A value from a source, in double quotes, shortened, with nothing in it that a terminal obeys. */
export function quote(text: string): string {
  return `"${shorten(text, LONGEST_QUOTE)}"`;
}

/** Words that may hold a piece of a source, shortened and made harmless the same way. */
export function phrase(text: string): string {
  return shorten(text, LONGEST_PHRASE);
}

function shorten(text: string, longest: number): string {
  // Cut by units first: a text of a megabyte is not taken apart for its first sixty characters.
  const characters = [...text.slice(0, 2 * longest + 2)];
  const shown =
    characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
  return showControls(shown.replace(/\n/g, '\\n').replace(/\t/g, '\\t'));
}

/**
 * Makes visible as U+XXXX what steers a terminal or a line, control and format characters, and spaces
 * that only look like one.
 */
export function showControls(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu,
    (character) => `<${codePointName(character.codePointAt(0) ?? 0)}>`,
  );
}

/** U+0000 notation. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Items as a person lists them, quoted: "a", "b" or "c". */
export function quoteList(items: readonly string[]): string {
  return orList(items.map(quote));
}

/** Words as a person lists them: a, b or c. */
export function orList(words: readonly string[]): string {
  return list(words, 'or');
}

/** Words as a person lists them: a, b and c. */
export function andList(words: readonly string[]): string {
  return list(words, 'and');
}

function list(words: readonly string[], join: string): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${join} ${last}`;
}
