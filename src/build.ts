import { join } from 'node:path';
import type { BuildOptions, BuildResult, Outcome } from './build-terms.ts';
import { openBuildCache } from './cache/index.ts';
import { WORKSHOP } from './emit/index.ts';
import { readDataFolder } from './intake/index.ts';
import { API_PATH, systemClock } from './model/index.ts';
import { startSecondThread } from './second-thread/index.ts';

/**
 * Checks the sources and publishes every response. With anything wrong in the sources, the output
 * folder is not touched.
 *
 * @throws EnvironmentError when a folder cannot be read or written
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const { data, out, clock = systemClock(), previous = null } = options;
  const { baseUrl = null, siteUrl = null, host = null } = options;
  const { precompress = false, snapshots = false } = options;
  const files = readDataFolder(data);
  const key = {
    data,
    published: join(out, API_PATH),
    workshop: join(out, WORKSHOP),
    options: { baseUrl, siteUrl, precompress, snapshots, host },
    now: clock.now,
  };
  const cache = openBuildCache<Outcome>(options.cache ?? null, key, options.memory);
  // Before anybody reads: what changes meanwhile has to differ from the last look.
  cache.lookAt(files.value);
  const second = cache.isEmpty ? startSecondThread(data, files.value) : null;
  try {
    // What an earlier manifest says can have changed where nothing else has.
    const isSound = files.diagnostics.length === 0;
    const last = isSound && previous === null ? cache.recallSummary(files.value) : null;
    if (last !== null) {
      const { counts, report } = last;
      const nothing = { written: 0, removed: 0, unchanged: report.files };
      return { ok: true, counts, report: { ...report, ...nothing }, diagnostics: [] };
    }
    // Loaded when there is work for it: schemas and parsers take longer than to see that there is none.
    const { publish } = await import('./publish/index.ts');
    return await publish({ ...options, clock }, files, cache, second);
  } finally {
    await second?.stop();
  }
}
