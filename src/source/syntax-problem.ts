import type { ErrorCode } from 'yaml';

/** What the parser objects to, in a maintainer's words. */
const PROBLEMS: { readonly [C in ErrorCode]?: string } = {
  ALIAS_PROPS: 'an alias (*name) takes no anchor and no tag',
  BAD_ALIAS: 'the name of an alias or anchor is missing or malformed',
  BAD_COLLECTION_TYPE: 'the tag does not fit the kind of value it stands before',
  BAD_DIRECTIVE: 'a line that starts with % is malformed',
  BAD_DQ_ESCAPE:
    'a backslash in double quotes starts an escape that does not exist (write \\\\ for a backslash)',
  BAD_INDENT: 'the indentation does not fit the lines above, or a bracket is not closed',
  BAD_PROP_ORDER: 'an anchor or a tag stands in the wrong place',
  BAD_SCALAR_START: 'a value cannot start with @, ` or % unless it is quoted',
  BLOCK_AS_IMPLICIT_KEY:
    'a second "key: value" stands on one line (quote text that holds a colon and a space)',
  BLOCK_IN_FLOW: 'an indented list or map stands inside brackets',
  KEY_OVER_1024_CHARS: 'a key is longer than 1,024 characters, or a quote before it is not closed',
  MULTILINE_IMPLICIT_KEY: 'a key runs over more than one line',
  MULTIPLE_ANCHORS: 'a value has two anchors',
  MULTIPLE_TAGS: 'a value has two tags',
  TAB_AS_INDENT: 'a tab is used as indentation (use spaces)',
};

/** One sentence part for a parser error; where ours has none, the parser's own message. */
export function describeSyntaxError(code: ErrorCode, message: string): string {
  const known = PROBLEMS[code];
  if (known !== undefined) return known;
  if (code === 'MISSING_CHAR' && /quote/.test(message)) return 'a quote is not closed';
  if (code === 'MISSING_CHAR' && /map values/.test(message)) {
    return 'a line in a map has no colon after its key (write "key: value")';
  }
  if (code === 'UNEXPECTED_TOKEN' && /at node end/.test(message)) {
    return 'something stands here that belongs to no list and no map (check the indentation)';
  }
  return message.charAt(0).toLowerCase() + message.slice(1).split('\n', 1)[0];
}
