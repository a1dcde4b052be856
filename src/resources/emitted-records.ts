import type { allFacts, FullFactRecord } from './all-facts.ts';
import type { BestRecord, bestOperators } from './best-operators.ts';
import type { CategoryRecord, categoriesTable } from './categories.ts';
import type { LoggedChange } from './change-record.ts';
import type { ClaimRecord, RegisterRecord } from './claim-record.ts';
import type { allClaims, claimPage } from './claims.ts';
import type { MetricRecord, metricsTable } from './metrics.ts';
import type { DetailRecord, operatorDetail } from './operator-detail.ts';
import type { FactRecord, operatorFacts } from './operator-facts.ts';
import type { operatorList } from './operator-list.ts';
import type { Table } from './resource.ts';
import type { IndexRecord, serviceIndex } from './service-index.ts';
import type { SnapshotRecord, snapshotsTable } from './snapshots.ts';
import type { SummaryRecord } from './summary-record.ts';

/** The kinds of answers that hold records. */
export type AnswerKind = Table['kind'];

/** What the records of each kind of answer are made as, for whoever describes them. */
export interface EmittedRecords {
  readonly index: IndexRecord;
  readonly list: SummaryRecord;
  readonly detail: DetailRecord;
  readonly facts: FactRecord;
  readonly best: BestRecord;
  readonly metrics: MetricRecord;
  readonly categories: CategoryRecord;
  readonly 'all-facts': FullFactRecord;
  readonly claims: RegisterRecord;
  readonly claim: ClaimRecord;
  readonly changes: LoggedChange;
  readonly snapshots: SnapshotRecord;
}

/** What each of them says about itself, as it is made. */
export interface EmittedMetas {
  readonly index: MetaOf<typeof serviceIndex>;
  readonly list: MetaOf<typeof operatorList>;
  readonly detail: MetaOf<typeof operatorDetail>;
  readonly facts: MetaOf<typeof operatorFacts>;
  readonly best: MetaOf<typeof bestOperators>;
  readonly metrics: MetaOf<typeof metricsTable>;
  readonly categories: MetaOf<typeof categoriesTable>;
  readonly 'all-facts': MetaOf<typeof allFacts>;
  readonly claims: MetaOf<typeof allClaims>;
  readonly claim: MetaOf<typeof claimPage>;
  readonly snapshots: MetaOf<typeof snapshotsTable>;
}

type MetaOf<F extends (...given: never[]) => Table> = ReturnType<ReturnType<F>['meta']>;
