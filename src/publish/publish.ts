import { join } from 'node:path';
import type { BuildOptions, BuildResult, Outcome } from '../build-terms.ts';
import type { BuildCache } from '../cache/index.ts';
import type { Checked } from '../diagnostics/index.ts';
import { withOutputFolder } from '../emit/index.ts';
import { checkLimits, HOSTS } from '../hosts/index.ts';
import { fetchRegistry } from '../intake/index.ts';
import { API_PATH, type Clock } from '../model/index.ts';
import { check, plan } from '../pipeline.ts';
import type { SecondThread, SoundSources } from '../second-thread/index.ts';
import type { DataFile } from '../source/index.ts';
import { holdAgainstRegistry, recalledValues, valueOfSource } from '../validate/index.ts';
import { prepareDownloads } from './gather-release.ts';
import { fetchGiven } from './given.ts';
import { publishPlan } from './publish-plan.ts';
import { readAhead } from './read-ahead.ts';
import { renderAnew } from './render-anew.ts';

/**
 * Checks the sources and publishes every response: a build that has something to do.
 *
 * @throws EnvironmentError when a folder cannot be read or written
 */
export async function publish(
  options: BuildOptions & { readonly clock: Clock },
  files: Checked<readonly DataFile[]>,
  cache: BuildCache<Outcome>,
  second: SecondThread | null,
): Promise<BuildResult> {
  const { data, out, clock, watcher = {} } = options;
  const observed = { ...files, value: cache.observe(files.value) };
  let sound: SoundSources = { textOf: cache.recallText, digestOf: () => undefined };
  const values = recalledValues((name) => sound.textOf(name), options.memory?.values);
  if (cache.isEmpty) {
    sound = await readAhead(observed.value, second, values.hold);
    for (const { name } of files.value) {
      const digest = sound.digestOf(name);
      if (digest !== undefined) cache.noteSource(name, digest);
    }
  }
  const recall = { ...values, isSame: cache.isSameSource };
  const { value: dataset, diagnostics, counts } = check(data, observed, clock, recall);
  if (dataset === null) return { ok: false, diagnostics };

  const { onWarning = ignore, onWait = ignore, onProgress = ignore } = watcher;
  const given = await fetchGiven(options.previous, onWarning);
  if (given !== null) {
    const broken = holdAgainstRegistry(
      dataset,
      await fetchRegistry(given.from, given.previous),
      data,
    );
    if (broken.length > 0) return { ok: false, diagnostics: broken };
  }
  const planned = await plan(dataset, options);
  const succession = {
    dataset: planned.dataset,
    service: planned.dataset.service,
    resources: planned.resources,
    clock,
    onWarning,
  };
  const toDownloads = options.snapshots === true ? await prepareDownloads(planned) : null;
  if (options.host !== undefined) {
    const places = { out, published: join(out, API_PATH) };
    const artifacts = renderAnew(planned, succession, toDownloads);
    const excess = checkLimits(HOSTS[options.host], places, artifacts);
    if (excess.length > 0) return { ok: false, diagnostics: excess };
  }
  return withOutputFolder(out, onWait, async (folder) => {
    const report = await publishPlan(folder, {
      planned,
      succession,
      given,
      toDownloads,
      cache,
      second,
      onProgress,
    });
    const outcome = { counts, report };
    const read = valueOfSource(dataset);
    const textOf = (name: string) => sound.textOf(name) ?? read(name);
    cache.remember(files.value, outcome, planned.shared, textOf);
    return { ok: true, ...outcome, diagnostics: [] };
  });
}

function ignore(): void {}
