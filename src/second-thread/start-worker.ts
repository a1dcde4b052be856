import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Null where there is one processor, or no more threads are allowed: by a limit, or to this Node. */
export function startWorker(): Worker | null {
  const code = new URL('./second-thread.cjs', import.meta.url);
  // Run from its sources, as in tests, it has no code of its own.
  if (availableParallelism() < 2 || !existsSync(code)) return null;
  try {
    return new Worker(code);
  } catch {
    return null;
  }
}
