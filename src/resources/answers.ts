import type { Service } from '../model/index.ts';
import type { Answer, Holding, IndexLink } from './answer.ts';
import { allFacts } from './answers/all-facts.ts';
import { categories } from './answers/categories.ts';
import { changes, changesOfYear } from './answers/changes.ts';
import { claim } from './answers/claim.ts';
import { claims } from './answers/claims.ts';
import { facts } from './answers/facts.ts';
import { index } from './answers/index-answer.ts';
import { metric } from './answers/metric.ts';
import { metrics } from './answers/metrics.ts';
import { operator } from './answers/operator.ts';
import { operatorClaims } from './answers/operator-claims.ts';
import { fees, limits, paymentOptions, prosAndCons, sources } from './answers/operator-lists.ts';
import { operators } from './answers/operators.ts';
import { ranking } from './answers/ranking.ts';
import { snapshots } from './answers/snapshots.ts';
import { table } from './answers/table.ts';

/** Every answer with records, in the order in which they are described. */
export const ANSWERS = {
  index,
  operators,
  operator,
  facts,
  'operator-claims': operatorClaims,
  ranking,
  table,
  'payment-options': paymentOptions,
  fees,
  limits,
  'pros-cons': prosAndCons,
  sources,
  metrics,
  metric,
  categories,
  'all-facts': allFacts,
  claims,
  claim,
  changes,
  'changes-of-year': changesOfYear,
  snapshots,
};

export type AnswerKind = keyof typeof ANSWERS;

/** The records of each answer. */
export type AnswerRecords = {
  readonly [K in AnswerKind]: Holding<(typeof ANSWERS)[K]['fields']>;
};

/** The `meta` of each answer. */
export type AnswerMetas = { readonly [K in AnswerKind]: Holding<(typeof ANSWERS)[K]['meta']> };

/** All answers with one type, for code that handles all in the same way. */
export const ALL_ANSWERS = Object.values(ANSWERS) as unknown as readonly Answer[];

const BOTH_FORMS = ['application/json', 'text/csv'];

/**
 * The link to an answer in the service index.
 *
 * @param total The number of records or pages; null if it is not counted.
 */
export function linkTo(
  { link, title, path, hasCsv }: Pick<Answer, 'link' | 'title' | 'path' | 'hasCsv'>,
  service: Service,
  total: number | null = null,
): IndexLink {
  return {
    name: link.name,
    rel: link.rel,
    path: path === index.path ? '' : path,
    media_types: BOTH_FORMS.slice(0, hasCsv(service) ? 2 : 1),
    title: link.title ?? title,
    total,
  };
}
