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
      // Names are sorted, so a copy can come before the original.
      const isFirstCopied = first !== null && !hasOwnName(first) && hasOwnName(dossier);
      const [original, copy] = isFirstCopied ? [dossier, first] : [twin, dossier];
      const [path, place] = [original.operatorFile?.path ?? '', copy.operator?.placeOf];
      if (place === undefined) continue;
      if (id !== undefined && first !== null) {
        const finding = { code: 'operator/duplicate-id', id, first: path } as const;
        report(place('id'), { ...finding, free: free.operatorId() });
      } else if (name !== undefined) {
        // A copied file without changes is not reported again.
        report(place('name'), { code: 'operator/duplicate-name', name, first: path });
      }
    }
  },
};

/** Whether the name of an operator's file matches the operator. */
function hasOwnName({ slug, operator }: Dossier): boolean {
  const name = operator?.value.name;
  return name !== undefined && suggestSlug(name) === slug;
}

/** Records the owner of a value. Returns the earlier owner, if there is one. */
function takeFirst<K>(owners: Map<K, Dossier>, key: K, dossier: Dossier): Dossier | null {
  const first = owners.get(key) ?? null;
  if (first === null) owners.set(key, dossier);
  return first;
}
