import { describe } from './catalogue.ts';
import { type Diagnostic, orderDiagnostics } from './diagnostic.ts';
import { linesOf } from './line-index.ts';

/**
 * For GitHub Actions: one workflow command a diagnostic, which becomes an annotation on the line.
 * Escaping follows `escapeData` and `escapeProperty` of the Actions toolkit (`core/src/command.ts`).
 */
export function renderGithub(diagnostics: readonly Diagnostic[]): string {
  return orderDiagnostics(diagnostics)
    .map((diagnostic) => `${renderOne(diagnostic)}\n`)
    .join('');
}

function renderOne({ finding, place }: Diagnostic): string {
  const lines = linesOf(place.file);
  const start = lines.positionAt(place.start);
  const end = lines.positionAt(place.end);
  const { headline, advice } = describe(finding);
  // The end is that of the next character: at the start of a line, the line before is meant.
  const endLine = end.column === 1 ? Math.max(start.line, end.line - 1) : end.line;
  // GitHub ignores the columns of an annotation that spans lines, so they are left out there.
  const properties = {
    file: place.file.path,
    line: start.line,
    endLine,
    ...(end.line === start.line && { col: start.column, endColumn: end.column }),
    title: finding.code,
  };
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`);
  return `::error ${list.join(',')}::${escapeData(`${headline}. ${advice}`)}`;
}

function escapeData(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function escapeProperty(value: string | number): string {
  return escapeData(String(value)).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
