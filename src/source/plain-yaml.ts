import type { PlainValue } from './source-document.ts';

/**
 * Reads the plain part of YAML 1.2 that nearly every source keeps to, many times faster than a
 * parser that has to place each token: block and flow collections, comments, and scalars that end
 * on the line they start on.
 *
 * @returns undefined when the text holds anything else, or might: no value is ever a guess, and
 *   whatever has to be reported is left to the full parser.
 */
export function readPlainYaml(source: string): PlainValue | undefined {
  const text = withLineFeeds(source);
  if (NEVER_PLAIN.test(text)) return undefined;
  const cursor: Cursor = { text, at: 0, indent: END_OF_TEXT, depth: 0 };
  goToContent(cursor);
  if (cursor.indent === END_OF_TEXT) return undefined;
  const value = readBlock(cursor);
  return cursor.indent === END_OF_TEXT ? value : undefined;
}

interface Cursor {
  /** Ends with a line feed, so that every loop over characters ends without looking for the end. */
  readonly text: string;
  /** The character to be read next. */
  at: number;
  /** The column of the block node that starts here, or END_OF_TEXT. */
  indent: number;
  /** How many nodes are open around this place. */
  depth: number;
}

/** Less than any indentation: what ends every collection. */
const END_OF_TEXT = -1;

/**
 * §5.1, c-printable without tabs, lone returns, byte order marks and, for the sake of speed, whatever
 * takes two UTF-16 code units.
 */
const NEVER_PLAIN = /[^\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;

/** Sources nest five deep; the full parser says what is too deep. */
const DEEPEST_NESTING = 40;

/** §5.4: line breaks are equal, and nothing that is read here holds one. */
function withLineFeeds(source: string): string {
  const text = source.includes('\r') ? source.replaceAll('\r\n', '\n') : source;
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** §8.2.3, s-l+block-node: whatever starts at the cursor, through its last line. */
function readBlock(cursor: Cursor): PlainValue | undefined {
  if (isEntry(cursor)) return readNested(cursor, readSequence);
  return endOfKey(cursor) < 0 ? readInline(cursor) : readNested(cursor, readMapping);
}

type Read = (cursor: Cursor) => PlainValue | undefined;

/** A collection, unless there are too many around it. */
function readNested(cursor: Cursor, read: Read): PlainValue | undefined {
  if (cursor.depth === DEEPEST_NESTING) return undefined;
  cursor.depth += 1;
  const value = read(cursor);
  cursor.depth -= 1;
  return value;
}

/**
 * §8.2.1, l+block-sequence. A line that is indented further than its entries ends whatever is
 * around it as well, so that the text is not read to its end.
 */
function readSequence(cursor: Cursor): PlainValue | undefined {
  const { indent } = cursor;
  const items: PlainValue[] = [];
  while (cursor.indent === indent && isEntry(cursor)) {
    const item = readEntry(cursor, indent);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

/** §8.2.1, c-l-block-seq-entry, which may hold a compact collection on the line of its hyphen. */
function readEntry(cursor: Cursor, indent: number): PlainValue | undefined {
  const hyphen = cursor.at;
  cursor.at += 1;
  if (finishLine(cursor)) return cursor.indent > indent ? readBlock(cursor) : null;
  cursor.indent = indent + cursor.at - hyphen;
  return readBlock(cursor);
}

function isEntry({ text, at }: Cursor): boolean {
  if (text.charCodeAt(at) !== HYPHEN) return false;
  const next = text.charCodeAt(at + 1);
  return next === SPACE || next === LINE_FEED;
}

/** §8.2.2, l+block-mapping. */
function readMapping(cursor: Cursor): PlainValue | undefined {
  const { indent } = cursor;
  const map = emptyMap();
  while (cursor.indent === indent) {
    const key = readKey(cursor, map);
    if (key === undefined) return undefined;
    const value = readMappingValue(cursor, indent);
    if (value === undefined) return undefined;
    map[key] = value;
  }
  return map;
}

type PlainMap = Record<string, PlainValue>;

/** Without a prototype. Object.create(null) would make a hash table, which is slower to fill. */
function emptyMap(): PlainMap {
  return Object.setPrototypeOf({}, null);
}

/** §8.2.2, c-l-block-map-implicit-value; a sequence may stand as far left as its key. */
function readMappingValue(cursor: Cursor, indent: number): PlainValue | undefined {
  if (!finishLine(cursor)) return readInline(cursor);
  if (cursor.indent > indent) return readBlock(cursor);
  return cursor.indent === indent && isEntry(cursor) ? readBlock(cursor) : null;
}

/** A new key of a mapping, if it is a word with a colon and a space behind it. */
function readKey(cursor: Cursor, map: PlainMap): string | undefined {
  const end = endOfKey(cursor);
  if (end < 0) return undefined;
  const key = knownKey(cursor.text.slice(cursor.at, end));
  if (key === undefined || map[key] !== undefined) return undefined;
  cursor.at = end + 1;
  return key;
}

/** The few keys of all sources, once each: a map finds the very string it has seen before at once. */
const KNOWN_KEYS = new Map<string, string>();
const MOST_KNOWN_KEYS = 1000;

/** The one string for a key; undefined if it is no text (§10.3.2) or reserved. */
function knownKey(written: string): string | undefined {
  const known = KNOWN_KEYS.get(written);
  if (known !== undefined) return known;
  if (WORDS.has(written) || written === '__proto__') return undefined;
  if (KNOWN_KEYS.size < MOST_KNOWN_KEYS) KNOWN_KEYS.set(written, written);
  return written;
}

/** Where the key at the cursor ends; -1 if there is none, or none to be sure of. */
function endOfKey(cursor: Cursor): number {
  const end = endOf(KEY, cursor);
  return end - cursor.at > LONGEST_KEY ? -1 : end;
}

/** §7.4.2, §8.2.2: how far the colon may stand from where its implicit key starts. */
const LONGEST_KEY = 1024;

const KEY = /[A-Za-z_][A-Za-z0-9_-]*(?=:[ \n])/y;

/** A node that ends on its line, and the rest of that line. */
function readInline(cursor: Cursor): PlainValue | undefined {
  const value = readFlowNode(cursor, BLOCK_PLAIN);
  return value !== undefined && finishLine(cursor) ? value : undefined;
}

/** §7.5, ns-flow-node; a plain scalar ends at different characters inside brackets and outside. */
function readFlowNode(cursor: Cursor, plain: RegExp): PlainValue | undefined {
  switch (cursor.text.charCodeAt(cursor.at)) {
    case OPENING_BRACKET:
      return readNested(cursor, readFlowSequence);
    case OPENING_BRACE:
      return readNested(cursor, readFlowMapping);
    case APOSTROPHE:
      return readSingleQuoted(cursor);
    case QUOTE:
      return readDoubleQuoted(cursor);
    default:
      return readPlain(cursor, plain);
  }
}

/** §7.4.1, c-flow-sequence. */
function readFlowSequence(cursor: Cursor): PlainValue | undefined {
  const items: PlainValue[] = [];
  cursor.at += 1;
  skipSpaces(cursor);
  while (cursor.text.charCodeAt(cursor.at) !== CLOSING_BRACKET) {
    const item = readFlowNode(cursor, FLOW_PLAIN);
    if (item === undefined || !finishFlowEntry(cursor, CLOSING_BRACKET)) return undefined;
    items.push(item);
  }
  cursor.at += 1;
  return items;
}

/** §7.4.2, c-flow-mapping. */
function readFlowMapping(cursor: Cursor): PlainValue | undefined {
  const map = emptyMap();
  cursor.at += 1;
  skipSpaces(cursor);
  while (cursor.text.charCodeAt(cursor.at) !== CLOSING_BRACE) {
    const key = readKey(cursor, map);
    if (key === undefined) return undefined;
    skipSpaces(cursor);
    const value = readFlowNode(cursor, FLOW_PLAIN);
    if (value === undefined || !finishFlowEntry(cursor, CLOSING_BRACE)) return undefined;
    map[key] = value;
  }
  cursor.at += 1;
  return map;
}

/**
 * Goes to the next entry, or to the bracket that closes the collection. A comma between two digits may
 * be that of a number.
 */
function finishFlowEntry(cursor: Cursor, closing: number): boolean {
  skipSpaces(cursor);
  const mark = cursor.text.charCodeAt(cursor.at);
  if (mark !== COMMA) return mark === closing;
  if (isDigit(cursor, cursor.at - 1) && isDigit(cursor, cursor.at + 1)) return false;
  cursor.at += 1;
  skipSpaces(cursor);
  return true;
}

function isDigit({ text }: Cursor, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= ZERO && code <= NINE;
}

/** §7.3.2, c-single-quoted on one line. */
const SINGLE_QUOTED = /'(?:[^'\n]|'')*'/y;

/** §7.3.1, c-double-quoted on one line, with no escapes but those JSON has and no hex in them. */
const DOUBLE_QUOTED = /"(?:[^"\\\n]|\\["\\/nt])*"/y;

function readSingleQuoted(cursor: Cursor): string | undefined {
  const content = readQuoted(cursor, SINGLE_QUOTED);
  return content?.includes("'") ? content.replaceAll("''", "'") : content;
}

function readDoubleQuoted(cursor: Cursor): string | undefined {
  const content = readQuoted(cursor, DOUBLE_QUOTED);
  return content?.includes('\\') ? JSON.parse(`"${content}"`) : content;
}

/** What stands between the quotes, as it is written. */
function readQuoted(cursor: Cursor, pattern: RegExp): string | undefined {
  const start = cursor.at;
  const end = endOf(pattern, cursor);
  if (end < 0) return undefined;
  cursor.at = end;
  return cursor.text.slice(start + 1, end - 1);
}

/**
 * §7.3.3, ns-plain on one line: no indicator in front, no `: ` and no ` #` in it, no brackets and
 * commas inside brackets. What opens .inf, +1 and the end of a document is not for this reader, nor
 * are typographic quotes and a quote at the end, which may be strays.
 */
const BLOCK_PLAIN =
  /-?[^-?:,[\]{}#&*!|>'"%@`.+ \n«»\u2018-\u201f][^:#\n]*(?:(?::(?![ \n])|(?<! )#)[^:#\n]*)*/y;
const FLOW_PLAIN =
  /-?[^-?:,[\]{}#&*!|>'"%@`.+ \n«»\u2018-\u201f][^:#,[\]{}\n]*(?:(?::(?![ ,[\]{}\n])|(?<! )#)[^:#,[\]{}\n]*)*/y;

function readPlain(cursor: Cursor, pattern: RegExp): PlainValue | undefined {
  const { text, at: start } = cursor;
  let end = endOf(pattern, cursor);
  if (end < 0) return undefined;
  cursor.at = end;
  while (text.charCodeAt(end - 1) === SPACE) end -= 1;
  if (text.charCodeAt(end - 1) === QUOTE) return undefined;
  return resolvePlain(text.slice(start, end));
}

/** Where a match that starts at the cursor ends; -1 if nothing matches there. */
function endOf(pattern: RegExp, { text, at }: Cursor): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** §10.3.2: what a plain scalar is by the core schema. */
function resolvePlain(written: string): PlainValue | undefined {
  // Above the digits in ASCII stands nothing that a number starts with.
  if (written.charCodeAt(0) <= NINE) return resolveNumber(written);
  if (written.length > LONGEST_WORD) return written;
  const value = WORDS.get(written);
  return value === undefined ? written : value;
}

/** The words that are no text. */
const WORDS: ReadonlyMap<string, PlainValue> = new Map<string, PlainValue>([
  ...['~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);
const LONGEST_WORD = 5;

/** A whole number, a decimal fraction, or text that starts like one, such as a date. */
function resolveNumber(written: string): PlainValue | undefined {
  if (!NUMBER.test(written)) return OTHER_NUMBER.test(written) ? undefined : written;
  // JSON has a -0 and JSON.stringify does not write it: the sources mean plain zero.
  return written.length > SURELY_EXACT ? undefined : Number(written) + 0;
}

const NUMBER = /^-?[0-9]+(?:\.[0-9]*)?$/;

/** What may be 0o17, 0x1F or 1e3. */
const OTHER_NUMBER = /^-?[0-9.]+[oxeE]/;

/** A double keeps any 15 digits (DBL_DIG); what is longer needs a closer look. */
const SURELY_EXACT = 15;

function skipSpaces(cursor: Cursor): void {
  while (cursor.text.charCodeAt(cursor.at) === SPACE) cursor.at += 1;
}

/**
 * Goes on to the next content if the line holds no more (§6.6, s-b-comment); says whether it did. A
 * comment without a space after its # may be text: what the full parser says of it depends on more.
 */
function finishLine(cursor: Cursor): boolean {
  skipSpaces(cursor);
  const { text, at } = cursor;
  const next = text.charCodeAt(at);
  if (next !== LINE_FEED && !isComment(cursor)) return false;
  cursor.at = text.indexOf('\n', at) + 1;
  goToContent(cursor);
  return true;
}

function isComment({ text, at }: Cursor): boolean {
  if (text.charCodeAt(at) !== HASH || text.charCodeAt(at - 1) !== SPACE) return false;
  const next = text.charCodeAt(at + 1);
  return next === SPACE || next === LINE_FEED;
}

/** From the start of a line over blank lines and comments (§6.6, s-l-comments). */
function goToContent(cursor: Cursor): void {
  const { text } = cursor;
  let start = cursor.at;
  while (start < text.length) {
    let at = start;
    while (text.charCodeAt(at) === SPACE) at += 1;
    const first = text.charCodeAt(at);
    if (first !== LINE_FEED && first !== HASH) {
      cursor.at = at;
      cursor.indent = at - start;
      return;
    }
    start = text.indexOf('\n', at) + 1;
  }
  cursor.at = start;
  cursor.indent = END_OF_TEXT;
}

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const HASH = 0x23;
const APOSTROPHE = 0x27;
const COMMA = 0x2c;
const HYPHEN = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
