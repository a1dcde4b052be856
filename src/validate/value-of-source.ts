import {
  type Dataset,
  type ListedOperator,
  type OperatorRecord,
  operatorRecord,
} from '../model/index.ts';
import { classify, type Role } from './layout.ts';

/** All but what comes from elsewhere. */
const FIELDS = Object.keys(operatorRecord.fields) as (keyof OperatorRecord)[];

/** What a source is recalled by; undefined for sources that are not. */
export type OfSource<T> = (name: string) => T | undefined;

/** What each source of a sound dataset holds, as JSON in UTF-8: what `Recall` is to give back. */
export function valueOfSource(dataset: Dataset): OfSource<Buffer> {
  const operatorOf = operatorsBySlug(dataset);
  return (name) => {
    const role = classify(name);
    const value = role && valueIn(dataset, role, operatorOf);
    return value ? Buffer.from(JSON.stringify(value)) : undefined;
  };
}

function valueIn(
  { service, metrics, activeCategories, removedCategories }: Dataset,
  role: Role,
  operatorOf: OfSource<ListedOperator>,
): object | undefined {
  switch (role.kind) {
    case 'service':
      return service;
    case 'metrics':
      return [...metrics.values()];
    case 'categories':
      return { active: activeCategories, removed: removedCategories };
    case 'operator': {
      const operator = operatorOf(role.slug);
      return operator && Object.fromEntries(FIELDS.map((field) => [field, operator[field]]));
    }
    case 'facts':
      return operatorOf(role.slug)?.claims;
    default:
      return role satisfies never;
  }
}

/** Each operator of a dataset, by the name of its own source. */
export function operatorOfSource(dataset: Dataset): OfSource<ListedOperator> {
  const operatorOf = operatorsBySlug(dataset);
  return (name) => {
    const role = classify(name);
    return role?.kind === 'operator' ? operatorOf(role.slug) : undefined;
  };
}

function operatorsBySlug({ operators }: Dataset): (slug: string) => ListedOperator | undefined {
  const bySlug = new Map<string, ListedOperator>(
    operators.map((operator) => [operator.slug, operator]),
  );
  return (slug) => bySlug.get(slug);
}
