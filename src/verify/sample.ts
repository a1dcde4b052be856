/**
 * Takes some of many, evenly spread and always the same: from each kind in proportion, from each
 * kind at least one, in the order they came.
 */
export function sampleOf<T extends { readonly kind: string }>(
  all: readonly T[],
  size: number | 'all',
): readonly T[] {
  if (size === 'all' || size >= all.length) return all;
  const kinds = new Map<string, T[]>();
  for (const one of all) {
    const members = kinds.get(one.kind) ?? [];
    members.push(one);
    kinds.set(one.kind, members);
  }
  const taken = new Set<T>();
  for (const members of kinds.values()) {
    const share = Math.max(1, Math.round((size * members.length) / all.length));
    for (let turn = 0; turn < share; turn += 1) {
      const one = members[Math.floor((turn * members.length) / share)];
      if (one !== undefined) taken.add(one);
    }
  }
  return all.filter((one) => taken.has(one));
}
