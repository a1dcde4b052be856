import { type CST, type Document, Parser, parseDocument, type YAMLError } from 'yaml';
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

/** As `parseYaml`, with all of YAML and a place for everything that is wrong. */
export function parseFullYaml(file: TextFile): Checked<SourceDocument | null> {
  const { diagnostics, report } = collectDiagnostics();
  if (nestsTooDeep(file.text)) {
    report(wholeFile(file), { code: 'yaml/too-deep' });
    return { value: null, diagnostics };
  }
  const document = parse(file.text);
  reportSyntax(file, document, report);
  if (diagnostics.length > 0 || document.contents === null) return { value: null, diagnostics };

  const value = readValue(document.contents, (start, end, finding) =>
    report({ file, start, end }, finding),
  );
  if (diagnostics.some(({ finding }) => LEAVES_GAPS.has(finding.code))) {
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
    tree ??= parse(file.text);
    return tree.contents;
  };
  const toPlace = ([start, end]: readonly [number, number]): Place => ({ file, start, end });
  return {
    placeOf: (path) => toPlace(locate(root(), path)),
    placeOfKey: (path) => toPlace(locateKey(root(), path)),
  };
}

/**
 * Half of what fills the stack, for the parser calls itself on every level. When it is full, that
 * is an error like any other, unless a regular expression is used there for the first time: Node
 * ends the process if it cannot compile one.
 */
const DEEPEST_SYNTAX = 400;

/** What a collection cannot do without. */
const COLLECTION_INDICATOR = /[-?:[{]/g;

function nestsTooDeep(text: string): boolean {
  if ((text.match(COLLECTION_INDICATOR)?.length ?? 0) <= DEEPEST_SYNTAX) return false;
  for (const token of new Parser().parse(text)) {
    if (token.type === 'document' && token.value && isDeeper(token.value)) return true;
  }
  return false;
}

/** Level by level, since a walk that calls itself would fill the stack. */
function isDeeper(root: CST.Token): boolean {
  let level = [root];
  for (let depth = 0; depth <= DEEPEST_SYNTAX; depth += 1) {
    level = level.flatMap((token) =>
      'items' in token
        ? token.items.flatMap(({ key, value }) => [key, value].filter((node) => node != null))
        : [],
    );
    if (level.length === 0) return false;
  }
  return true;
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
