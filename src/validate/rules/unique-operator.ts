import { looksOf } from '../../model/index.ts';
import type { Rule } from '../rule.ts';

export const uniqueOperator: Rule = {
  name: 'unique-operator',
  says: 'No two operators have the same id, or names that look the same.',
  check({ operators }, report) {
    const byId = new Map<number, string>();
    const byName = new Map<string, string>();
    for (const { operator } of operators) {
      if (!operator?.entity) continue;
      const { value, placeOf } = operator.entity;
      const { path } = operator.file;
      const { id, name } = value;
      const first = id === undefined ? null : takeFirst(byId, id, path);
      const namesake = name === undefined ? null : takeFirst(byName, looksOf(name), path);
      if (id !== undefined && first !== null) {
        report(placeOf('id'), { code: 'operator/duplicate-id', id, first });
      } else if (name !== undefined && namesake !== null) {
        // Not of a copied file as well, in which nothing was changed yet.
        report(placeOf('name'), { code: 'operator/duplicate-name', name, first: namesake });
      }
    }
  },
};

/** Notes down who has something; the file that had it before, if there is one. */
function takeFirst<K>(owners: Map<K, string>, key: K, path: string): string | null {
  const first = owners.get(key) ?? null;
  if (first === null) owners.set(key, path);
  return first;
}
