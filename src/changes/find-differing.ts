import type { Listed } from '../represent/index.ts';

/** The resources of two publications that have to be read to tell what changed. */
export interface Differing {
  readonly old: readonly Listed[];
  readonly new: readonly Listed[];
}

/** Of these, one that is there on one side alone came or went. */
const PLURAL: ReadonlySet<string> = new Set(['operator', 'facts', 'ranking']);
/** Of these, it means that another release of this program published the other side. */
const SINGLE: ReadonlySet<string> = new Set(['index', 'metrics', 'categories']);

/**
 * Finds what two publications do not have in common.
 *
 * @param isSame Whether the content of a resource that both list is the same.
 */
export function findDiffering(
  old: readonly Listed[],
  now: readonly Listed[],
  isSame: (one: Listed) => boolean,
): Differing {
  const [before, after] = [old.filter(isCompared), now.filter(isCompared)];
  const differs = (one: Listed, other: Listed | undefined): boolean =>
    other === undefined
      ? PLURAL.has(one.kind)
      : one.aliases.join() !== other.aliases.join() || !isSame(one);
  const differing = (some: readonly Listed[], others: readonly Listed[]) => {
    const index = new Map(others.map((other) => [other.path, other]));
    return some.filter((one) => differs(one, index.get(one.path)));
  };
  return { old: differing(before, after), new: differing(after, before) };
}

/** Lists of everything say nothing that is not said elsewhere. */
function isCompared({ kind }: Listed): boolean {
  return PLURAL.has(kind) || SINGLE.has(kind);
}
