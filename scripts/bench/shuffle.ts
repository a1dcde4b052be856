/** Some things in an order that only the seed decides (Fisher and Yates, Numerical Recipes). */
export function shuffle<T>(things: readonly T[], seed: number): T[] {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const rest = [...things];
  const order: T[] = [];
  while (rest.length > 0) order.push(...rest.splice(below(rest.length), 1));
  return order;
}
