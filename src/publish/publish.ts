import { setImmediate } from 'node:timers/promises';
import type { BuildOptions, BuildResult, Outcome } from '../build-terms.ts';
import type { BuildCache } from '../cache/index.ts';
import { checkAddress } from '../check-address.ts';
import { type Checked, OutOfDate } from '../diagnostics/index.ts';
import { publicationMark, withOutputFolder } from '../emit/index.ts';
import { fetchRegistry } from '../intake/index.ts';
import type { Clock } from '../model/index.ts';
import { check, type Overrides, plan } from '../pipeline.ts';
import type { SecondThread } from '../second-thread/index.ts';
import type { DataFile } from '../source/index.ts';
import { holdAgainstRegistry } from '../validate/index.ts';
import { prepareDownloads } from './gather-release.ts';
import { fetchGiven } from './given.ts';
import { knowSources } from './known-sources.ts';
import { publishPlan, type Undertaking } from './publish-plan.ts';
import { rememberedAggregates } from './remembered-aggregates.ts';
import { renderAnew } from './render-anew.ts';

/**
 * Checks the sources and publishes every response: a build that has something to do.
 *
 * @param options `mark`: of the publication that was there when the first source was looked at.
 * @throws EnvironmentError when a folder or the previous publication cannot be read, the output not be
 *   written, or an address is none
 * @throws OutOfDate when sources changed meanwhile, or another build has published what it read
 */
export async function publish(
  options: BuildOptions & { readonly clock: Clock; readonly mark: string | null },
  files: Checked<readonly DataFile[]>,
  cache: BuildCache<Outcome>,
  second: SecondThread | null,
): Promise<BuildResult> {
  const { data, out, clock, watcher = {} } = options;
  const addresses = checkAddresses(options);
  const observed = { ...files, value: cache.sources.observe(files.value) };
  const known = await knowSources(observed.value, cache, second, options.memory);
  const { value: dataset, diagnostics, counts } = check(data, observed, clock, known.recall);
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
  const remembered = rememberedAggregates(cache, known);
  const planned = plan(dataset, { ...options, ...addresses }, remembered.recall);
  const beginSnapshot = options.snapshots === true ? await prepareDownloads(planned) : null;
  let hostFilesOf: Undertaking['hostFilesOf'] = () => [];
  if (options.host !== undefined) {
    const { checkLimits, HOSTS, hostDocuments } = await import('../hosts/index.ts');
    const host = HOSTS[options.host];
    const publicPath = options.publicPath ?? new URL(planned.baseUrl).pathname;
    hostFilesOf = (resources) => hostDocuments(host, publicPath, resources);
    const artifacts = renderAnew(planned, clock, beginSnapshot);
    const excess = checkLimits(host, out, artifacts);
    if (excess.length > 0) return { ok: false, diagnostics: excess };
  }
  return withOutputFolder(out, onWait, async (folder) => {
    if (publicationMark(out) !== options.mark) {
      throw new OutOfDate(`another build published to ${out} meanwhile, perhaps of newer sources`);
    }
    let finish: ReturnType<typeof cache.remember> | null = null;
    const beginToRemember = () => {
      finish ??= cache.remember(files.value, known.leave(dataset));
      return finish;
    };
    const report = await publishPlan(folder, {
      planned,
      clock,
      given,
      beginSnapshot,
      hostFilesOf,
      cache,
      hasSameSources: known.hasSameSources,
      second,
      onWarning,
      onProgress,
      onShared: beginToRemember,
    });
    const outcome = { counts, report };
    // In a preview, readers who came meanwhile are answered first: all of it is published.
    await setImmediate();
    beginToRemember()(outcome, planned.shared, () => remembered.leave(planned));
    return { ok: true, ...outcome, diagnostics: [] };
  });
}

function checkAddresses({ baseUrl, siteUrl }: BuildOptions): Overrides {
  return {
    baseUrl: baseUrl === undefined ? baseUrl : checkAddress(baseUrl, 'baseUrl', 'option baseUrl'),
    siteUrl: siteUrl === undefined ? siteUrl : checkAddress(siteUrl, 'siteUrl', 'option siteUrl'),
  };
}

function ignore(): void {}
