import { checkAddress } from '../check-address.ts';
import { systemClock } from '../model/index.ts';
import { sync } from '../sync/index.ts';
import { showProgress } from './progress.ts';
import { warnOfProxies } from './proxies.ts';
import {
  count,
  describeBytes,
  describePause,
  describeTimeSince,
  describeWait,
} from './sentences.ts';
import type { ExitCode, World } from './world.ts';

export interface SyncCommandOptions {
  readonly concurrency: number;
  /** In seconds. */
  readonly timeout: number;
}

/** Four tries after the first come to some four seconds. */
const FIRST_PAUSE_MILLISECONDS = 250;

/** Mirrors a deployment into a folder. */
export async function runSync(
  address: string,
  folder: string,
  options: SyncCommandOptions,
  version: string,
  world: World,
): Promise<ExitCode> {
  const started = performance.now();
  const baseUrl = checkAddress(address, 'baseUrl', 'argument base-url');
  warnOfProxies('sync', [baseUrl], world);
  const progress = showProgress('Downloading', 'files', world);
  const result = await sync({
    baseUrl,
    folder,
    userAgent: `operator-api/${version} (+sync)`,
    concurrency: options.concurrency,
    patience: 1000 * options.timeout,
    firstPause: FIRST_PAUSE_MILLISECONDS,
    now: () => systemClock().now,
    watcher: {
      onProgress: progress.update,
      onPause: (pause) => progress.say(describePause(pause)),
      onWait: (holder) => progress.say(describeWait('build or sync', holder, folder)),
      onRestart: () => progress.say('The deployment changed during the sync; comparing again.'),
    },
  }).finally(progress.clear);

  if (!result.ok) {
    for (const mismatch of result.mismatches) world.out(`${mismatch}\n`);
    const differences = count(result.mismatches.length, 'difference');
    world.err(`${baseUrl} does not match its manifest: ${differences}; ${folder} is unchanged.\n`);
    return 1;
  }
  const { report, downloaded, downloadedBytes, requests, unknownEntries } = result;
  const { files, bytes, written, unchanged, removed } = report;
  world.err(
    `Mirrored ${count(files, 'file')} (${describeBytes(bytes)}) in ${folder}: ` +
      `${downloaded} downloaded (${describeBytes(downloadedBytes)}, ${count(requests, 'request')}), ` +
      `${written} written, ${unchanged} unchanged, ${removed} removed, in ${describeTimeSince(started)}.\n`,
  );
  if (unknownEntries > 0) {
    const entries = count(unknownEntries, 'entry');
    world.err(
      `Not mirrored: files of ${entries} that this version does not know. Update operator-api to mirror them.\n`,
    );
  }
  return 0;
}
