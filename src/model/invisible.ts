/**
 * What shows nothing, or turns the direction of what follows, in a text that looks like another one
 * then: the ignorable characters of Unicode (UAX #44, Default_Ignorable_Code_Point) but those that
 * scripts are written with, which are joiners, variation selectors and marks of direction.
 */
const INVISIBLE =
  /\p{Default_Ignorable_Code_Point}(?<![\p{Join_Control}\p{Variation_Selector}\u061c\u200e\u200f])/u;

/** The first character of a text that nobody would see there, as a code point; null when all show. */
export function invisibleIn(text: string): number | null {
  const [character] = INVISIBLE.exec(text) ?? [];
  return character?.codePointAt(0) ?? null;
}
