import { type Document, visit } from 'yaml';
import type { Misread } from './misread.ts';

/** A line that goes on with the text above it, although a list begins its entries so. */
const JOINED_LINE = /\n[ \t]*(?=[-*•](?:\s|$))/;

/**
 * The entries of lists that are read as more of the text above them, since they are indented
 * further. One for each text: where its first entry stands too far left, all others are joined.
 */
export function findJoinedEntries(text: string, document: Document): readonly Misread[] {
  const joined: Misread[] = [];
  visit(document, {
    Scalar(_, { type, range }) {
      if (type !== 'PLAIN' || !range) return;
      const line = JOINED_LINE.exec(text.slice(range[0], range[1]));
      if (line === null) return;
      const start = range[0] + line.index + line[0].length;
      joined.push({ start, end: start + 1, finding: { code: 'yaml/joined-entry' } });
    },
  });
  return joined;
}
