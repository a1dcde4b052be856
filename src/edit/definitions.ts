import { EnvironmentError, quote } from '../diagnostics/index.ts';
import { type ActiveCategory, type ConditionValue, isSummaryColumn } from '../model/index.ts';
import { type PlainValue, valueAt } from '../source/index.ts';
import { type Change, changeOf, type EditableSources, findMetric, metricsIn } from './sources.ts';

export interface NewMetric {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly unit: string | null;
  readonly better: string;
}

/**
 * Adds a metric at the end of metrics.yaml.
 *
 * @throws EnvironmentError when its key is taken
 */
export function addMetric(sources: EditableSources, metric: NewMetric): Change {
  if (metricsIn(sources).some(({ key }) => key === metric.key)) {
    throw new EnvironmentError(`Cannot add the metric ${metric.key}: metrics.yaml has it already`);
  }
  const { key, name, description, type, unit, better } = metric;
  const entry = { key, name, description, type, unit, better };
  return {
    sources: [changeOf(sources, 'metrics.yaml', [{ kind: 'append', path: [], entry }])],
    notes: [],
  };
}

export interface NewCategory {
  readonly slug: string;
  readonly alias?: string | undefined;
  readonly title: string;
  readonly description: string;
  /** Conditions, such as `kyc_level=none` or `accepts_vpn=true`; one field with several values is any of them. */
  readonly where: readonly string[];
  /** The first field of `rankBy` when absent. */
  readonly cite?: string | undefined;
  /** Fields, each with an order or without: `fee_usd` or `fee_usd:ascending`. */
  readonly rankBy: readonly string[];
}

/**
 * Adds a category at the end of the active ones in categories.yaml.
 *
 * @throws EnvironmentError when its slug is taken, or it ranks by a field that does not exist or has no order
 */
export function addCategory(sources: EditableSources, category: NewCategory): Change {
  const { slug, alias, title, description } = category;
  const value = sources.get('categories.yaml')?.value ?? null;
  const active = valueAt(value, ['active']) as unknown as readonly ActiveCategory[]; // valid
  if (active.some((other) => (other.slug as string) === slug)) {
    throw new EnvironmentError(`Cannot add the category ${slug}: categories.yaml has it already`);
  }
  const ranks = category.rankBy.map((rank) => readRank(sources, rank));
  const entry = {
    slug,
    ...(alias !== undefined && { alias }),
    title,
    description,
    where: readConditions(category.where),
    cite: category.cite ?? ranks[0]?.by ?? null,
    rank_by: ranks,
  };
  const edit = { kind: 'append', path: ['active'], entry } as const;
  return { sources: [changeOf(sources, 'categories.yaml', [edit])], notes: [] };
}

/** The order is that of the better values of the metric, unless it is given. */
function readRank(sources: EditableSources, given: string) {
  const [by = '', order] = given.split(':');
  if (order === 'ascending' || order === 'descending') return { by, order };
  const { better } = isSummaryColumn(by) ? { better: 'none' } : findMetric(sources, by);
  if (order === undefined && better !== 'none') {
    return { by, order: better === 'lower' ? 'ascending' : 'descending' };
  }
  throw new EnvironmentError(
    `Cannot rank by ${quote(given)}: write ${by}:ascending or ${by}:descending`,
  );
}

function readConditions(given: readonly string[]): { readonly [field: string]: PlainValue } {
  const values = new Map<string, ConditionValue[]>();
  for (const condition of given) {
    const [, field, value] = /^([^=]+)=(.*)$/s.exec(condition) ?? [];
    if (field === undefined || value === undefined) {
      throw new EnvironmentError(
        `Cannot use ${quote(condition)} as a condition: write field=value, such as accepts_vpn=true`,
      );
    }
    values.set(field, [...(values.get(field) ?? []), readConditionValue(value)]);
  }
  return Object.fromEntries(
    Array.from(values, ([field, [first = null, ...others]]) => [
      field,
      others.length === 0 ? first : [first, ...others],
    ]),
  );
}

function readConditionValue(written: string): ConditionValue {
  if (written === 'true' || written === 'false') return written === 'true';
  if (written === 'null') return null;
  return /^-?\d{1,15}(?:\.\d+)?$/.test(written) ? Number(written) : written;
}
