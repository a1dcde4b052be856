import { type Document, visit } from 'yaml';
import type { Misread } from './misread.ts';

/** A `!` and a space in front of a scalar (YAML 1.2.2 §6.9.1), which no parser objects to. */
export function findNonSpecificTags(text: string, document: Document): readonly Misread[] {
  const tags: Misread[] = [];
  visit(document, {
    Scalar(_, { tag, range }) {
      if (tag !== '!' || !range) return;
      const start = text.lastIndexOf(tag, range[0] - 1);
      tags.push({ start, end: start + 1, finding: { code: 'yaml/tag', tag, isKnown: false } });
    },
  });
  return tags;
}
