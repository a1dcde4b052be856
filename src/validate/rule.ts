import { linesOf, type Place, type Report } from '../diagnostics/index.ts';
import type { Claim } from '../model/index.ts';
import type { Sources } from './sources.ts';

/** A rule across the sources. */
export interface Rule {
  readonly name: string;
  /** The rule as a sentence. */
  readonly says: string;
  readonly check: (sources: Sources, report: Report) => void;
}

/** "line 12", to point from one entry of a file to another. */
export function lineOf({ file, start }: Place): string {
  return `line ${linesOf(file).positionAt(start).line}`;
}

/**
 * Whether the id of a claim is its metric, an underscore and a number. Of one that is not, either may
 * be the mistake, so that nothing else is said of its metric.
 */
export function namesMetric({ claim_id: id, metric }: Partial<Claim>): boolean {
  return id === undefined || metric === undefined || id.replace(/_[0-9]+$/, '') === metric;
}
