import { spawnSync } from 'node:child_process';

/** What to run a program by, so that the system lets it watch nothing. */
export const WITHOUT_WATCHES = [
  'unshare',
  '--user',
  '--map-root-user',
  'sh',
  '-c',
  'echo 0 > /proc/sys/user/max_inotify_watches && exec "$@"',
  'sh',
] as const;

/** Whether this process may do so. */
export const canTakeWatches =
  spawnSync(WITHOUT_WATCHES[0], [...WITHOUT_WATCHES.slice(1), 'true']).status === 0;

/** What to add to the name of a test that does. */
export const whereTaken = canTakeWatches
  ? ''
  : ' (skipped here: to take watches takes user namespaces)';
