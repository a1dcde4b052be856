import {
  type Document,
  type ErrorCode,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  visit,
  type YAMLError,
  type YAMLSeq,
} from 'yaml';
import { findShift } from './list-columns.ts';

/** A syntax error in words for maintainers, and the part of the text it is about. */
export interface SyntaxProblem {
  readonly problem: string;
  readonly start: number;
  readonly end: number;
}

/** The message for one kind of error, if all of its patterns match. */
interface Wording {
  /** Matches the message of the parser, where one code has several. */
  readonly message?: RegExp;
  /** Matches the text before the error on its line. */
  readonly before?: RegExp;
  /** Matches the text from the error on. */
  readonly text?: RegExp;
  /** A part of a sentence; `%` is the character at the place. */
  readonly problem: string;
}

const OPEN_QUOTE = 'a quote is not closed';
const OPEN_BRACKET = 'a bracket is not closed, or a line inside it is not indented';
const SECOND_VALUE = 'a second "key: value" is on one line';
const STRAY_IN_LIST =
  'a line of a list neither starts with a hyphen and a space nor is indented like the lines above';
const ENTRY_INDENT =
  'the indentation of this entry does not fit the entries above, or one of them has no hyphen';
const OTHER_COLUMN = 'the indentation does not fit the lines above';
const FURTHER = 'the next line is indented further, although this one already has a value';
const STRAY_HYPHEN =
  'a hyphen makes a list of this key alone, although more keys follow on the left edge (delete the hyphen, or indent the lines of its entry)';
export const JOINED_HYPHEN =
  'a space is missing after the hyphen (an entry of a list starts with a hyphen and a space)';
export const OTHER_HYPHEN =
  'an entry of a list starts with something other than a hyphen and a space (type the two again)';
const JOINED_COLON = 'a space is missing after the colon (write "key: value")';
const OTHER_SPACE =
  'the character after the colon looks like a space, but is another one (type a space instead)';
export const OTHER_INDENT =
  'what this line is indented by looks like spaces, but is another character (type spaces instead)';
const SECOND_COLON =
  'an entry inside brackets has a second colon (a comma is missing, or text that holds a colon and a space needs quotes)';
const QUESTION_MARK =
  'a value cannot be "?", or start with it and a space (write what the field takes; put quotes around text)';
const LONE_HYPHEN =
  'a value cannot be "-" alone (write what the field takes; a list starts on the next line)';
const AFTER_HEADER =
  'something follows | or > on the same line (start the text on the next line, or put quotes around a text that starts with the sign)';
const WHOLE_FILE =
  'this is read as all that the file holds, although more follows (delete it, or begin it on the left edge as the rest)';

export const TAB = 'a tab is used as indentation (use spaces, here and on every line)';

const WITH_JOINED_HYPHEN = /^ *-[^\s-]/;
/** A character that looks like a hyphen, or like the space after it. */
const WITH_OTHER_HYPHEN = /^ *(?:[–—•*+]|-[^ \t\r\n])/;
/** A key and its value, but no address and no time. */
const WITH_JOINED_COLON = /^[a-z]\w*:(?!\/\/)\S/i;
const WITH_OTHER_SPACE = /^[\w-]+:[^\S \t\r\n]/;

/** By the parser's code; the first that matches is used. */
const WORDINGS: Partial<Record<ErrorCode, readonly Wording[]>> = {
  ALIAS_PROPS: [{ problem: 'an alias (*name) takes no anchor and no tag' }],
  BAD_ALIAS: [
    {
      problem:
        'a value cannot start with "*" or "&" (quote text that does; an entry of a list starts with a hyphen)',
    },
  ],
  BAD_COLLECTION_TYPE: [{ problem: 'the tag does not fit the kind of value after it' }],
  BAD_DIRECTIVE: [{ problem: 'a line that starts with a percent sign is malformed' }],
  BAD_DQ_ESCAPE: [
    {
      problem:
        'a backslash in double quotes starts an escape that does not exist (write \\\\ for a backslash)',
    },
  ],
  BAD_INDENT: [
    { message: /end with a/, problem: OPEN_BRACKET },
    { text: WITH_JOINED_HYPHEN, problem: JOINED_HYPHEN },
    {
      text: /^ *[^\s#:-][^\n:]*(?:\n|$)/,
      problem:
        'a line is neither an entry of a list (it starts with no hyphen and space) nor a key with a colon',
    },
    { text: WITH_OTHER_HYPHEN, problem: OTHER_HYPHEN },
    { problem: OTHER_COLUMN },
  ],
  BAD_PROP_ORDER: [{ problem: 'an anchor or a tag is in the wrong place' }],
  BAD_SCALAR_START: [
    // In quotes it would be refused for what spreadsheets make of it.
    { text: /^@/, problem: 'a text cannot start with "@"' },
    { problem: 'a value cannot start with "%" unless it is quoted' },
  ],
  BLOCK_AS_IMPLICIT_KEY: [
    { message: /sequence/, problem: ENTRY_INDENT },
    { text: /^\?(?:\s|$)/, problem: QUESTION_MARK },
    { before: WITH_JOINED_HYPHEN, problem: JOINED_HYPHEN },
    { before: WITH_OTHER_HYPHEN, problem: OTHER_HYPHEN },
    { before: /[[{][^\]}]*$/, problem: SECOND_COLON },
    {
      text: /^[^\n[{]*:\s[^\n[{]*[\]}][ \t]*(?:\r?\n|$)/,
      problem: `${SECOND_VALUE}, and a bracket is closed there that was not opened`,
    },
    {
      text: /^[^\n]*:(?:\s|$)/,
      problem: `${SECOND_VALUE} (quote text that holds a colon and a space)`,
    },
    { problem: FURTHER },
  ],
  BLOCK_IN_FLOW: [
    { text: /^-[ \t]*[,\]}]/, problem: LONE_HYPHEN },
    { text: /^[^\n]*:(?:\s|$)/, problem: SECOND_COLON },
    { problem: 'an indented list or map is inside brackets' },
  ],
  KEY_OVER_1024_CHARS: [
    { problem: 'a key is longer than 1,024 characters, or a quote before it is not closed' },
  ],
  MISSING_CHAR: [
    { message: /closing .quote/, problem: OPEN_QUOTE },
    { message: /map values/, text: WITH_JOINED_COLON, problem: JOINED_COLON },
    { message: /map values/, text: WITH_OTHER_SPACE, problem: OTHER_SPACE },
    { message: /map values/, text: WITH_JOINED_HYPHEN, problem: JOINED_HYPHEN },
    { message: /map values/, text: WITH_OTHER_HYPHEN, problem: OTHER_HYPHEN },
    { message: /map values/, problem: 'a line has no colon after its key (write "key: value")' },
    { message: /must end with/, problem: OPEN_BRACKET },
    { message: /Missing , /, before: /: \?$/, problem: QUESTION_MARK },
    { message: /Missing , /, problem: 'a comma is missing between two entries' },
    { message: /after :/, problem: 'a space is missing after the colon' },
    { message: /without -/, problem: STRAY_IN_LIST },
    {
      message: /same line with directives-end/,
      problem: 'what follows --- starts on the same line',
    },
    { message: /^Comments/, problem: 'a space is missing before the #' },
    { message: /^Tags and anchors/, problem: 'a space is missing beside a tag or an anchor' },
  ],
  MULTILINE_IMPLICIT_KEY: [
    { text: WITH_JOINED_COLON, problem: JOINED_COLON },
    { text: WITH_OTHER_SPACE, problem: OTHER_SPACE },
    { text: WITH_JOINED_HYPHEN, problem: JOINED_HYPHEN },
    { text: WITH_OTHER_HYPHEN, problem: OTHER_HYPHEN },
    {
      text: /^-\s/,
      problem:
        'an entry of a list is among the keys of a map (delete the hyphen, or indent the entry below its key)',
    },
    {
      problem:
        'a line has no colon after its key, and is read as part of the next (write "key: value", or indent what goes on from the line above)',
    },
  ],
  MULTIPLE_ANCHORS: [{ problem: 'a value has two anchors' }],
  MULTIPLE_TAGS: [{ problem: 'a value has two tags' }],
  TAB_AS_INDENT: [{ problem: TAB }],
  UNEXPECTED_TOKEN: [
    { message: /Unexpected (?:,|empty item) /, problem: 'a comma is where a value should be' },
    { message: /same line with key/, text: /^-[ \t]*(?:#|\r?\n|$)/, problem: LONE_HYPHEN },
    {
      message: /same line with key/,
      problem: 'a list starts on the line of its key (start it on the next line)',
    },
    { message: /header/, problem: AFTER_HEADER },
    { before: /(?:^|[:-]\s)\s*[|>][-+\d]*\s+$/, problem: AFTER_HEADER },
    { text: /^[\]}]/, problem: 'a closing bracket "%" is here, but none is open' },
    { problem: 'something here belongs to no list and no map (check the indentation)' },
  ],
};

/** What a line in a wrong column may be called, as long as the column is not known. */
const OF_COLUMNS: ReadonlySet<string> = new Set([
  ENTRY_INDENT,
  OTHER_COLUMN,
  FURTHER,
  STRAY_IN_LIST,
]);

/** Tabs before a key or a hyphen: the parser does not always give them as the reason. */
const TAB_AS_INDENTATION = /^ *\t[ \t]*(?=-\s|[\w-]+:(?:\s|$))/;

/** The same with spaces that YAML reads as letters. */
const OTHER_INDENTATION = /^ *[^\S \t\r\n]\s*(?=-\s|[\w-]+:(?:\s|$))/;

/** What is wrong, and where. A value that is not closed, or misplaced, is marked at its start. */
export function describeSyntaxError(
  error: YAMLError,
  text: string,
  document: Document,
): SyntaxProblem {
  const [offset, end] = error.pos;
  const start = contentFrom(text, offset);
  const lineStart = startOfLine(text, start);
  const line = text.slice(lineStart, lineStart + 1024);
  const [tabs] = TAB_AS_INDENTATION.exec(line) ?? [];
  // Between brackets a tab is a sound space.
  if (tabs !== undefined && !/flow/.test(error.message)) {
    return { problem: TAB, start: lineStart, end: lineStart + tabs.length };
  }
  const [others] = OTHER_INDENTATION.exec(line) ?? [];
  if (others !== undefined) {
    return { problem: OTHER_INDENT, start: lineStart, end: lineStart + others.length };
  }
  const problem = afterValue(error, text, lineStart, document) ?? wordingOf(error, text, start);
  const shift = OF_COLUMNS.has(problem) ? findShift(text, start) : null;
  if (shift !== null) {
    const { start, found, move } = shift;
    return { problem: `${found} (${move})`, start, end: start + 1 };
  }
  if (problem === OPEN_QUOTE) return { problem, ...openingOf(document, offset, isQuoted) };
  if (problem === OPEN_BRACKET) return { problem, ...openingOf(document, offset, isInBrackets) };
  if (problem === JOINED_HYPHEN || problem === OTHER_HYPHEN) {
    const hyphen = lineStart + line.search(/[^ ]/);
    return { problem, start: hyphen, end: hyphen + 1 };
  }
  if (problem === WHOLE_FILE || problem === STRAY_HYPHEN) {
    const [opening] = document.contents?.range ?? [start];
    return { problem, start: opening, end: opening + 1 };
  }
  return { problem, start, end };
}

/** Blank lines and comments, each from the start of its line. */
const BLANK_LINES = /(?:(?<=^|\n)[ \t]*(?:#[^\n]*)?\r?\n)*/y;

/** Where the text of an error begins: the parser includes the blank lines above it. */
function contentFrom(text: string, offset: number): number {
  BLANK_LINES.lastIndex = offset;
  BLANK_LINES.test(text);
  return BLANK_LINES.lastIndex;
}

function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The problem of text that follows where a value, or the whole document, has ended. */
function afterValue(
  { code, message, pos: [start] }: YAMLError,
  text: string,
  lineStart: number,
  { contents }: Document,
): string | null {
  if (code !== 'UNEXPECTED_TOKEN') return null;
  if (/["']/.test(text.charAt(start - 1))) {
    return 'something follows a closing quote (in single quotes, an apostrophe is written twice)';
  }
  if (!/at node end|in YAML stream/.test(message) || /[\]}]/.test(text.charAt(start))) return null;
  if (text.slice(lineStart, start).trim() !== '') {
    return 'something follows a value that has ended (quote text that starts with "*", "&", "!", a bracket or a quote)';
  }
  if (contents !== null && !isOnLeftEdge(contents, text)) return WHOLE_FILE;
  if (!isSeq(contents)) return null;
  const rest = text.slice(start);
  const isOfMap = holdsOneKey(contents) && /^[\w-]+:\s/.test(rest) && !/\n-\s/.test(rest);
  return isOfMap ? STRAY_HYPHEN : STRAY_IN_LIST;
}

function holdsOneKey({ items: [entry, ...others] }: YAMLSeq): boolean {
  return isMap(entry) && entry.items.length === 1 && others.length === 0;
}

/** Whether a value can continue in further lines at the left edge. */
function isOnLeftEdge(node: Node, text: string): boolean {
  const [start] = node.range ?? [0];
  return isCollection(node) && node.flow !== true && /^\n?$/.test(text.charAt(start - 1));
}

function wordingOf({ code, message }: YAMLError, text: string, start: number): string {
  const before = text.slice(Math.max(startOfLine(text, start), start - 1024), start);
  const line = text.slice(start, start + 1024);
  const wording = WORDINGS[code]?.find(
    (candidate) =>
      (candidate.message?.test(message) ?? true) &&
      (candidate.before?.test(before) ?? true) &&
      (candidate.text?.test(line) ?? true),
  );
  return (wording?.problem ?? 'this part cannot be read').replace('%', text.charAt(start));
}

const isQuoted = (node: unknown) => isScalar(node) && /^QUOTE/.test(node.type ?? '');
const isInBrackets = (node: unknown) => isCollection(node) && node.flow === true;

/** Where the innermost value of a kind that ends, unclosed, at an offset starts. */
function openingOf(document: Document, end: number, isKind: (node: unknown) => boolean) {
  let opening = end;
  visit(document, {
    Node(_, node) {
      const { range } = node;
      if (isKind(node) && range && range[0] <= end && range[1] >= end) opening = range[0];
    },
  });
  return { start: opening, end: opening + 1 };
}
