import type { Report } from '../diagnostics/index.ts';
import type { Sources } from './sources.ts';

/** A rule across the sources. */
export interface Rule {
  readonly name: string;
  /** The rule as a sentence. */
  readonly says: string;
  readonly check: (sources: Sources, report: Report) => void;
}
