import { describe } from './catalogue.ts';
import { renderCodeFrame } from './code-frame.ts';
import type { Diagnostic } from './diagnostic.ts';
import { linesOf } from './line-index.ts';
import { orderDiagnostics } from './order.ts';
import { showControls } from './quote.ts';
import { PLAIN, type Style } from './style.ts';

/** For people: place and code, the headline, the source line, what to do next. */
export function renderText(diagnostics: readonly Diagnostic[], style: Style = PLAIN): string {
  return orderDiagnostics(diagnostics)
    .map((diagnostic) => `${renderOne(diagnostic, style)}\n`)
    .join('\n');
}

function renderOne({ finding, place }: Diagnostic, style: Style): string {
  const lines = linesOf(place.file);
  const { line, column } = lines.positionAt(place.start);
  const { headline, advice } = describe(finding);
  const frame = renderCodeFrame(place);
  return [
    `${style.place(`${showControls(place.file.path)}:${line}:${column}`)} ${style.error('error')} ${finding.code}`,
    indent(headline, 2),
    ...(frame === '' ? [] : [style.faint(indent(frame, 4))]),
    indent(advice, 2),
  ].join('\n');
}

function indent(text: string, by: number): string {
  return text.replace(/^/gm, ' '.repeat(by));
}
