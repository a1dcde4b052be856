import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, ourPreview } from './contestants.ts';
import { changeOperator } from './dataset-folder.ts';
import { environment, type Run, readPeak } from './run-process.ts';

const ASK_EVERY_MS = 10;

/** The first rebuilds are made by code that nobody has run yet. */
const UNTIMED = 2;

const GIVE_UP_AFTER_MS = 5 * 60_000;

/** How long after an answer nothing is left to be done. */
const REST_MS = 1000;

/**
 * Saves an operator while `serve --watch` runs.
 *
 * @returns What each save took until the operator was served with it, and the memory by then.
 */
export async function measureSaves(
  job: Pick<Job, 'data' | 'out' | 'cache'>,
  rounds: number,
): Promise<readonly Run[]> {
  const { program, args } = ourPreview(job);
  const server = spawn(program, args, { env: environment(), stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(server, 'exit');
  try {
    const [base] = await Promise.race([once(createInterface(server.stdout), 'line'), ended]);
    if (typeof base !== 'string') throw new Error('The preview ended before it was asked anything');
    const runs: Run[] = [];
    for (let round = 1; round <= UNTIMED + rounds; round += 1) {
      await sleep(REST_MS);
      const updated = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000 * round);
      const started = performance.now();
      const slug = changeOperator(job.data, updated);
      await waitFor(`${base}/operators/${slug}.json`, updated);
      const milliseconds = performance.now() - started;
      if (round > UNTIMED)
        runs.push({ milliseconds, peakBytes: readPeak(server.pid), failure: null });
    }
    return runs;
  } finally {
    server.kill('SIGINT');
    await ended;
  }
}

async function waitFor(address: string, updated: Date): Promise<void> {
  const wanted = `"updated_at":"${updated.toISOString()}"`;
  const started = performance.now();
  while (performance.now() - started < GIVE_UP_AFTER_MS) {
    const response = await fetch(address);
    if ((await response.text()).includes(wanted)) return;
    await sleep(ASK_EVERY_MS);
  }
  throw new Error(`${address} was not served as it was saved, ${updated.toISOString()}`);
}
