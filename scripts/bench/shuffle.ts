import { below, seededRandom } from '../generate-dataset.ts';

/** Some things in an order that only the seed decides (Fisher and Yates). */
export function shuffle<T>(things: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  const rest = [...things];
  const order: T[] = [];
  while (rest.length > 0) order.push(...rest.splice(below(rest.length, random), 1));
  return order;
}
