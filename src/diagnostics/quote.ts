const LONGEST_QUOTE = 60;

/** A value from a source, in double quotes, shortened, with nothing in it that a terminal obeys. */
export function quote(text: string): string {
  const characters = [...text];
  const shown =
    characters.length > LONGEST_QUOTE
      ? `${characters.slice(0, LONGEST_QUOTE - 1).join('')}…`
      : text;
  return `"${showControls(shown.replace(/\n/g, '\\n').replace(/\t/g, '\\t'))}"`;
}

/** Makes control, bidirectional and zero-width characters visible as U+XXXX. */
export function showControls(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu,
    (character) => `<${codePointName(character.codePointAt(0) ?? 0)}>`,
  );
}

/** U+0000 notation. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Items as a person lists them, quoted: "a", "b" or "c". */
export function quoteList(items: readonly string[]): string {
  const quoted = items.map(quote);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}
