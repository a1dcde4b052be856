import { type Document, visit } from 'yaml';
import type { Misread } from './misread.ts';

/**
 * The anchors that may have been meant as text: `&Harbour` in `&Harbour Nine`, if no alias names it.
 * None if an alias names no anchor: with one of the two mistyped, the other is not unused.
 */
export function findUnusedAnchors(text: string, document: Document): readonly Misread[] {
  const anchors = new Set<string | undefined>();
  const aliases = new Set<string>();
  const labelled: { anchor: string; before: number }[] = [];
  visit(document, {
    Alias: (_, { source }) => {
      aliases.add(source);
    },
    Collection: (_, { anchor }) => {
      anchors.add(anchor);
    },
    Scalar: (_, { anchor, type, range }) => {
      anchors.add(anchor);
      if (anchor === undefined || type !== 'PLAIN' || !range) return;
      labelled.push({ anchor, before: range[0] });
    },
  });
  if ([...aliases].some((name) => !anchors.has(name))) return [];
  return labelled
    .filter(({ anchor }) => !aliases.has(anchor))
    .map(({ anchor, before }) => {
      const start = text.lastIndexOf(`&${anchor}`, before - 1);
      const finding = { code: 'yaml/unused-anchor', anchor } as const;
      return { start, end: start + 1 + anchor.length, finding };
    });
}
