import { looksOf } from '../../model/index.ts';
import { suggestSlug } from '../layout.ts';
import type { Rule } from '../rule.ts';
import type { Dossier } from '../sources.ts';

export const uniqueOperator: Rule = {
  name: 'unique-operator',
  says: 'No two operators have the same id, or names that look the same.',
  check({ operators, free }, report) {
    const byId = new Map<number, Dossier>();
    const byName = new Map<string, Dossier>();
    for (const dossier of operators) {
      const { id, name } = dossier.operator?.value ?? {};
      const first = id === undefined ? null : takeFirst(byId, id, dossier);
      const namesake = name === undefined ? null : takeFirst(byName, looksOf(name), dossier);
      const twin = first ?? namesake;
      if (twin === null) continue;
      // Names are sorted, so that a copy may well come first.
      const isFirstCopied = first !== null && !hasOwnName(first) && hasOwnName(dossier);
      const [original, copy] = isFirstCopied ? [dossier, first] : [twin, dossier];
      const [path, place] = [original.operatorFile?.path ?? '', copy.operator?.placeOf];
      if (place === undefined) continue;
      if (id !== undefined && first !== null) {
        const finding = { code: 'operator/duplicate-id', id, first: path } as const;
        report(place('id'), { ...finding, free: free.operatorId() });
      } else if (name !== undefined) {
        // Not of a copied file as well, in which nothing was changed yet.
        report(place('name'), { code: 'operator/duplicate-name', name, first: path });
      }
    }
  },
};

/** Whether the file of an operator is called as the operator is. */
function hasOwnName({ slug, operator }: Dossier): boolean {
  const name = operator?.value.name;
  return name !== undefined && suggestSlug(name) === slug;
}

/** Notes down who has something; who had it before, if somebody did. */
function takeFirst<K>(owners: Map<K, Dossier>, key: K, dossier: Dossier): Dossier | null {
  const first = owners.get(key) ?? null;
  if (first === null) owners.set(key, dossier);
  return first;
}
