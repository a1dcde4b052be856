import { nearest } from '../nearest.ts';
import { lineOf, type Rule } from '../rule.ts';

export const lifeOfOperators: Rule = {
  name: 'life-of-operators',
  says: 'An operator merges into an active one, and no two operators have the same slug or former slug.',
  check({ operators }, report) {
    const statuses = new Map(operators.map(({ slug, operator }) => [slug, operator?.value.status]));
    const owners = new Map(operators.map(({ slug }) => [slug, `operators/${slug}.yaml`]));
    for (const { slug, operator } of operators) {
      if (operator === null) continue;
      const { merged_into: target = null, former_slugs: former = [] } = operator.value;
      if (target !== null) {
        const isEnded = (statuses.get(target) ?? 'active') !== 'active';
        const ended = isEnded ? 'ended' : null;
        const problem = target === slug ? 'itself' : statuses.has(target) ? ended : 'unknown';
        const near = problem === 'unknown' ? nearest(target, [...statuses.keys()]) : null;
        if (problem !== null)
          report(operator.placeOf('merged_into'), {
            code: 'operator/merged-into',
            target,
            problem,
            near,
          });
      }
      for (const [index, name] of former.entries()) {
        const place = operator.placeOf('former_slugs', index);
        const first = owners.get(name);
        if (first !== undefined) report(place, { code: 'operator/duplicate-slug', name, first });
        else owners.set(name, `operators/${slug}.yaml, ${lineOf(place)}`);
      }
    }
  },
};
