import { type ActiveCategory, API_VERSION, type Dataset } from '../model/index.ts';
import { metricOf } from './operator-facts.ts';
import { type Ranked, rankOperators } from './ranking.ts';
import { type AnswerMetas, type AnswerRecords, COLUMNS } from './records.ts';
import type { Table } from './resource.ts';
import { bestPath } from './resource-path.ts';
import { summaryRecord } from './summary-record.ts';

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
    columns: COLUMNS.best,
    meta: (generated_at): AnswerMetas['best'] => ({
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
  } satisfies AnswerRecords['best'];
}
