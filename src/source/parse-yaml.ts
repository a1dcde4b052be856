import { type Document, parseDocument, type YAMLError } from 'yaml';
import {
  type Checked,
  type Code,
  collectDiagnostics,
  linesOf,
  type Place,
  type Report,
  type TextFile,
  wholeFile,
} from '../diagnostics/index.ts';
import { locate, locateKey } from './locate.ts';
import { readValue } from './read-value.ts';
import type { SourceDocument } from './source-document.ts';
import { describeSyntaxError, OPEN_QUOTE } from './syntax-problem.ts';

/** More syntax errors than this are echoes of the first ones. */
const MOST_SYNTAX_ERRORS = 10;

/** What reads as null although something else was meant: further findings would be echoes. */
const LEAVES_GAPS: ReadonlySet<Code> = new Set<Code>([
  'yaml/syntax',
  'yaml/alias-bomb',
  'yaml/alias-cycle',
  'yaml/key-not-text',
  'yaml/too-deep',
]);

/**
 * Reads a YAML 1.2 text by the core schema: `no`, `1:30` and `2026-01-01` are text, `0o17` is 15.
 * Refused are directives, foreign tags, several documents, duplicate keys, alias bombs and numbers
 * that JSON cannot carry. The value is null when the text is empty or so broken that what it holds
 * is a guess; beside a bad number or a doubled key the rest is still worth checking.
 */
export function parseYaml(file: TextFile): Checked<SourceDocument | null> {
  const { diagnostics, report } = collectDiagnostics();
  const document = parse(file.text);
  reportSyntax(file, document, report);
  if (diagnostics.length > 0 || document.contents === null) return { value: null, diagnostics };

  const value = readValue(document.contents, (start, end, finding) =>
    report({ file, start, end }, finding),
  );
  if (diagnostics.some(({ finding }) => LEAVES_GAPS.has(finding.code))) {
    return { value: null, diagnostics };
  }
  // The tree of a sound text is dropped and grown again if somebody asks for a place: few do.
  let tree: Document | null = null;
  const root = () => {
    tree ??= parse(file.text);
    return tree.contents;
  };
  const toPlace = ([start, end]: readonly [number, number]): Place => ({ file, start, end });
  return {
    value: {
      value,
      placeOf: (path) => toPlace(locate(root(), path)),
      placeOfKey: (path) => toPlace(locateKey(root(), path)),
    },
    diagnostics,
  };
}

function parse(text: string): Document {
  // A hostile text makes an Error object for every byte; their stack traces would take most of
  // the time and nobody reads them.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return parseTree(text);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function parseTree(text: string): Document {
  return parseDocument(text, {
    version: '1.2',
    schema: 'core',
    strict: true,
    merge: false,
    resolveKnownTags: false,
    prettyErrors: false,
    // Checked in readValue, which does it in linear time.
    uniqueKeys: false,
    // 'silent' would also silence the error about a second document.
    logLevel: 'error',
  });
}

function reportSyntax(file: TextFile, document: Document, report: Report): void {
  const reportedLines = new Set<number>();
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
  for (const problem of [...document.errors, ...document.warnings]) {
    const { start, end, finding } = explain(problem, file.text, document);
    const { line } = linesOf(file).positionAt(start);
    if (reportedLines.has(line)) continue;
    reportedLines.add(line);
    report({ file, start, end: Math.max(end, start + 1) }, finding);
    if (reportedLines.size === MOST_SYNTAX_ERRORS) return;
    if (finding.code === 'yaml/syntax' && finding.problem === OPEN_QUOTE) return;
  }
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
