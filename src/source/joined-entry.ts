import { type Document, visit } from 'yaml';
import type { Finding } from '../diagnostics/index.ts';
import type { Misread } from './misread.ts';
import { JOINED_HYPHEN, OTHER_HYPHEN } from './syntax-problem.ts';

/** A line that goes on with the text above it, although a list begins its entries so. */
const JOINED_LINE = /\n[ \t]*(?=[-*•](?:\s|$))/;
/** What a first entry begins with that makes one text of a whole list, and what is said of it. */
const FIRST_SIGNS = [
  { sign: /^(?:[–—•]\s|-(?! )\s)/, problem: OTHER_HYPHEN },
  { sign: /^-\S/, problem: JOINED_HYPHEN },
];

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
      const first = FIRST_SIGNS.find(({ sign }) => sign.test(written));
      const start = range[0] + (first === undefined ? line.index + line[0].length : 0);
      const finding: Finding =
        first === undefined
          ? { code: 'yaml/joined-entry' }
          : { code: 'yaml/syntax', problem: first.problem };
      joined.push({ start, end: start + 1, finding });
    },
  });
  return joined;
}
