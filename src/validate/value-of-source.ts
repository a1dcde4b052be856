import { type Dataset, type ListedOperator, operatorRecord } from '../model/index.ts';
import { classify, type Role } from './layout.ts';

/** All but what comes from elsewhere. */
const FIELDS = Object.keys(operatorRecord.shape) as (keyof typeof operatorRecord.shape)[];

/** What a source is recalled by; undefined for sources that are not. */
export type OfSource<T> = (name: string) => T | undefined;

/**
 * What each operator's and facts source of a sound dataset holds, as JSON in UTF-8: what `Recall` is
 * to give back.
 */
export function valueOfSource(dataset: Dataset): OfSource<Buffer> {
  return ofOperators(dataset, (operator, kind) => {
    const record = () => Object.fromEntries(FIELDS.map((field) => [field, operator[field]]));
    return Buffer.from(JSON.stringify(kind === 'facts' ? operator.claims : record()));
  });
}

/** Each operator of a dataset, by the name of its own source. */
export function operatorOfSource(dataset: Dataset): OfSource<ListedOperator> {
  return ofOperators(dataset, (operator, kind) => (kind === 'operator' ? operator : undefined));
}

function ofOperators<T>(
  { operators }: Dataset,
  make: (operator: ListedOperator, kind: Role['kind']) => T | undefined,
): OfSource<T> {
  const bySlug = new Map<string, ListedOperator>(
    operators.map((operator) => [operator.slug, operator]),
  );
  return (name) => {
    const role = classify(name);
    if (role?.kind !== 'operator' && role?.kind !== 'facts') return undefined;
    const operator = bySlug.get(role.slug);
    return operator && make(operator, role.kind);
  };
}
