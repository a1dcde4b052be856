import type { Dataset } from '../model/index.ts';
import { classify } from './layout.ts';

/**
 * What each operator's and facts source of a sound dataset holds, as JSON: what `Recall` is to give
 * back.
 */
export function valueOfSource({ operators }: Dataset): (name: string) => string | undefined {
  const bySlug = new Map<string, Dataset['operators'][number]>(
    operators.map((operator) => [operator.slug, operator]),
  );
  return (name) => {
    const role = classify(name);
    if (role?.kind === 'facts') return JSON.stringify(bySlug.get(role.slug)?.claims);
    if (role?.kind !== 'operator') return undefined;
    const { slug: _, claims: __, ...record } = bySlug.get(role.slug) ?? {};
    return JSON.stringify(record);
  };
}
