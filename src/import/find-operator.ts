import { looksOf, type Operator } from '../model/index.ts';
import { nearest, suggestSlug } from '../validate/index.ts';
import type { Entry } from './read-rows.ts';

/**
 * The operator that an entry is about, by its id, its slug or a former one, or its name. Null for a new
 * one.
 *
 * @returns with a problem, if the entry does not agree with it about these
 */
export function findOperator(
  { id, slug, name }: Entry['fields'],
  operators: readonly Operator[],
): { readonly existing: Operator | null; readonly problem?: string } {
  const byId = operators.find((one) => one.id === id?.value);
  const bySlug = operators.find(({ slug: own, former_slugs: former }) =>
    [own, ...former].some((other) => other === slug?.value),
  );
  const byName = name && findByName(String(name.value), operators);
  const found = byId ?? bySlug ?? byName ?? null;
  const others = { id: byId, slug: bySlug, name: byName };
  for (const [field, other] of Object.entries(others)) {
    if (other === undefined || other === found) continue;
    return {
      existing: found,
      problem: `names two operators: "${found?.name}" (${found?.slug}) and, by its ${field}, "${other.name}" (${other.slug})`,
    };
  }
  if (found === null) return { existing: null };
  if (id !== undefined && byId === undefined) {
    return {
      existing: found,
      problem: `has the id ${id.value}, and "${found.name}" has the id ${found.id}`,
    };
  }
  if (slug !== undefined && bySlug === undefined) {
    return {
      existing: found,
      problem: `has the slug "${slug.value}", and "${found.name}" has the slug "${found.slug}"; to change it: operator-api rename ${found.slug} ${slug.value}`,
    };
  }
  return { existing: found };
}

/**
 * The slug of the operator that a new one could be: with a similar name, or the only one with the same
 * evidence. Null if there is none.
 */
export function findSimilar(
  { fields: { name }, claims }: Entry,
  operators: readonly Operator[],
): string | null {
  const names = new Map(operators.map((one) => [one.name.toLowerCase(), one.slug]));
  const near = names.get(nearest(String(name?.value ?? ''), names.keys()) ?? '');
  if (near !== undefined) return near;
  const pages = new Set(claims.map(({ evidence_url }) => evidence_url));
  const [first, ...others] = operators.filter((one) =>
    one.claims.some(({ evidence_url }) => pages.has(evidence_url)),
  );
  return first === undefined || others.length > 0 ? null : first.slug;
}

/** By a name that looks the same, or else by the slug that is made of it. */
function findByName(name: string, operators: readonly Operator[]): Operator | undefined {
  const looks = looksOf(name).toLowerCase();
  const slug = suggestSlug(name);
  return (
    operators.find((one) => looksOf(one.name).toLowerCase() === looks) ??
    operators.find((one) => [one.slug, ...one.former_slugs].some((own) => own === slug))
  );
}
