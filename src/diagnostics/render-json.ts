import { describe } from './catalogue.ts';
import { type Diagnostic, orderDiagnostics } from './diagnostic.ts';
import { linesOf } from './line-index.ts';

/** For tools: `{ errors, diagnostics: [{ code, severity, file, line, column, … }] }`. */
export function renderJson(diagnostics: readonly Diagnostic[]): string {
  const report = {
    errors: diagnostics.length,
    diagnostics: orderDiagnostics(diagnostics).map(toRecord),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function toRecord({ finding, place }: Diagnostic) {
  const lines = linesOf(place.file);
  const start = lines.positionAt(place.start);
  const end = lines.positionAt(place.end);
  const { headline, advice } = describe(finding);
  return {
    code: finding.code,
    severity: 'error',
    file: place.file.path,
    line: start.line,
    column: start.column,
    end_line: end.line,
    end_column: end.column,
    message: headline,
    advice,
  };
}
