import type { Problem } from './problem.ts';

/** What is wrong with a text, which goes into a CSV cell as it is; null for nothing. */
export function textProblem(value: string): Problem | null {
  if (!VISIBLE.test(value)) return { rule: 'blank' };
  const [first = ''] = value;
  const unsafe = CSV_UNSAFE.get(first);
  if (unsafe !== undefined) return { rule: 'csv-unsafe', first: unsafe };
  const codePoint = unreadableIn(value);
  if (codePoint !== null) return { rule: 'unreadable', codePoint };
  return OUTER_SPACE.test(value) ? outerSpace(value) : null;
}

function outerSpace(value: string): Problem {
  const last = value.slice(-1);
  return /\s/u.test(last)
    ? { rule: 'outer-space', verb: 'ends', space: nameOf(last) }
    : { rule: 'outer-space', verb: 'begins', space: nameOf(value.slice(0, 1)) };
}

/** Nobody sees it, and what is compared or joined by such text finds nothing. */
const OUTER_SPACE = /^\s|\s$/u;

function nameOf(space: string): 'line break' | 'tab' | 'space' {
  if (space === '\n') return 'line break';
  return space === '\t' ? 'tab' : 'space';
}

/** Anything but spaces, and format characters such as U+200B. */
const VISIBLE = /[^\s\p{Cf}]/u;

const CSV_UNSAFE = new Map([
  ['=', '"="'],
  ['+', '"+"'],
  ['-', '"-"'],
  ['@', '"@"'],
  ['\t', 'a tab'],
  ['\r', 'a carriage return'],
]);

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

const LONGEST_SLUG = 64;
/**
 * Windows has no file of such a name, whatever its suffix, so sources could not be checked out there.
 * https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** Why a text cannot be a slug, as the end of a sentence; null when it can. */
export function slugProblem(value: string): string | null {
  if (value.length > LONGEST_SLUG) return `has at most ${LONGEST_SLUG} characters`;
  if (/^[0-9]+$/.test(value)) return 'has at least one letter, since digits alone would be an id';
  if (DEVICE.test(value)) return 'is no name that Windows keeps for a device, such as con and nul';
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value)
    ? null
    : 'has only lower-case letters, digits and single hyphens between them';
}
