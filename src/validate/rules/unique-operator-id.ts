import type { Rule } from '../rule.ts';

export const uniqueOperatorId: Rule = {
  name: 'unique-operator-id',
  says: 'No two operators have the same id.',
  scope: 'all',
  check({ operators }, report) {
    const owners = new Map<number, string>();
    for (const { file, entity } of operators) {
      const id = entity?.value.id;
      if (entity === null || id === undefined) continue;
      const first = owners.get(id);
      if (first === undefined) owners.set(id, file.path);
      else report(entity.placeOf('id'), { code: 'operator/duplicate-id', id, first });
    }
  },
};
