import type { SyncOptions } from '../sync/index.ts';
import { count } from './in-figures.ts';

type Pause = Parameters<SyncOptions['watcher']['onPause']>[0];

/** Why nothing happens for a while: a host that is too busy need not say for how long. */
export function describePause({ seconds, isAskedFor }: Pause): string {
  return isAskedFor
    ? `The host asks for a pause of ${count(seconds, 'second')}.`
    : `The host is too busy and does not say for how long; asking again in ${count(seconds, 'second')}.`;
}
