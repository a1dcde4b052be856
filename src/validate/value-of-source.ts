import { type Dataset, operatorRecord } from '../model/index.ts';
import { classify } from './layout.ts';

/** All but what comes from elsewhere. */
const FIELDS = Object.keys(operatorRecord.shape) as (keyof typeof operatorRecord.shape)[];

/**
 * What each operator's and facts source of a sound dataset holds, as JSON in UTF-8: what `Recall` is
 * to give back.
 */
export function valueOfSource({ operators }: Dataset): (name: string) => Buffer | undefined {
  const bySlug = new Map<string, Dataset['operators'][number]>(
    operators.map((operator) => [operator.slug, operator]),
  );
  return (name) => {
    const role = classify(name);
    if (role?.kind !== 'operator' && role?.kind !== 'facts') return undefined;
    const operator = bySlug.get(role.slug);
    if (operator === undefined) return undefined;
    const record = () => Object.fromEntries(FIELDS.map((field) => [field, operator[field]]));
    return Buffer.from(JSON.stringify(role.kind === 'facts' ? operator.claims : record()));
  };
}
