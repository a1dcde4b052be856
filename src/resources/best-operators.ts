import {
  type ActiveCategory,
  API_VERSION,
  type Dataset,
  type Operator,
  SUMMARY_COLUMNS,
  SUMMARY_FIELDS,
} from '../model/index.ts';
import type { Aggregates } from './aggregates.ts';
import { metricOf } from './operator-facts.ts';
import { citedClaim, operatorOf, type Ranked, rankingBasis } from './ranking.ts';
import type { Table } from './resource.ts';
import { bestPath } from './resource-path.ts';
import { callRoll, type Roll } from './roll.ts';
import { summaryRecord } from './summary-record.ts';

const BEST_COLUMNS = [
  'rank',
  ...SUMMARY_COLUMNS,
  'metric',
  'metric_name',
  'value',
  'unit',
  'claim_id',
  'evidence_url',
  'observed_at',
] as const;

/** What of an operator its record is made of: more than that, the compiler does not let it see. */
const FIELDS = [...SUMMARY_FIELDS, 'claims'] as const;
type Placed = Pick<Operator, (typeof FIELDS)[number]>;

/** `/best/{category or alias}`: the ranked operators with the claim that decides. */
export function bestOperators(
  category: ActiveCategory,
  dataset: Dataset,
  rank: Aggregates['rank'],
) {
  const { slug, alias, title, description } = category;
  let ranked: readonly Ranked[] | null = null;
  const places = () => {
    ranked ??= rank(category);
    return ranked;
  };
  const roll: Roll = {
    fields: FIELDS,
    basis: rankingBasis(category),
    entries: places,
    recordsAt: (index) => {
      const place = places()[index] as Ranked;
      return [bestRecord(operatorOf(place, dataset), place.rank, category, dataset)];
    },
  };
  return {
    kind: 'best',
    operator: null,
    roll,
    paths: [bestPath(slug), bestPath(alias)],
    columns: BEST_COLUMNS,
    meta: (generated_at) => ({
      category: slug,
      alias,
      title,
      description,
      total: places().length,
      generated_at,
      version: API_VERSION,
    }),
    rows: (most) => callRoll(roll, most),
  } satisfies Table;
}

export type BestRecord = ReturnType<typeof bestRecord>;

function bestRecord(
  operator: Placed,
  rank: number,
  category: ActiveCategory,
  { metrics, service }: Pick<Dataset, 'metrics' | 'service'>,
) {
  const claim = citedClaim(operator, category);
  const metric = metricOf(claim, metrics);
  return {
    rank,
    ...summaryRecord(operator, service),
    metric: metric.key,
    metric_name: metric.name,
    value: claim.value,
    unit: metric.unit,
    claim_id: claim.claim_id,
    evidence_url: claim.evidence_url,
    observed_at: claim.observed_at,
  } satisfies Record<(typeof BEST_COLUMNS)[number], unknown>;
}
