import { type Document, visit } from 'yaml';
import type { Finding } from '../diagnostics/index.ts';
import type { Misread } from './misread.ts';
import { OTHER_HYPHEN } from './syntax-problem.ts';

/** A line that goes on with the text above it, although a list begins its entries so. */
const JOINED_LINE = /\n[ \t]*(?=[-*•](?:\s|$))/;
/** What a first entry begins with that makes one text of a whole list. */
const OTHER_SIGN = /^[–—•]\s/;

/**
 * The entries of lists that are read as more of the text above them, since they are indented
 * further. One for each text: where its first entry stands too far left, all others are joined.
 */
export function findJoinedEntries(text: string, document: Document): readonly Misread[] {
  const joined: Misread[] = [];
  visit(document, {
    Scalar(_, { type, range }) {
      if (type !== 'PLAIN' || !range) return;
      const written = text.slice(range[0], range[1]);
      const line = JOINED_LINE.exec(written);
      if (line === null) return;
      const isOtherSign = OTHER_SIGN.test(written);
      const start = isOtherSign ? range[0] : range[0] + line.index + line[0].length;
      const finding: Finding = isOtherSign
        ? { code: 'yaml/syntax', problem: OTHER_HYPHEN }
        : { code: 'yaml/joined-entry' };
      joined.push({ start, end: start + 1, finding });
    },
  });
  return joined;
}
