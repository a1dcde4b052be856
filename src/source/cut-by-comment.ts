import { type Document, visit } from 'yaml';
import type { Misread } from './misread.ts';

/** The comment behind a value, if no space stands between its sign and what it says. */
const JOINED_COMMENT = /[ \t]*(#[^ \t\r\n][^\r\n]*)/y;

/**
 * The comments that may have been meant as text: `#1` in `Ranked #1`, or where a value is missing.
 * Quotes and brackets that are closed show where text ends, and so does a space after the sign.
 */
export function findCutsByComment(text: string, document: Document): readonly Misread[] {
  const cuts: Misread[] = [];
  visit(document, {
    Scalar(_, { type, source = '', range }) {
      if (type !== 'PLAIN' || !range) return;
      JOINED_COMMENT.lastIndex = range[1];
      const [, comment] = JOINED_COMMENT.exec(text) ?? [];
      if (comment === undefined) return;
      const end = JOINED_COMMENT.lastIndex;
      const finding = { code: 'yaml/cut-by-comment', read: source } as const;
      cuts.push({ start: end - comment.length, end, finding });
    },
  });
  return cuts;
}
