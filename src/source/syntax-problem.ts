import { type Document, type ErrorCode, isScalar, visit, type YAMLError } from 'yaml';

/** A syntax error in a maintainer's words, and the stretch of text it is about. */
export interface SyntaxProblem {
  readonly problem: string;
  readonly start: number;
  readonly end: number;
}

/** One kind of error: by its code, by the parser's message where a code stands for several. */
interface Wording {
  readonly code: ErrorCode;
  readonly message?: RegExp;
  /** What the text has to look like from the place of the error on. */
  readonly text?: RegExp;
  /** A part of a sentence; `%` is the character at the place. */
  readonly problem: string;
}

/** From an open quote on, the rest of the file is text: what follows it is an echo. */
export const OPEN_QUOTE = 'a quote is not closed';

/** The first that fits says it. */
const WORDINGS: readonly Wording[] = [
  { code: 'ALIAS_PROPS', problem: 'an alias (*name) takes no anchor and no tag' },
  { code: 'BAD_ALIAS', problem: 'the name of an alias or an anchor is missing or malformed' },
  {
    code: 'BAD_COLLECTION_TYPE',
    problem: 'the tag does not fit the kind of value it stands before',
  },
  { code: 'BAD_DIRECTIVE', problem: 'a line that starts with a percent sign is malformed' },
  {
    code: 'BAD_DQ_ESCAPE',
    problem:
      'a backslash in double quotes starts an escape that does not exist (write \\\\ for a backslash)',
  },
  {
    code: 'BAD_INDENT',
    message: /end with a/,
    problem: 'a bracket is not closed, or a line inside it is not indented',
  },
  { code: 'BAD_INDENT', problem: 'the indentation does not fit the lines above' },
  { code: 'BAD_PROP_ORDER', problem: 'an anchor or a tag stands in the wrong place' },
  { code: 'BAD_SCALAR_START', problem: 'a value cannot start with "%" unless it is quoted' },
  {
    code: 'BLOCK_AS_IMPLICIT_KEY',
    text: /^[^\n]*:(?:\s|$)/,
    problem: 'a second "key: value" stands on one line (quote text that holds a colon and a space)',
  },
  {
    code: 'BLOCK_AS_IMPLICIT_KEY',
    text: /^- /,
    problem: 'the indentation of this entry does not fit the entries above',
  },
  {
    code: 'BLOCK_AS_IMPLICIT_KEY',
    problem: 'the next line is indented further, although this one already has a value',
  },
  {
    code: 'BLOCK_IN_FLOW',
    problem: 'an indented list or map, or a second colon, stands inside brackets',
  },
  {
    code: 'KEY_OVER_1024_CHARS',
    problem: 'a key is longer than 1,024 characters, or a quote before it is not closed',
  },
  { code: 'MISSING_CHAR', message: /closing .quote/, problem: OPEN_QUOTE },
  {
    code: 'MISSING_CHAR',
    message: /map values/,
    problem: 'a line has no colon after its key (write "key: value")',
  },
  { code: 'MISSING_CHAR', message: /must end with/, problem: 'a bracket is not closed' },
  {
    code: 'MISSING_CHAR',
    message: /Missing , /,
    problem: 'a comma is missing between two entries',
  },
  { code: 'MISSING_CHAR', message: /after :/, problem: 'a space is missing after the colon' },
  {
    code: 'MISSING_CHAR',
    message: /without -/,
    problem: 'a line among the entries of a list does not start with a hyphen and a space',
  },
  {
    code: 'MISSING_CHAR',
    message: /same line with directives-end/,
    problem: 'what follows --- starts on the same line',
  },
  { code: 'MISSING_CHAR', message: /^Comments/, problem: 'a space is missing before the #' },
  {
    code: 'MISSING_CHAR',
    message: /^Tags and anchors/,
    problem: 'a space is missing beside a tag or an anchor',
  },
  {
    code: 'MULTILINE_IMPLICIT_KEY',
    text: /^[\w-]+:\S/,
    problem: 'a space is missing after the colon (write "key: value")',
  },
  {
    code: 'MULTILINE_IMPLICIT_KEY',
    problem:
      'a line has no colon after its key, and is read as part of the next (write "key: value")',
  },
  { code: 'MULTIPLE_ANCHORS', problem: 'a value has two anchors' },
  { code: 'MULTIPLE_TAGS', problem: 'a value has two tags' },
  { code: 'TAB_AS_INDENT', problem: 'a tab is used as indentation (use spaces)' },
  {
    code: 'UNEXPECTED_TOKEN',
    message: /Unexpected (?:,|empty item) /,
    problem: 'a comma stands where a value should be',
  },
  {
    code: 'UNEXPECTED_TOKEN',
    message: /same line with key/,
    problem: 'a list starts on the line of its key (start it on the next line)',
  },
  {
    code: 'UNEXPECTED_TOKEN',
    message: /header/,
    problem: 'something follows | or > on the same line (start the text on the next line)',
  },
  {
    code: 'UNEXPECTED_TOKEN',
    text: /^[\]}]/,
    problem: 'a closing bracket "%" stands here, but none is open',
  },
  {
    code: 'UNEXPECTED_TOKEN',
    problem: 'something stands here that belongs to no list and no map (check the indentation)',
  },
];

const MERGE_CONFLICT = /^(?:<{7}|={7}|>{7})(?:\s|$)/;

/** What the parser objects to, and where; an open quote stands where it opens. */
export function describeSyntaxError(
  { code, message, pos: [start, end] }: YAMLError,
  text: string,
  document: Document,
): SyntaxProblem {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  if (MERGE_CONFLICT.test(text.slice(lineStart, lineStart + 8))) {
    const problem = 'a merge conflict was left in the file';
    return { problem, start: lineStart, end: lineStart + 7 };
  }
  if (code === 'UNEXPECTED_TOKEN' && /["']/.test(text.charAt(start - 1))) {
    const problem =
      'something follows a closing quote (in single quotes, an apostrophe is written twice)';
    return { problem, start, end };
  }
  const line = text.slice(start, start + 1024);
  const wording = WORDINGS.find(
    (candidate) =>
      candidate.code === code &&
      (candidate.message?.test(message) ?? true) &&
      (candidate.text?.test(line) ?? true),
  );
  const problem = (wording?.problem ?? 'this part cannot be read').replace('%', text.charAt(start));
  if (problem !== OPEN_QUOTE) return { problem, start, end };
  const opening = openingQuote(document, start);
  return { problem, start: opening, end: opening + 1 };
}

/** Where the quoted text starts that ends, unclosed, at an offset. */
function openingQuote(document: Document, end: number): number {
  let opening = end;
  visit(document, {
    Scalar(_, node) {
      if (!isScalar(node) || !/^QUOTE/.test(node.type ?? '') || !node.range) return undefined;
      if (node.range[0] > end || node.range[1] < end) return undefined;
      opening = node.range[0];
      return visit.BREAK;
    },
  });
  return opening;
}
