import type { Problem } from './problem.ts';

/** The problem of a text that is published as a CSV cell; null if there is none. */
export function textProblem(value: string): Problem | null {
  if (!VISIBLE.test(value)) return { rule: 'blank' };
  const formula = formulaIn(value);
  if (formula !== null) return { rule: 'csv-unsafe', ...formula };
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

/** It is invisible, and comparisons and joins with such text fail. */
const OUTER_SPACE = /^\s|\s$/u;

function nameOf(space: string): 'line break' | 'tab' | 'space' {
  if (space === '\n') return 'line break';
  return space === '\t' ? 'tab' : 'space';
}

/** Anything except spaces, format characters such as U+200B, marks alone, and other invisible characters. */
const VISIBLE =
  /[^\s\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}]/u;

/** The first character of a formula. Spreadsheets also accept its wide, small and raised forms (NFKC). */
const EQUALS = '=\uff1d\ufe66\u207c\u208c\u2a75\u2a76';
const SIGN = `${EQUALS}+\uff0b\ufe62\u207a\u208a\ufb29\\-\uff0d\ufe63@\uff20\ufe6b`;

/**
 * Characters that a spreadsheet may read as the end of a cell, by its locale or the choice of its user. If
 * a comma is not a separator, quotes inside a line do not protect a cell.
 */
const SEPARATOR = ';\uff1b\ufe14\ufe54\u037e|\uff5c\\t\\n\\v\\f\\r\\x85\\u2028\\u2029';
const COMMA = ',\uff0c\ufe10\ufe50';
const QUOTES = '"\'\uff02\uff07';

/** A sign at the start, or after all characters that follow the last letter. */
const BEFORE_SIGN = `${SEPARATOR}${COMMA}${QUOTES}\\s\\p{Default_Ignorable_Code_Point}`;
const SIGN_AT_START = new RegExp(`^[${SIGN}\\t\\r]`, 'u');
// Without the lookbehind, a run of spaces would be scanned once for each space.
const SIGN_AFTER = new RegExp(`(?<![${BEFORE_SIGN}])([${BEFORE_SIGN}]+)([${SIGN}])`, 'gu');
const ANY_SEPARATOR = new RegExp(`[${SEPARATOR}]`, 'gu');
const COMMA_BEFORE_ANY = new RegExp(`[${COMMA}](?=[${QUOTES}]*$)`, 'u');
const COMMA_BEFORE_EQUALS = new RegExp(`[${COMMA}]`, 'u');

/** A sign that begins a formula, and the separator before it; null at the start of the text. */
interface Formula {
  readonly first: string;
  readonly after: string | null;
}

/** The first formula that a spreadsheet could find in a text; null if there is none. */
export function formulaIn(text: string): Formula | null {
  const [atStart] = SIGN_AT_START.exec(text) ?? [];
  if (atStart !== undefined) return { first: nameOfCharacter(atStart), after: null };
  for (const [, before = '', sign = ''] of text.matchAll(SIGN_AFTER)) {
    const after = separatorIn(before, sign);
    if (after !== null) return { first: nameOfCharacter(sign), after: nameOfCharacter(after) };
  }
  return null;
}

/**
 * The separators between a word and a sign that end a cell. A cell with a comma is always quoted, so a
 * comma ends it only in programs that ignore quotes. After a comma and a space, a sentence may continue
 * with a sign, as in "fast, +1 support", but not with an equals sign.
 */
function separatorIn(before: string, sign: string): string | null {
  const separator = before.match(ANY_SEPARATOR)?.at(-1);
  const comma = EQUALS.includes(sign) ? COMMA_BEFORE_EQUALS : COMMA_BEFORE_ANY;
  return separator ?? comma.exec(before)?.[0] ?? null;
}

function nameOfCharacter(character: string): string {
  return CHARACTER_NAMES.get(character) ?? `"${character}"`;
}

const CHARACTER_NAMES = new Map([
  ['\t', 'a tab'],
  ['\r', 'a carriage return'],
  ...['\n', '\v', '\f', '\x85', '\u2028', '\u2029'].map((end) => [end, 'a line break'] as const),
]);

/** Letters that can have joiners between them: all scripts except those that never use joiners. */
const JOINED_LETTER =
  '(?![\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}\\p{sc=Armenian}\\p{sc=Georgian}\\p{sc=Han}\\p{sc=Hangul}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Bopomofo}\\p{sc=Thai}\\p{sc=Common}])[\\p{L}\\p{M}]';

/**
 * Places where invisible characters change what is drawn: flags of subdivisions (UTS #51, ED-14a), emoji,
 * ideographs, and scripts that need joiners. Direction marks are allowed anywhere.
 */
const WRITTEN_WITH = new RegExp(
  [
    '\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{2}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,4}\\u{e007f}',
    '[0-9#*]\\ufe0f?\\u20e3',
    '(?:(?![0-9#*])\\p{Emoji})[\\ufe0e\\ufe0f]?\\p{Emoji_Modifier}?(?:\\u200d(?=\\p{Extended_Pictographic}))?',
    '\\p{Ideographic}[\\ufe00-\\ufe0d\\u{e0100}-\\u{e01ef}]',
    '(?:(?![\\x00-\\x7f])[\\p{L}\\p{S}])[\\ufe00-\\ufe0d]',
    '\\p{sc=Mongolian}[\\u180b-\\u180d\\u180f]',
    `${JOINED_LETTER}[\\u200c\\u200d]`,
    '[\\u061c\\u200e\\u200f]',
  ].join('|'),
  'gu',
);

/**
 * Characters that are invisible, or look different everywhere: the ignorable characters of Unicode (UAX
 * #44, Default_Ignorable_Code_Point), blanks that are not spaces, the replacements of an object or a lost
 * character, line breaks that only some programs know, and code points without a meaning. Unassigned code
 * points are allowed, because they differ between versions of Node.
 */
const UNREADABLE =
  /[\p{Default_Ignorable_Code_Point}\p{Co}\p{Noncharacter_Code_Point}\x85\u2028\u2029\u2800\ufff9-\ufffd\u{1d159}\u{13441}\u{13442}\u{16fe4}]/u;

/** The first unreadable character of a text, as a code point; null if there is none. */
export function unreadableIn(text: string): number | null {
  if (!UNREADABLE.test(text)) return null;
  const [character] = UNREADABLE.exec(text.replace(WRITTEN_WITH, '')) ?? [];
  return character?.codePointAt(0) ?? null;
}

/** A key that is the same for names that look the same: it ignores encoding and invisible characters. */
export function looksOf(name: string): string {
  const visible = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return visible
    .normalize('NFC')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

const LONGEST_SLUG = 64;
/**
 * Windows has no files with these names and any suffix, so sources could not be checked out there.
 * https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** Why a text cannot be a slug, as the end of a sentence; null if it can. */
export function slugProblem(value: string): string | null {
  if (value.length > LONGEST_SLUG) return `has at most ${LONGEST_SLUG} characters`;
  if (/^[0-9]+$/.test(value)) return 'has at least one letter, since digits alone would be an id';
  if (DEVICE.test(value)) return 'is no name that Windows keeps for a device, such as con and nul';
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value)
    ? null
    : 'has only lower-case letters, digits and single hyphens between them';
}

/**
 * The UTF-8 bytes of a text. `Buffer.from` reserves three bytes for each character, which takes four times
 * as long for megabytes.
 */
export function toBytes(text: string): Uint8Array {
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
