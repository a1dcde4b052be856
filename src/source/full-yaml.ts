import type { Document } from 'yaml';
import {
  type Checked,
  type Code,
  collectDiagnostics,
  type Finding,
  linesOf,
  type Place,
  type Report,
  type TextFile,
  wholeFile,
} from '../diagnostics/index.ts';
import { findCutsByComment } from './cut-by-comment.ts';
import { findJoinedEntries } from './joined-entry.ts';
import { locate, locateKey } from './locate.ts';
import { findMergeConflicts } from './merge-conflict.ts';
import { nestsTooDeep } from './nests-too-deep.ts';
import { findNonSpecificTags } from './non-specific-tags.ts';
import { parseTree } from './parse-tree.ts';
import { readValue } from './read-value.ts';
import type { SourceDocument } from './source-document.ts';
import { findStrayQuotes } from './stray-quotes.ts';
import { findSyntaxErrors } from './syntax-errors.ts';
import { TAB } from './syntax-problem.ts';
import { findUnusedAnchors } from './unused-anchors.ts';

const MOST_SYNTAX_ERRORS = 10;

/** What reads as something else than was meant: further findings would be echoes. */
const LEAVES_GAPS: ReadonlySet<Code> = new Set<Code>([
  'yaml/syntax',
  'yaml/cut-by-comment',
  'yaml/joined-entry',
  'yaml/stray-quote',
  'yaml/tag',
  'yaml/unused-anchor',
  'yaml/alias-bomb',
  'yaml/alias-cycle',
  'yaml/key-not-text',
  'yaml/too-deep',
]);

function leavesGaps(finding: Finding): boolean {
  return (
    LEAVES_GAPS.has(finding.code) || (finding.code === 'yaml/duplicate-key' && finding.beginsEntry)
  );
}

/** What is sound YAML, and probably not meant. */
const MISREAD = [
  findCutsByComment,
  findJoinedEntries,
  findNonSpecificTags,
  findStrayQuotes,
  findUnusedAnchors,
];

/** As `parseYaml`, with all of YAML and a place for everything that is wrong. */
export function parseFullYaml(file: TextFile): Checked<SourceDocument | null> {
  const { diagnostics, report } = collectDiagnostics();
  if (nestsTooDeep(file.text)) {
    report(wholeFile(file), { code: 'yaml/too-deep' });
    return { value: null, diagnostics };
  }
  const document = parseTree(file.text);
  reportSyntax(file, document, report);
  if (diagnostics.length > 0 || document.contents === null) return { value: null, diagnostics };

  const misread = MISREAD.flatMap((find) => find(file.text, document));
  for (const { start, end, finding } of misread) report({ file, start, end }, finding);
  const value = readValue(document.contents, (start, end, finding) =>
    report({ file, start, end }, finding),
  );
  if (diagnostics.some(({ finding }) => leavesGaps(finding))) {
    return { value: null, diagnostics };
  }
  return { value: { value, ...placesIn(file) }, diagnostics };
}

/**
 * Where the values of a sound text were written. The tree of such a text is dropped and grown again
 * if somebody asks for a place: few do.
 */
export function placesIn(file: TextFile): Pick<SourceDocument, 'placeOf' | 'placeOfKey'> {
  let tree: Document | null = null;
  const root = () => {
    tree ??= parseTree(file.text);
    return tree.contents;
  };
  const toPlace = ([start, end]: readonly [number, number]): Place => ({ file, start, end });
  return {
    placeOf: (path) => toPlace(locate(root(), path)),
    placeOfKey: (path) => toPlace(locateKey(root(), path)),
  };
}

function reportSyntax(file: TextFile, document: Document, report: Report): void {
  // Directives stand before everything else, but for comments (YAML 1.2.2 §9.1.2).
  const [, before, directive] = /^((?:[ \t]*(?:#[^\n]*)?\r?\n)*)(%[^\r\n]*)/.exec(file.text) ?? [];
  if (before !== undefined && directive !== undefined) {
    const start = before.length;
    report({ file, start, end: start + directive.length }, { code: 'yaml/directive', directive });
    return;
  }
  // How deep the parser gets before its stack is full is chance, and so is where it says so.
  if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) {
    report(wholeFile(file), { code: 'yaml/too-deep' });
    return;
  }
  const conflicts = document.errors.length === 0 ? [] : findMergeConflicts(file.text);
  for (const [start, end] of conflicts) {
    report({ file, start, end }, { code: 'yaml/merge-conflict' });
  }
  if (conflicts.length === 0) reportErrors(file, document, report);
}

function reportErrors(file: TextFile, document: Document, report: Report): void {
  const reportedLines = new Set<number>();
  let hasTab = false;
  for (const { start, end, finding } of findSyntaxErrors(file.text, document)) {
    const { line } = linesOf(file).positionAt(start);
    // Whoever indents with tabs does it on every line.
    const isTab = finding.code === 'yaml/syntax' && finding.problem === TAB;
    if (reportedLines.has(line) || (isTab && hasTab)) continue;
    hasTab ||= isTab;
    reportedLines.add(line);
    report({ file, start, end: Math.max(end, start + 1) }, finding);
    if (reportedLines.size === MOST_SYNTAX_ERRORS) return;
  }
}
