import type { Report } from '../diagnostics/index.ts';
import type { Sources } from './sources.ts';

/** One thing that must hold across the sources. */
export interface Rule {
  readonly name: string;
  /** What must hold, as a sentence. */
  readonly says: string;
  readonly check: (sources: Sources, report: Report) => void;
}
