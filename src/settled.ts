import type { BuildCache } from './cache/index.ts';
import type { Operator } from './model/index.ts';
import type { Plan } from './pipeline.ts';
import type { Table } from './resources/index.ts';
import { sourceNames } from './validate/index.ts';

/** What is known of the build before. */
type Recalled = Pick<
  BuildCache<unknown>,
  'recallShared' | 'isAllUntouched' | 'isSameSource' | 'isSourceGone' | 'recallLastValue'
>;

type Fields = { readonly [K in keyof Operator]?: unknown };

/** An operator as it was when it was published, and as it is. */
interface Changed {
  readonly before: Fields;
  readonly after: Fields;
}

/** Tells of what is known without rendering that it is as it was published. */
export function settledIn(
  recalled: Recalled,
  { shared, dataset }: Plan,
): (table: Table) => boolean {
  if (recalled.recallShared() !== shared || !recalled.isAllUntouched()) return () => false;
  const changed = findChanged(recalled, dataset.operators);
  return ({ operator, roll }) => {
    if (operator !== null) return sourceNames(operator).every(recalled.isSameSource);
    if (roll === undefined || changed === null) return false;
    return changed.every((operator) => roll.fields.every((field) => isSame(operator, field)));
  };
}

/** The operators of which a source has changed; null when others came or went. */
function findChanged(
  { isSameSource, isSourceGone, recallLastValue }: Recalled,
  operators: readonly Operator[],
): readonly Changed[] | null {
  if (isSourceGone()) return null;
  const changed: Changed[] = [];
  for (const after of operators) {
    const names = sourceNames(after.slug);
    if (names.every(isSameSource)) continue;
    const [record, claims] = names.map(recallLastValue);
    if (record === null || record === undefined || claims === undefined) return null;
    changed.push({ before: { ...record, slug: after.slug, claims: claims ?? [] }, after });
  }
  return changed;
}

function isSame({ before, after }: Changed, field: keyof Operator): boolean {
  return JSON.stringify(before[field]) === JSON.stringify(after[field]);
}
