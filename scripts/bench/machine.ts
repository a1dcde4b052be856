import { availableParallelism, totalmem, type } from 'node:os';

/** What the measurements ran on, in words that say nothing about whose it is. */
export function describeMachine(): string {
  const cores = availableParallelism();
  const gibibytes = Math.round(totalmem() / 1024 ** 3);
  return `${cores} ${cores === 1 ? 'core' : 'cores'}, ${gibibytes} GiB of memory, ${type()}`;
}
