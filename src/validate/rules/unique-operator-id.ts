import type { Rule } from '../rule.ts';

export const uniqueOperatorId: Rule = {
  name: 'unique-operator-id',
  says: 'No two operators have the same id.',
  scope: 'all',
  begin(_, report) {
    const owners = new Map<number, string>();
    return {
      see({ operator, mayClash }) {
        if (!mayClash || !operator?.entity) return;
        const { id } = operator.entity.value;
        if (id === undefined) return;
        const first = owners.get(id);
        if (first === undefined) owners.set(id, operator.file.path);
        else report(operator.entity.placeOf('id'), { code: 'operator/duplicate-id', id, first });
      },
    };
  },
};
