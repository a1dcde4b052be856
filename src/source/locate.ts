import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Place, TextFile } from '../diagnostics/index.ts';
import { parseTree } from './parse-tree.ts';
import type { SourceDocument, ValuePath } from './source-document.ts';

/**
 * Where the values of a sound text were written. Few callers ask for a place, so the text is parsed
 * again for the first one.
 *
 * @param text With what stands in for signs.
 */
export function placesIn(
  file: TextFile,
  text?: string,
): Pick<SourceDocument, 'placeOf' | 'placeOfKey'> {
  let root: Node | null | undefined;
  const find = (path: ValuePath) => {
    if (root === undefined) root = parseTree(text ?? file.text).contents;
    return follow(root, path);
  };
  const toPlace = ([start, end]: Span = [0, 0]): Place => ({ file, start, end });
  return {
    placeOf: (path) => toPlace(spanOf(find(path).node)),
    placeOfKey: (path) => {
      const { node, pair } = find(path);
      return toPlace(spanOf(pair?.key) ?? spanOf(node));
    },
  };
}

/** The node at a path, or its nearest parent. Aliases are not followed: the place is the alias. */
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

/** The pairs of a map by their keys, the last of each. Kept, since a map can be asked for thousands. */
function pairsOf(map: YAMLMap): ReadonlyMap<unknown, Pair> {
  const known = pairs.get(map);
  if (known !== undefined) return known;
  const made = new Map(
    map.items.flatMap((pair) => (isScalar(pair.key) ? [[pair.key.value, pair] as const] : [])),
  );
  pairs.set(map, made);
  return made;
}

type Span = readonly [number, number];

/** A collection is marked at its start only: marking forty lines helps nobody. */
function spanOf(node: unknown): Span | undefined {
  if (isMap(node)) {
    const first = node.items[0]?.key;
    if (!node.flow && first !== undefined) return spanOf(first);
  }
  const range = (node as Node | null | undefined)?.range;
  if (!range) return undefined;
  if (isSeq(node) && !node.flow) return [range[0], range[0] + 1];
  return [range[0], Math.max(range[1], range[0])];
}
