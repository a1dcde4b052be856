import type { Document, ErrorCode, YAMLError } from 'yaml';
import { linesOf, type Report, type TextFile } from '../diagnostics/index.ts';
import { LARGEST_SOURCE } from './data-file.ts';
import { findCutsByComment, type Misread } from './misread.ts';
import { nestsTooDeep, parseTree } from './parse-tree.ts';
import { describeSyntaxError, TAB } from './syntax-problem.ts';

const MOST_SYNTAX_ERRORS = 10;

/** Reports what is wrong with a text, at most one error for each line. */
export function reportSyntaxErrors(file: TextFile, document: Document, report: Report): void {
  const reportedLines = new Set<number>();
  const lineAt = (offset: number) => linesOf(file).positionAt(offset).line;
  const isReported = (offset: number) => reportedLines.has(lineAt(offset));
  let hasTab = false;
  for (const { start, end, finding } of findSyntaxErrors(file.text, document, isReported)) {
    const line = lineAt(start);
    // Somebody who indents with tabs does it on every line.
    const isTab = finding.code === 'yaml/syntax' && finding.problem === TAB;
    if (reportedLines.has(line) || (isTab && hasTab)) continue;
    hasTab ||= isTab;
    reportedLines.add(line);
    report({ file, start, end: Math.max(end, start + 1) }, finding);
    if (reportedLines.size === MOST_SYNTAX_ERRORS) return;
  }
}

/** After these errors the parser still knows where it is, and reports no echoes. */
const STANDS_ALONE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'BAD_DQ_ESCAPE',
  'BAD_SCALAR_START',
  'MULTIPLE_DOCS',
  'TAG_RESOLVE_FAILED',
]);

/**
 * The errors of a text, without echoes: a parser that has lost its way objects to nearly every line
 * that follows. An error that remains once the broken entry is gone is an error of its own.
 */
function* findSyntaxErrors(
  text: string,
  document: Document,
  isReported: (offset: number) => boolean,
): Generator<Misread, void> {
  let [remaining, its] = [text, document];
  // A large text is parsed fewer times than a usual one, since it would take seconds.
  for (let parsed = 0; parsed <= LARGEST_SOURCE; parsed += text.length) {
    const problems = [...its.errors, ...its.warnings];
    const misleading = problems.find(({ code }) => !STANDS_ALONE.has(code));
    if (misleading === undefined) {
      for (const problem of problems) {
        // A line can have an error for every byte, and describing all of them takes quadratic time.
        if (!isReported(problem.pos[0])) yield explain(problem, remaining, its);
      }
      return;
    }
    const explained = cutBefore(misleading, remaining, its) ?? explain(misleading, remaining, its);
    yield explained;
    remaining = withoutEntryAt(remaining, explained.start);
    // An unclosed quote may have hidden deep nesting; the next run reports it.
    if (nestsTooDeep(remaining)) return;
    its = parseTree(remaining);
  }
}

/** The comment that cut a text over several lines, if the parser objects to the line after it. */
function cutBefore({ pos: [offset] }: YAMLError, text: string, document: Document) {
  const cut = findCutsByComment(text, document).findLast(({ end }) => end <= offset);
  return cut !== undefined && text.slice(cut.end, offset).trim() === '' ? cut : undefined;
}

/** The tags of the core schema (YAML 1.2.2 §10.3). */
const CORE_TAG = /^!!(?:str|int|float|bool|null|map|seq)$/;

function explain(error: YAMLError, text: string, document: Document): Misread {
  const [start, end] = error.pos;
  if (error.code === 'MULTIPLE_DOCS') {
    return { start, end, finding: { code: 'yaml/several-documents' } };
  }
  if (error.code === 'TAG_RESOLVE_FAILED') {
    const tag = text.slice(start, end);
    return { start, end, finding: { code: 'yaml/tag', tag, isKnown: CORE_TAG.test(tag) } };
  }
  const { problem, ...span } = describeSyntaxError(error, text, document);
  return { ...span, finding: { code: 'yaml/syntax', problem } };
}

/** A line that begins an entry of the outermost list or map: `- …` or `key: …`. */
const FIRST_LINE = /^(?:-(?=\s|$)|[^\s#\]},-][^\r\n]*?:(?=\s|$))/gm;

/**
 * A text without the entry of its outermost list or map at an offset. Spaces replace the entry, to
 * keep the offsets of everything else.
 */
function withoutEntryAt(text: string, offset: number): string {
  const starts = [...text.matchAll(FIRST_LINE)].map(({ index }) => index);
  const isOfList = (start: number) => text[start] === '-';
  const start = starts.findLast((index) => index <= offset) ?? 0;
  const isOfMap = !isOfList(start) && starts.some((index) => index !== start && !isOfList(index));
  // In a map, a list may be indented no further than its key.
  const isNext = (index: number) => index > offset && !(isOfMap && isOfList(index));
  const end = starts.find(isNext) ?? text.length;
  return text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ') + text.slice(end);
}

/** The first and the last line of a conflict, as Git marks them. */
const MARKERS = /^(?:<{7}|>{7})(?=\s|$)/gm;
/** The line that Git puts between the two sides. */
const MIDDLE = /^={7}(?=\r?$)/gm;

/**
 * Where the merge conflicts in a text begin. If only the end of one or its middle was left, that
 * place.
 */
export function findMergeConflicts(text: string): readonly { start: number; end: number }[] {
  const offsetsOf = (pattern: RegExp) => [...text.matchAll(pattern)].map(({ index }) => index);
  const isFirst = (offset: number | undefined) => offset !== undefined && text[offset] === '<';
  const markers = offsetsOf(MARKERS);
  const places =
    markers.length === 0
      ? offsetsOf(MIDDLE)
      : markers.filter((offset, index) => isFirst(offset) || !isFirst(markers[index - 1]));
  return places.map((start) => ({ start, end: start + 7 }));
}
