import type { Holder } from '../emit/index.ts';

/**
 * Whom a command waits for, and what to do where nobody here can tell whether it is still there.
 *
 * @param what As in "another build".
 */
export function describeWait(what: string, { pid, host, lock }: Holder, folder: string): string {
  const process = host === null ? `process ${pid}` : `process ${pid} on ${host}`;
  const advice = host === null ? '' : `; if that one is gone, delete ${lock}`;
  return `Waiting for another ${what} (${process}) to finish with ${folder}${advice}.`;
}
