import { type Document, type Scalar, visit } from 'yaml';
import type { Finding } from '../diagnostics/index.ts';
import { findShift } from './list-columns.ts';
import { JOINED_HYPHEN, OTHER_HYPHEN } from './syntax-problem.ts';

/** A part of a text that is sound YAML, and probably meant as something else. */
export interface Misread {
  readonly start: number;
  readonly end: number;
  readonly finding: Finding;
}

/** Everything in a text without syntax errors that YAML reads as something else than was meant. */
export function findMisread(text: string, document: Document): readonly Misread[] {
  return [
    ...findCutsByComment(text, document),
    ...findJoinedEntries(text, document),
    ...findNonSpecificTags(text, document),
    ...findStrayQuotes(document),
    ...findUnusedAnchors(text, document),
  ];
}

/** A comment behind a value, without a space between its sign and its text. */
const JOINED_COMMENT = /[ \t]*(#[^ \t\r\n][^\r\n]*)/y;

/**
 * The comments that may have been meant as text: `#1` in `Ranked #1`, or where a value is missing.
 * A closed quote or bracket shows where the text ends, and so does a space after the sign.
 */
export function findCutsByComment(text: string, document: Document): readonly Misread[] {
  return ofPlainScalars(document, ({ source = '' }, [, valueEnd]) => {
    JOINED_COMMENT.lastIndex = valueEnd;
    const [, comment] = JOINED_COMMENT.exec(text) ?? [];
    if (comment === undefined) return [];
    const end = JOINED_COMMENT.lastIndex;
    const finding: Finding = { code: 'yaml/cut-by-comment', read: source };
    return [{ start: end - comment.length, end, finding }];
  });
}

/** A line that continues the text above it, although it looks like an entry of a list. */
const JOINED_LINE = /\n[ \t]*(?=[-*•](?:\s|$))/;
/** A mistake in the first entry that turns a whole list into one text, with its message. */
const FIRST_SIGNS = [
  { sign: /^(?:[–—•]\s|-(?! )\s)/, problem: OTHER_HYPHEN },
  { sign: /^-\S/, problem: JOINED_HYPHEN },
];

/** For each, all of the text before it is read again. */
const MOST_SHIFTS = 5;

/**
 * The entries of lists that are read as part of the text above them, because they are indented
 * further. One for each text: if the first entry is too far left, all others are joined to it.
 */
function findJoinedEntries(text: string, document: Document): readonly Misread[] {
  let left = MOST_SHIFTS;
  return ofPlainScalars(document, (_, [textStart, textEnd]) => {
    const written = text.slice(textStart, textEnd);
    const line = JOINED_LINE.exec(written);
    if (line === null) return [];
    const first = FIRST_SIGNS.find(({ sign }) => sign.test(written));
    const hyphen = textStart + line.index + line[0].length;
    if (first === undefined) left -= 1;
    const shift = first === undefined && left >= 0 ? findShift(text, hyphen) : null;
    const start = first === undefined ? (shift?.start ?? hyphen) : textStart;
    const finding: Finding =
      first === undefined
        ? { code: 'yaml/joined-entry', found: shift?.found ?? null, move: shift?.move ?? null }
        : { code: 'yaml/syntax', problem: first.problem };
    return [{ start, end: start + 1, finding }];
  });
}

/** A `!` and a space in front of a scalar (YAML 1.2.2 §6.9.1), which no parser objects to. */
function findNonSpecificTags(text: string, document: Document): readonly Misread[] {
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

/** One pair of quotes as word processors write them, around all of a text. */
const TYPOGRAPHIC = /^[“”„‟][^“”„‟]*[“”„‟]$|^«[^«»]*»$|^»[^«»]*«$|^[‘’‚‛][^‘’‚‛]*[‘’‚‛]$/;
/** The only quote of a text, at its end. */
const UNOPENED = /^[^"]+"$/;

/** Quotes that were meant for YAML, which reads them as part of the text. */
function findStrayQuotes(document: Document): readonly Misread[] {
  return ofPlainScalars(document, ({ source = '' }, [start, end]) => {
    const isTypographic = TYPOGRAPHIC.test(source);
    if (!isTypographic && !UNOPENED.test(source)) return [];
    const finding: Finding = { code: 'yaml/stray-quote', isTypographic };
    return [{ start: isTypographic ? start : end - 1, end, finding }];
  });
}

/**
 * The anchors that may have been meant as text: `&Harbour` in `&Harbour Nine`, if no alias names it.
 * None if an alias names no anchor: one of the two is probably mistyped.
 */
function findUnusedAnchors(text: string, document: Document): readonly Misread[] {
  const anchors = new Set<string | undefined>();
  const aliases = new Set<string>();
  visit(document, {
    Alias: (_, { source }) => {
      aliases.add(source);
    },
    Value: (_, node) => {
      anchors.add(node.anchor);
    },
  });
  if ([...aliases].some((name) => !anchors.has(name))) return [];
  return ofPlainScalars(document, ({ anchor }, [valueStart]) => {
    if (anchor === undefined || aliases.has(anchor)) return [];
    const start = text.lastIndexOf(`&${anchor}`, valueStart - 1);
    const finding: Finding = { code: 'yaml/unused-anchor', anchor };
    return [{ start, end: start + 1 + anchor.length, finding }];
  });
}

/** Looks at each scalar without quotes, keys included. */
function ofPlainScalars(
  document: Document,
  look: (scalar: Scalar, range: readonly [number, number, number]) => readonly Misread[],
): readonly Misread[] {
  const found: Misread[] = [];
  visit(document, {
    Scalar(_, scalar) {
      if (scalar.type === 'PLAIN' && scalar.range) found.push(...look(scalar, scalar.range));
    },
  });
  return found;
}
