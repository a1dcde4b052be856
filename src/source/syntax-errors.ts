import type { Document, ErrorCode, YAMLError } from 'yaml';
import { findCutsByComment } from './cut-by-comment.ts';
import { LARGEST_SOURCE } from './data-file.ts';
import { nestsTooDeep } from './nests-too-deep.ts';
import { withoutEntryAt } from './outermost-entry.ts';
import { parseTree } from './parse-tree.ts';
import { describeSyntaxError } from './syntax-problem.ts';

/** What leaves the parser knowing where it is, so that nothing else follows from it. */
const STANDS_ALONE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'BAD_DQ_ESCAPE',
  'BAD_SCALAR_START',
  'MULTIPLE_DOCS',
  'TAG_RESOLVE_FAILED',
]);

/**
 * What is wrong with a text, without echoes: a parser that has lost its way objects to nearly every
 * line that follows. What it objects to once the broken entry is gone is wrong by itself.
 */
export function* findSyntaxErrors(text: string, document: Document) {
  let [remaining, its] = [text, document];
  // A large text is not parsed as often as a usual one, since that would take seconds.
  for (let parsed = 0; parsed <= LARGEST_SOURCE; parsed += text.length) {
    const problems = [...its.errors, ...its.warnings];
    const misleading = problems.find(({ code }) => !STANDS_ALONE.has(code));
    if (misleading === undefined) {
      for (const problem of problems) yield explain(problem, remaining, its);
      return;
    }
    const explained = cutBefore(misleading, remaining, its) ?? explain(misleading, remaining, its);
    yield explained;
    remaining = withoutEntryAt(remaining, explained.start);
    // What an unclosed quote has hidden until now; the next run says it.
    if (nestsTooDeep(remaining)) return;
    its = parseTree(remaining);
  }
}

/** What cut a text over several lines, if the parser objects to the line that was to go on with it. */
function cutBefore({ pos: [offset] }: YAMLError, text: string, document: Document) {
  const cut = findCutsByComment(text, document).findLast(({ end }) => end <= offset);
  return cut !== undefined && text.slice(cut.end, offset).trim() === '' ? cut : undefined;
}

/** The tags of the core schema (YAML 1.2.2 §10.3). */
const CORE_TAG = /^!!(?:str|int|float|bool|null|map|seq)$/;

function explain(problem: YAMLError, text: string, document: Document) {
  const [start, end] = problem.pos;
  if (problem.code === 'MULTIPLE_DOCS') {
    return { start, end, finding: { code: 'yaml/several-documents' } as const };
  }
  if (problem.code === 'TAG_RESOLVE_FAILED') {
    const tag = text.slice(start, end);
    return { start, end, finding: { code: 'yaml/tag', tag, isKnown: CORE_TAG.test(tag) } as const };
  }
  const said = describeSyntaxError(problem, text, document);
  const finding = { code: 'yaml/syntax', problem: said.problem } as const;
  return { start: said.start, end: said.end, finding };
}
