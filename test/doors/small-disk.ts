import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { onTestFinished } from 'vitest';

/** Whether this process may mount a file system. */
export const canMount = tryToMount();

/** What to add to the name of a test that mounts one. */
export const whereMounted = canMount ? '' : ' (skipped here: mounting a tmpfs takes root)';

/**
 * Mounts a file system of its own on a folder, until the test is finished.
 *
 * @param size As `mount` has it: `512k`, `2m`.
 * @returns A function that mounts it again with other options.
 */
export function mountDisk(folder: string, size: string): (options: string) => void {
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', [folder]);
  });
  return (options) => execFileSync('mount', ['-o', `remount,${options}`, folder]);
}

/** In a name space of its own, so that nothing of it stays. */
function tryToMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
