import { describe } from './catalogue.ts';
import type { Diagnostic } from './diagnostic.ts';

/** The one order of diagnostics: file, offset, code, text; the same in every locale. */
export function orderDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      byCodeUnit(a.place.file.path, b.place.file.path) ||
      a.place.start - b.place.start ||
      byCodeUnit(a.finding.code, b.finding.code) ||
      byCodeUnit(describe(a.finding).headline, describe(b.finding).headline),
  );
}

/** An order that is the same in every locale. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
