import { type Document, visit } from 'yaml';
import type { Misread } from './misread.ts';

/** One pair of quotes as word processors write them, around all of a text. */
const TYPOGRAPHIC = /^[“”„‟][^“”„‟]*[“”„‟]$|^«[^«»]*»$|^»[^«»]*«$|^[‘’‚‛][^‘’‚‛]*[‘’‚‛]$/;

/** The only quote of a text, at its end. */
const UNOPENED = /^[^"]+"$/;

/** Quotes that were meant for YAML, which takes them for a part of the text. */
export function findStrayQuotes(_: string, document: Document): readonly Misread[] {
  const stray: Misread[] = [];
  visit(document, {
    Scalar(_, { type, source = '', range }) {
      if (type !== 'PLAIN' || !range) return;
      const [start, end] = range;
      if (TYPOGRAPHIC.test(source)) {
        stray.push({ start, end, finding: { code: 'yaml/stray-quote', isTypographic: true } });
      } else if (UNOPENED.test(source)) {
        const finding = { code: 'yaml/stray-quote', isTypographic: false } as const;
        stray.push({ start: end - 1, end, finding });
      }
    },
  });
  return stray;
}
