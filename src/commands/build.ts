import { dirname, join, resolve } from 'node:path';
import { build } from '../build.ts';
import type { HostName } from '../hosts/index.ts';
import { showProgress } from './progress.ts';
import { warnOfProxies } from './proxies.ts';
import { type ReportOptions, renderReport } from './report-format.ts';
import {
  count,
  describeBytes,
  describeCounts,
  describeTimeSince,
  describeWait,
} from './sentences.ts';
import { buildClock, type ExitCode, type World } from './world.ts';

/** What --cache names; false for --no-cache. */
export type CacheOption = string | false;

export interface BuildCommandOptions extends ReportOptions {
  readonly data: string;
  readonly out: string;
  readonly baseUrl?: string;
  readonly siteUrl?: string;
  readonly previous?: string;
  readonly requirePrevious?: boolean;
  readonly precompress?: boolean;
  readonly snapshots?: boolean;
  readonly host?: HostName;
  readonly publicPath?: string;
  readonly cache?: CacheOption;
}

/** Checks the sources and publishes every response below the output folder. */
export async function runBuild(options: BuildCommandOptions, world: World): Promise<ExitCode> {
  const started = performance.now();
  warnOfProxies('build', [options.previous], world);
  const progress = showProgress('Rendering', 'files', world);
  const result = await build({
    ...options,
    cache: cacheFolder(options),
    clock: buildClock(world),
    watcher: {
      onProgress: progress.update,
      onWarning: progress.say,
      onWait: (holder) => world.err(`${describeWait('build', holder, options.out)}\n`),
    },
  }).finally(progress.clear);

  if (!result.ok) {
    world.out(renderReport(result.diagnostics, options, world));
    const problems = count(result.diagnostics.length, 'problem');
    world.err(`Found ${problems} in ${options.data}; ${options.out} is unchanged.\n`);
    return 1;
  }
  if (options.format !== 'text') world.out(renderReport([], options, world));
  const { written, unchanged, removed, files, bytes } = result.report;
  world.err(
    `Built ${count(files, 'file')} (${describeBytes(bytes)}) in ${options.out} from ${describeCounts(result.counts)}: ` +
      `${written} written, ${unchanged} unchanged, ${removed} removed, in ${describeTimeSince(started)}.\n`,
  );
  return 0;
}

/** The cache folder: beside the sources by default. */
export function cacheFolder({
  data,
  cache,
}: {
  readonly data: string;
  readonly cache?: CacheOption;
}): string | undefined {
  if (cache === false) return undefined;
  return cache ?? join(dirname(resolve(data)), '.operator-api-cache');
}
