import * as z from 'zod';
import {
  type Claim,
  dayOf,
  lastObserved,
  type Metric,
  metric as metricSchema,
  type Timestamp,
  timestamp,
} from '../../model/index.ts';
import { defineAnswer, fill } from '../answer.ts';
import { spanOf } from '../coverage.ts';
import {
  about,
  count,
  datum,
  operator as displayName,
  evidence,
  fact,
  general,
  meaningOf,
  operators,
  total,
} from '../fields.ts';
import { type Measured, rankByMetric } from '../rank-operators.ts';

const path = 'metrics/{metric}';
const { retired_at, ...stated } = metricSchema.shape;

const figure = z.number().nullable();
const distribution = z
  .strictObject({
    count: count.describe('How many operators have a value.'),
    min: figure.describe('The least value.'),
    lower_quartile: figure.describe('A quarter of the values are at most this.'),
    median: figure.describe('Half of the values are at most this.'),
    upper_quartile: figure.describe('Three quarters of the values are at most this.'),
    max: figure.describe('The greatest value.'),
    values: z
      .array(
        z.strictObject({
          value: datum.value,
          operators: count.describe('How many operators have it.'),
        }),
      )
      .nullable()
      .describe('How often each value occurs, the most frequent first; null for numbers.'),
  })
  .describe(
    'How the values are distributed. Quartiles are interpolated between the two nearest values (as QUARTILE.INC of spreadsheets, type 7 of R). They are null where the values are not numbers, and where there is no value.',
  );

/** `/metrics/{metric}`: the current value of every operator for one metric. */
export const metric = defineAnswer({
  kind: 'metric',
  path,
  name: 'OneMetric',
  record: 'MetricValue',
  tag: 'Claims',
  title: 'One metric across all operators',
  description:
    'One record for each operator in business with a current claim of the metric: best first where the metric says which values are better, otherwise by operator id.',
  link: { name: 'metric', rel: 'item', total: ({ dataset }) => dataset.metrics.size },
  key: ['claim_id'],
  errors: ['unknown-metric'],
  fields: {
    rank: z
      .number()
      .meta({ type: 'integer', minimum: 1 })
      .nullable()
      .describe(
        'The place by value. Equal values share one, and the next counts them all (1, 1, 3). Null where no value is better than another.',
      ),
    ...about,
    operator: displayName,
    value: datum.value,
    unit: datum.unit,
    claim_id: fact.claim_id,
    evidence_url: evidence.evidence_url,
    observed_at: evidence.observed_at,
    age_days: count.describe(
      'How many days before as_of (in meta) it was last seen. The build does not count on, so that answers stay the same.',
    ),
  },
  meta: {
    metric: z
      .strictObject({
        ...stated,
        retired_at: timestamp.nullable().describe(meaningOf(retired_at)),
      })
      .describe('The entry of the metric in the dictionary.'),
    total,
    operators,
    as_of: timestamp
      .nullable()
      .describe('When the newest current claim of any metric was observed; ages count from it.'),
    distribution,
    ...general,
  },
  tables({ dataset, coverage }) {
    const asOf = spanOf(coverage.metrics.values())?.newest ?? null;
    return [...dataset.metrics.values()].map((metric) => {
      let found: readonly Measured[] | null = null;
      const measured = () => {
        found ??= rankByMetric(metric, dataset.operators);
        return found;
      };
      return {
        paths: [metricPath(metric.key)],
        meta: () => ({
          metric: entryOf(metric),
          total: measured().length,
          operators: coverage.operators,
          as_of: asOf,
          distribution: distributionOf(metric, measured()),
        }),
        rows: () => measured().map((one) => valueRecord(one, metric, asOf)),
      };
    });
  },
});

/** @param key The key of a metric. */
export function metricPath(key: string) {
  return fill(path, key);
}

function entryOf(metric: Metric) {
  const { key, name, description, type, unit, better, min, max, replaced_by, retired_at } = metric;
  return { key, name, description, type, unit, better, min, max, replaced_by, retired_at };
}

function valueRecord(
  { operator, claim, rank }: Measured,
  { unit }: Metric,
  asOf: Timestamp | null,
) {
  const observed_at = lastObserved(claim);
  return {
    rank,
    operator_id: operator.id,
    operator_slug: operator.slug,
    operator: operator.name,
    value: claim.value,
    unit,
    claim_id: claim.claim_id,
    evidence_url: claim.evidence_url,
    observed_at,
    age_days: asOf === null ? 0 : daysBetween(observed_at, asOf),
  };
}

const DAY = 86_400_000;

/** The number of midnights (UTC) from one time to another. */
function daysBetween(from: Timestamp, to: Timestamp): number {
  return Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / DAY);
}

/** How the values of a metric are distributed. */
export function distributionOf({ type }: Metric, measured: readonly Measured[]) {
  const values = measured.map(({ claim }) => claim.value);
  const none = { min: null, lower_quartile: null, median: null, upper_quartile: null, max: null };
  if (type !== 'number' && type !== 'integer') {
    return { count: values.length, ...none, values: countValues(values) };
  }
  const sorted = values.map(Number).sort((a, b) => a - b);
  if (sorted.length === 0) return { count: 0, ...none, values: null };
  return {
    count: sorted.length,
    min: quantile(sorted, 0),
    lower_quartile: quantile(sorted, 1 / 4),
    median: quantile(sorted, 1 / 2),
    upper_quartile: quantile(sorted, 3 / 4),
    max: quantile(sorted, 1),
    values: null,
  };
}

/** By linear interpolation: Hyndman and Fan (1996), definition 7. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below = 0, above = below] = sorted.slice(Math.floor(place), Math.floor(place) + 2);
  const value = below + (above - below) * (place - Math.floor(place));
  // Sums of decimal fractions are inexact in their last digits.
  return Number(value.toPrecision(12));
}

function countValues(values: readonly Claim['value'][]) {
  const counts = new Map<Claim['value'], number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, operators]) => ({ value, operators }))
    .sort((a, b) => b.operators - a.operators || (String(a.value) < String(b.value) ? -1 : 1));
}
