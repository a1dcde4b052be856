import { type ActiveCategory, API_VERSION, type Dataset, SUMMARY_COLUMNS } from '../model/index.ts';
import { metricOf } from './operator-facts.ts';
import { type Ranked, rankOperators } from './ranking.ts';
import type { Table } from './resource.ts';
import { bestPath } from './resource-path.ts';
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

/** `/best/{category or alias}`: the ranked operators with the claim that decides. */
export function bestOperators(category: ActiveCategory, dataset: Dataset) {
  const { slug, alias, title, description } = category;
  let ranked: readonly Ranked[] | null = null;
  const places = () => {
    ranked ??= rankOperators(category, dataset);
    return ranked;
  };
  return {
    kind: 'best',
    operator: null,
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
    rows: () => places().map((place) => bestRecord(place, dataset)),
  } satisfies Table;
}

export type BestRecord = ReturnType<typeof bestRecord>;

function bestRecord(
  { operator, rank, claim }: Ranked,
  { metrics, service }: Pick<Dataset, 'metrics' | 'service'>,
) {
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
