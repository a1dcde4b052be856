import {
  type Claim,
  type Dataset,
  isCurrent,
  newestDate,
  type Operator,
  type OperatorRecord,
  type Slug,
  type Stated,
  toFee,
  toLimit,
} from '../model/index.ts';
import { sourceNames } from './layout.ts';
import type { Entity, Sources } from './sources.ts';

/** The dataset that valid sources describe. */
export function toDataset({ service, metrics, categories, operators }: Sources): Dataset {
  const dictionary = new Map(wholes(metrics).map((metric) => [metric.key, metric]));
  return {
    service: whole(service),
    metrics: dictionary,
    activeCategories: wholes(categories?.active),
    removedCategories: wholes(categories?.removed),
    operators: operators
      .map(({ slug, operator, claims }) =>
        toOperator(slug, whole(operator), wholes(claims), dictionary),
      )
      .sort((a, b) => a.id - b.id),
  };
}

function toOperator(
  slug: string,
  record: OperatorRecord,
  claims: readonly Claim[],
  metrics: Dataset['metrics'],
): Operator {
  const stated: Stated = (metric) => {
    const claim = claims.find((one) => one.metric === metric && isCurrent(one));
    return claim === undefined ? null : { ...claim, unit: metrics.get(metric)?.unit ?? null };
  };
  const updated = newestDate(record, claims);
  if (updated === null) throw new Error('Broken invariant: an operator without a date');
  return {
    ...record,
    slug: slug as Slug, // the rule file-name-is-slug held
    updated_at: updated,
    fees: record.fees.map((fee) => toFee(fee, stated)),
    limits: record.limits.map((limit) => toLimit(limit, stated)),
    claims,
  };
}

/** The value of each valid source by name, for `readSources` of the next build. */
export function valuesOf({ service, metrics, categories, operators }: Sources) {
  const values = new Map<string, unknown>([
    ['service.yaml', whole(service)],
    ['metrics.yaml', wholes(metrics)],
    [
      'categories.yaml',
      { active: wholes(categories?.active), removed: wholes(categories?.removed) },
    ],
  ]);
  for (const { slug, operator, factsFile, claims } of operators) {
    const [ofOperator, ofFacts] = sourceNames(slug);
    values.set(ofOperator, whole(operator));
    if (factsFile !== null) values.set(ofFacts, wholes(claims));
  }
  return values;
}

function wholes<T>(entities: readonly Entity<T>[] | null | undefined): T[] {
  return (entities ?? []).map(whole);
}

function whole<T>(entity: Entity<T> | null | undefined): T {
  if (entity?.whole == null)
    throw new Error('Broken invariant: an unsound source was not reported');
  return entity.whole;
}
