import { describe } from './catalogue.ts';
import { renderCodeFrame } from './code-frame.ts';
import { type Diagnostic, orderDiagnostics } from './diagnostic.ts';
import { linesOf } from './line-index.ts';
import { showControls } from './quote.ts';

/** How parts of a report are marked on a terminal. */
export interface Style {
  readonly place: (text: string) => string;
  readonly error: (text: string) => string;
  readonly faint: (text: string) => string;
}

const asItIs = (text: string): string => text;

export const PLAIN: Style = { place: asItIs, error: asItIs, faint: asItIs };

const sgr = (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`;

/** ECMA-48 §8.3.117: bold, red, faint. */
export const COLOURFUL: Style = { place: sgr(1, 22), error: sgr(31, 39), faint: sgr(2, 22) };

export function styleFor({ isColourful }: { readonly isColourful: boolean }): Style {
  return isColourful ? COLOURFUL : PLAIN;
}

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
