import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { firstDifference, listAddresses } from './compare-outputs.ts';
import { api, type Contestant } from './contestants.ts';
import { addFormerClaims, writeDataset } from './dataset-folder.ts';
import { mustRun } from './run-process.ts';

const OPERATORS = 40;

/**
 * Has everybody build the same few operators and holds every record of every address against ours:
 * who does another job has no time worth knowing.
 *
 * @throws Error with the first difference
 */
export async function checkContestants(
  contestants: readonly Contestant[],
  folder: string,
  say: (sentence: string) => void,
): Promise<void> {
  const data = join(folder, 'data');
  const reference = join(folder, 'ours', 'out');
  writeDataset(data, OPERATORS);
  addFormerClaims(data);
  for (const { name, isInstalled, prepare, build } of contestants) {
    if (!isInstalled) continue;
    const own = join(folder, name);
    const [out, cache, prepared] = [join(own, 'out'), join(own, 'cache'), join(own, 'prepared')];
    mkdirSync(own);
    prepare?.(data, prepared);
    await mustRun(build({ data, out, cache, prepared, reference }));
    checkOutput(name, reference, out);
    say(`${name} builds the same records`);
  }
}

/**
 * What everybody builds: operators, rankings, and all facts and all claims in bulk. What else is
 * published, ours builds on top.
 */
const COMMON = /^(?:(?:operators|best)(?:\/|$)|(?:facts|claims)$)/;

/**
 * Holds every so many addresses of some output against ours; lists, rankings and what is published
 * in bulk are always among them.
 *
 * @throws Error with the first difference
 */
export function checkOutput(name: string, reference: string, out: string, step = 1): void {
  const addresses = listAddresses(api(reference))
    .filter((address) => COMMON.test(address))
    .filter((address, index) => index % step === 0 || !address.startsWith('operators/'));
  const difference = firstDifference(api(reference), api(out), addresses);
  if (difference !== null) throw new Error(`The output of ${name} is not ours. ${difference}`);
}
