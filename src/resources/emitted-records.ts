import type { FullFactRecord } from './all-facts.ts';
import type { BestRecord } from './best-operators.ts';
import type { CategoryRecord } from './categories.ts';
import type { LoggedChange } from './change-record.ts';
import type { ClaimRecord, RegisterRecord } from './claim-record.ts';
import type { MetricRecord } from './metrics.ts';
import type { DetailRecord } from './operator-detail.ts';
import type { FactRecord } from './operator-facts.ts';
import type { Table } from './resource.ts';
import type { IndexRecord } from './service-index.ts';
import type { SnapshotRecord } from './snapshots.ts';
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
