import { type Document, Lexer, Parser, parseDocument, visit } from 'yaml';

/** The syntax tree of a text by the core schema of YAML 1.2, with the errors in it. */
export function parseTree(text: string): Document {
  // A hostile text makes an Error object for every byte. Nobody reads their stack traces, which
  // would take most of the time.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return parseDocument(text, {
      version: '1.2',
      schema: 'core',
      strict: true,
      merge: false,
      resolveKnownTags: false,
      prettyErrors: false,
      // readValue checks this in linear time.
      uniqueKeys: false,
      // 'silent' would also silence the error about a second document.
      logLevel: 'error',
    });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** What a sign without a value is replaced by. Nobody writes it, since it has no meaning. */
export const STAND_IN = '\ue0ff';

/** A question mark or a hyphen alone, where a value belongs. */
const LONE_SIGN =
  /[?-](?=[ \t]*(?:[,\]}]|[ \t]#|\r?$))(?<=[:,[][ \t]+[?-]|\[[?-]|^[ ]*-[ \t]+\?)/gm;

/**
 * A text in which people wrote `?` or `-` for what they do not know, and its tree. YAML reads these
 * signs as the start of a key or a list, so that nothing after them would be read.
 *
 * @returns null where there are none, or other mistakes
 */
export function withStandIns(text: string): { text: string; document: Document } | null {
  const replaced = text.includes(STAND_IN) ? text : text.replace(LONE_SIGN, STAND_IN);
  if (replaced === text) return null;
  const document = parseTree(replaced);
  let left = replaced.split(STAND_IN).length - 1;
  visit(document, {
    Scalar(_, { type, source }) {
      if (type === 'PLAIN' && source === STAND_IN) left -= 1;
    },
  });
  return document.errors.length === 0 && left === 0 ? { text: replaced, document } : null;
}

/**
 * Half of what fills the stack, since the parser calls itself on every level. A full stack is an
 * error like any other, unless a regular expression is used there for the first time: Node ends
 * the process if it cannot compile one.
 */
const DEEPEST_SYNTAX = 400;

/** Every collection needs one of these. */
const COLLECTION_INDICATOR = /[-?:[{]/g;

/**
 * Whether a text is nested so deep that parsing it could fill the stack. This is checked before each
 * token, since a line further left than all others closes every collection in nested calls.
 */
export function nestsTooDeep(text: string): boolean {
  if ((text.match(COLLECTION_INDICATOR)?.length ?? 0) <= DEEPEST_SYNTAX) return false;
  const parser = new Parser();
  for (const token of new Lexer().lex(text)) {
    Array.from(parser.next(token)); // Only the open collections matter, not the finished ones.
    if (parser.stack.length > DEEPEST_SYNTAX) return true;
  }
  return false;
}
