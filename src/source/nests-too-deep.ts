import { Lexer, Parser } from 'yaml';

/**
 * Half of what fills the stack, for the parser calls itself on every level. When it is full, that
 * is an error like any other, unless a regular expression is used there for the first time: Node
 * ends the process if it cannot compile one.
 */
const DEEPEST_SYNTAX = 400;

/** What a collection cannot do without. */
const COLLECTION_INDICATOR = /[-?:[{]/g;

/**
 * Whether a text is nested so deep that parsing it could fill the stack. Asked before each next token,
 * since a line further left than all of them closes every collection in one call within another.
 */
export function nestsTooDeep(text: string): boolean {
  if ((text.match(COLLECTION_INDICATOR)?.length ?? 0) <= DEEPEST_SYNTAX) return false;
  const parser = new Parser();
  for (const token of new Lexer().lex(text)) {
    Array.from(parser.next(token)); // What is finished does not matter, what is open does.
    if (parser.stack.length > DEEPEST_SYNTAX) return true;
  }
  return false;
}
