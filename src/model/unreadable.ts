/**
 * What shows nothing, or turns the direction of what follows, in a text that looks like another one
 * then: the ignorable characters of Unicode (UAX #44, Default_Ignorable_Code_Point) but those that
 * scripts are written with, which are joiners, variation selectors and marks of direction. Also the
 * line breaks that only some programs know, and U+FFFD, which stands for a character that was lost.
 */
const UNREADABLE =
  /[\p{Default_Ignorable_Code_Point}\x85\u2028\u2029\ufffd](?<![\p{Join_Control}\p{Variation_Selector}\u061c\u200e\u200f])/u;

/** The first character of a text that nobody could read there, as a code point; null without one. */
export function unreadableIn(text: string): number | null {
  const [character] = UNREADABLE.exec(text) ?? [];
  return character?.codePointAt(0) ?? null;
}
