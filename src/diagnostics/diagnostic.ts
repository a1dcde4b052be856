import type { Finding } from './finding.ts';
import type { Place } from './place.ts';

/** A finding and where it stands. Severity and wording belong to the catalogue. */
export interface Diagnostic {
  readonly finding: Finding;
  readonly place: Place;
}

/** How a rule speaks: it names the place and the finding, and goes on. */
export type Report = (place: Place, finding: Finding) => void;

/** A report that remembers, with the list it fills. */
export function collectDiagnostics(): { report: Report; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  return { diagnostics, report: (place, finding) => diagnostics.push({ place, finding }) };
}
