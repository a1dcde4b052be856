import { type Document, visit } from 'yaml';
import { parseTree } from './parse-tree.ts';

/** What a sign without a value is replaced by. Nobody writes it, since it has no meaning. */
export const STAND_IN = '\ue0ff';

/** A question mark or a hyphen alone, where a value belongs. */
const LONE_SIGN =
  /(?:(?<=[:,[][ \t]+|\[)[?-]|(?<=^[ ]*-[ \t]+)\?)(?=[ \t]*(?:[,\]}]|[ \t]#|\r?$))/gm;

/**
 * A text in which people wrote `?` or `-` for what they do not know, and its tree. YAML reads these
 * signs as the start of a key or a list, so that nothing after them would be read.
 *
 * @returns null where there are none, or other mistakes
 */
export function withStandIns(text: string): { text: string; document: Document } | null {
  if (text.includes(STAND_IN) || text.search(LONE_SIGN) < 0) return null;
  const replaced = text.replace(LONE_SIGN, STAND_IN);
  const document = parseTree(replaced);
  let left = replaced.split(STAND_IN).length - 1;
  visit(document, {
    Scalar(_, { type, source }) {
      if (type === 'PLAIN' && source === STAND_IN) left -= 1;
    },
  });
  return document.errors.length === 0 && left === 0 ? { text: replaced, document } : null;
}
