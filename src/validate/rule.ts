import type { Report } from '../diagnostics/index.ts';
import type { Dossier, SharedSources } from './sources.ts';

/** One thing that must hold across the sources. */
export interface Rule {
  readonly name: string;
  /** What must hold, as a sentence. */
  readonly says: string;
  /** Whether it can be held by looking at one operator, its claims and the metrics. */
  readonly scope: 'operator' | 'all';
  /** Says what is wrong with the shared sources, and is then shown operators one by one. */
  readonly begin: (shared: SharedSources, report: Report) => Inspection;
}

/** A rule that is being held. It keeps no more of what it has seen than it needs. */
export interface Inspection {
  readonly see?: (dossier: Dossier) => void;
  /**
   * Says what is only known once every operator was seen.
   *
   * @param again Shows all of them once more, which takes as long as the first time.
   */
  readonly conclude?: (again: () => Iterable<Dossier>) => void;
}
