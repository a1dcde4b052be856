import type { z } from 'zod';
import type * as client from '../../src/client/records.ts';
import type { AnswerMetas, AnswerRecords, CategoryRecord } from '../../src/resources/index.ts';

// Nothing here runs. This file does not compile when the types of the client, which are written by
// hand, have other fields than a build publishes, or other types of fields.

/** Both types, where they differ. */
type Difference<Published, Written> = [Plain<Published>, Written] extends [
  Written,
  Plain<Published>,
]
  ? never
  : { readonly published: Plain<Published>; readonly written: Written };

/** Without brands, which are no more than text in JSON. */
type Plain<T> = T extends z.core.$brand
  ? string
  : T extends object
    ? { readonly [K in keyof T]: Plain<T[K]> }
    : T;

interface Records {
  readonly index: client.ServiceLink;
  readonly operators: client.OperatorSummary;
  readonly operator: client.OperatorDetail;
  readonly facts: client.Fact;
  readonly 'operator-claims': client.HistoricClaim;
  readonly ranking: client.RankedOperator;
  readonly table: Pick<client.TableRow, keyof client.OperatorSummary>;
  readonly 'payment-options': client.PaymentOptionOfOperator;
  readonly fees: client.FeeOfOperator;
  readonly limits: client.LimitOfOperator;
  readonly 'pros-cons': client.ProOrCon;
  readonly sources: client.SourceOfOperator;
  readonly metric: client.MetricValue;
  readonly 'changes-of-year': client.Change;
  readonly metrics: client.Metric;
  readonly categories: client.Category;
  readonly 'all-facts': client.OperatorFact;
  readonly claims: client.RegisteredClaim;
  readonly claim: client.Claim;
  readonly changes: client.Change;
  readonly snapshots: client.Download;
}

interface Metas {
  readonly index: client.ServiceMeta;
  readonly operators: client.ListMeta;
  readonly operator: client.OperatorMeta;
  readonly facts: client.FactsMeta;
  readonly 'operator-claims': client.OperatorClaimsMeta;
  readonly ranking: client.RankingMeta;
  readonly table: client.ListMeta;
  readonly 'payment-options': client.ListMeta;
  readonly fees: client.ListMeta;
  readonly limits: client.ListMeta;
  readonly 'pros-cons': client.ListMeta;
  readonly sources: client.ListMeta;
  readonly metric: client.OneMetricMeta;
  readonly 'changes-of-year': client.YearMeta;
  readonly metrics: client.MetricsMeta;
  readonly categories: client.CategoriesMeta;
  readonly 'all-facts': client.ListMeta;
  readonly claims: client.ListMeta;
  readonly claim: client.ClaimMeta;
  readonly changes: client.ChangesMeta;
  readonly snapshots: client.ListMeta;
}

type Published = Omit<AnswerRecords, 'categories'> & { readonly categories: CategoryRecord };
type Differences<Published, Written> = {
  [K in keyof Published | keyof Written]: K extends keyof Published & keyof Written
    ? Difference<Published[K], Written[K]>
    : K;
}[keyof Published | keyof Written];

type Wrong = Omit<Records, 'facts'> & { readonly facts: Omit<client.Fact, 'unit'> };

type None<T extends never> = T;
export type Checked = [
  None<Differences<Published, Records>>,
  None<Differences<AnswerMetas, Metas>>,
  // @ts-expect-error a field is missing
  None<Differences<Published, Wrong>>,
];
