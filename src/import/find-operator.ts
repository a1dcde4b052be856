import { looksOf, type Operator } from '../model/index.ts';
import { suggestSlug } from '../validate/index.ts';
import type { Entry } from './read-rows.ts';

/**
 * The operator that an entry is about, by its id, its slug or a former one, or its name. Null for a new
 * one.
 */
export function findOperator(
  { id, slug, name }: Entry['fields'],
  operators: readonly Operator[],
): { readonly existing: Operator | null } | { readonly problem: string } {
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
      problem: `names two operators: "${found?.name}" (${found?.slug}) and, by its ${field}, "${other.name}" (${other.slug})`,
    };
  }
  if (found === null) return { existing: null };
  if (id !== undefined && byId === undefined) {
    return { problem: `has the id ${id.value}, and "${found.name}" has the id ${found.id}` };
  }
  if (slug !== undefined && bySlug === undefined) {
    return {
      problem: `has the slug "${slug.value}", and "${found.name}" has the slug "${found.slug}"; to change it: operator-api rename ${found.slug} ${slug.value}`,
    };
  }
  return { existing: found };
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
