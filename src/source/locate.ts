import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import type { ValuePath } from './source-document.ts';

type Span = readonly [number, number];

/** Where the value at a path stands, or the nearest thing above it that does. */
export function locate(root: Node | null, path: ValuePath): Span {
  return spanOf(follow(root, path).node) ?? [0, 0];
}

/** Where the key of the value at a path stands; the value where it has no key. */
export function locateKey(root: Node | null, path: ValuePath): Span {
  const { node, pair } = follow(root, path);
  return spanOf(pair?.key) ?? spanOf(node) ?? [0, 0];
}

/** An alias is not followed: what is wrong in its value is wrong where it is used. */
function follow(root: unknown, path: ValuePath): { node: unknown; pair: Pair | null } {
  let node = root;
  let pair: Pair | null = null;
  for (const step of path) {
    const next = isSeq(node) && typeof step === 'number' ? node.items[step] : undefined;
    const nextPair = isMap(node) ? pairsOf(node).get(step) : undefined;
    if (next === undefined && nextPair === undefined) break;
    pair = nextPair ?? null;
    node = nextPair === undefined ? next : (nextPair.value ?? nextPair.key);
  }
  return { node, pair };
}

const pairs = new WeakMap<YAMLMap, ReadonlyMap<unknown, Pair>>();

/** The pairs of a map by their keys, the last of each; sorted out once, however many are asked for. */
function pairsOf(map: YAMLMap): ReadonlyMap<unknown, Pair> {
  const known = pairs.get(map);
  if (known !== undefined) return known;
  const made = new Map(
    map.items.flatMap((pair) => (isScalar(pair.key) ? [[pair.key.value, pair] as const] : [])),
  );
  pairs.set(map, made);
  return made;
}

/** A collection is shown by its first line's worth: marking forty lines helps nobody. */
function spanOf(node: unknown): Span | null {
  if (isMap(node)) {
    const first = node.items[0]?.key;
    if (!node.flow && first !== undefined) return spanOf(first);
  }
  const range = (node as Node | null | undefined)?.range;
  if (!range) return null;
  if (isSeq(node) && !node.flow) return [range[0], range[0] + 1];
  return [range[0], Math.max(range[1], range[0])];
}
