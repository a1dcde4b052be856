/** Ways to do some asynchronous work for each of some things. */

/** One after the other, as a loop that awaits does it. */
export async function oneByOne(things, work) {
  const results = [];
  for (const thing of things) results.push(await work(thing));
  return results;
}

/** All at the same time: faster, until the system runs out of file descriptors. */
export function allAtOnce(things, work) {
  return Promise.all(things.map(work));
}
