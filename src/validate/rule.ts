import type { Report } from '../diagnostics/index.ts';
import type { Sources } from './sources.ts';

/** One thing that must hold across the sources. */
export interface Rule {
  readonly name: string;
  /** What must hold, as a sentence. */
  readonly says: string;
  /** Whether it can be held by looking at one operator, its claims and the metrics. */
  readonly scope: 'operator' | 'all';
  readonly check: (sources: Sources, report: Report) => void;
}
