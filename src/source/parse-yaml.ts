import type { Document } from 'yaml';
import {
  type Checked,
  type Code,
  collectDiagnostics,
  type Finding,
  type Report,
  type TextFile,
  wholeFile,
} from '../diagnostics/index.ts';
import { placesIn } from './locate.ts';
import { findMisread } from './misread.ts';
import { nestsTooDeep, parseTree, withStandIns } from './parse-tree.ts';
import { readPlainYaml } from './plain-yaml.ts';
import { readValue } from './read-value.ts';
import type { SourceDocument } from './source-document.ts';
import { findMergeConflicts, reportSyntaxErrors } from './syntax-errors.ts';

/**
 * Reads a YAML 1.2 text by the core schema: `no`, `1:30` and `2026-01-01` are text, `0o17` is 15.
 * Refused are directives, foreign tags, several documents, duplicate keys, alias bombs, numbers that
 * JSON cannot hold, comments and anchors that cut off a part of a text, and entries of a list that
 * join the text above. The value is null when the text is empty or so broken that its content is a
 * guess; beside a bad number or a duplicate key the rest is still worth checking.
 */
export function parseYaml(file: TextFile): Checked<SourceDocument | null> {
  const value = readPlainYaml(file.text);
  if (value === undefined) return parseFullYaml(file);
  return { value: { value, ...placesIn(file) }, diagnostics: [] };
}

/** As `parseYaml`, with all of YAML and a place for everything that is wrong. */
export function parseFullYaml(file: TextFile): Checked<SourceDocument | null> {
  const { diagnostics, report } = collectDiagnostics();
  if (nestsTooDeep(file.text)) {
    report(wholeFile(file), { code: 'yaml/too-deep' });
    return { value: null, diagnostics };
  }
  const { text, document } = withStandIns(file.text) ?? {
    text: file.text,
    document: parseTree(file.text),
  };
  reportSyntax(file, document, report);
  if (diagnostics.length > 0 || document.contents === null) return { value: null, diagnostics };

  for (const { start, end, finding } of findMisread(text, document)) {
    report({ file, start, end }, finding);
  }
  const value = readValue(document.contents, (start, end, finding) =>
    report({ file, start, end }, finding),
  );
  if (diagnostics.some(({ finding }) => leavesGaps(finding))) return { value: null, diagnostics };
  return { value: { value, ...placesIn(file, text) }, diagnostics };
}

function reportSyntax(file: TextFile, document: Document, report: Report): void {
  // Only comments may come before a directive (YAML 1.2.2 §9.1.2).
  const [, before, directive] = /^((?:[ \t]*(?:#[^\n]*)?\r?\n)*)(%[^\r\n]*)/.exec(file.text) ?? [];
  if (before !== undefined && directive !== undefined) {
    const start = before.length;
    report({ file, start, end: start + directive.length }, { code: 'yaml/directive', directive });
    return;
  }
  // How deep the parser gets before its stack is full depends on chance, and so does its place.
  if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) {
    report(wholeFile(file), { code: 'yaml/too-deep' });
    return;
  }
  const conflicts = document.errors.length === 0 ? [] : findMergeConflicts(file.text);
  for (const { start, end } of conflicts) {
    report({ file, start, end }, { code: 'yaml/merge-conflict' });
  }
  if (conflicts.length === 0) reportSyntaxErrors(file, document, report);
}

/** The values of such a text are not what was meant: checking them would only report echoes. */
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
  'yaml/decimal-comma',
  'yaml/too-deep',
]);

function leavesGaps(finding: Finding): boolean {
  return (
    LEAVES_GAPS.has(finding.code) || (finding.code === 'yaml/duplicate-key' && finding.beginsEntry)
  );
}
