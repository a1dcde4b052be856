import { join } from 'node:path';
import type { BuildOptions, BuildResult, Counts, Outcome } from './build-terms.ts';
import type { BuildCache } from './cache/index.ts';
import type { Checked, Diagnostic } from './diagnostics/index.ts';
import { commit, withOutputFolder } from './emit/index.ts';
import { checkFileCount, checkFileSize, HOSTS, type Host } from './hosts/index.ts';
import { fetchPrevious, fetchRegistry } from './intake/index.ts';
import { API_PATH, type Clock, type Dataset } from './model/index.ts';
import { check, plan, render } from './pipeline.ts';
import { type Artifact, NOTHING_PUBLISHED } from './represent/index.ts';
import type { Resource } from './resources/index.ts';
import type { DataFile } from './source/index.ts';
import { holdAgainstRegistry, sourceNames, valueOfSource } from './validate/index.ts';

/**
 * Checks the sources and publishes every response: a build that has something to do.
 *
 * @throws EnvironmentError when a folder cannot be read or written
 */
export async function publish(
  options: BuildOptions & { readonly clock: Clock },
  files: Checked<readonly DataFile[]>,
  cache: BuildCache<Outcome>,
): Promise<BuildResult> {
  const { data, out, clock, watcher = {} } = options;
  const observed = { ...files, value: cache.observe(files.value) };
  const { value: dataset, diagnostics } = check(data, observed, clock, {
    valueOf: cache.recallValue,
    isSame: cache.isSameSource,
  });
  if (dataset === null) return { ok: false, diagnostics };

  const { onWarning = ignore, onWait = ignore, onProgress = ignore } = watcher;
  const planned = plan(dataset, options);
  const given =
    options.previous === undefined ? null : await fetchPrevious(options.previous, onWarning);
  if (options.previous !== undefined && given !== null) {
    const registry = await fetchRegistry(options.previous, given);
    const broken = holdAgainstRegistry(dataset, registry, data);
    if (broken.length > 0) return { ok: false, diagnostics: broken };
  }
  if (options.host !== undefined) {
    const artifacts = render(planned, NOTHING_PUBLISHED, clock);
    const excess = checkLimits(HOSTS[options.host], out, artifacts);
    if (excess.length > 0) return { ok: false, diagnostics: excess };
  }
  const total = countFiles(planned);
  return withOutputFolder(out, onWait, (folder) => {
    // An earlier manifest from elsewhere, or one that somebody edited, does not list what is here.
    const isForeign = given !== null;
    const isTrusted =
      !isForeign && cache.recallShared() === planned.shared && cache.isAllUntouched();
    const ledger = isForeign ? { ...cache, isUntouched: () => false } : cache;
    const isSettled = (resource: Resource) =>
      isTrusted &&
      resource.kind !== 'problem' &&
      resource.kind !== 'document' &&
      resource.operator !== null &&
      sourceNames(resource.operator).every(cache.isSameSource);
    const artifacts = render(planned, given ?? folder.previous, clock, isSettled);
    const report = commit(artifacts, folder, ledger, (files) => onProgress(files, total));
    const counts = countDataset(dataset);
    cache.remember(files.value, { counts, report }, planned.shared, valueOfSource(dataset));
    return { ok: true, counts, report, diagnostics: [] };
  });
}

/** What of a publication a host would refuse. Sizes do not depend on when something was built. */
function checkLimits(host: Host, out: string, artifacts: Iterable<Artifact>): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  let files = 0;
  for (const artifact of artifacts) {
    const { paths, size } = artifact;
    files += paths.length * (1 + countSiblings(artifact));
    const path = join(out, API_PATH, paths[0]);
    diagnostics.push(...checkFileSize(host, { path, size }));
  }
  return [...checkFileCount(host, out, files), ...diagnostics];
}

/** How many compressed forms of a file there will be: each has to be smaller than the last. */
function countSiblings({ size, codings, render }: Artifact): number {
  let [count, smallest] = [0, size];
  for (const { encode } of codings) {
    const { length } = encode(Buffer.from(render()));
    if (length >= smallest) continue;
    [count, smallest] = [count + 1, length];
  }
  return count;
}

/** How much there is of what. */
export function countDataset({ operators, metrics, activeCategories }: Dataset): Counts {
  return {
    operators: operators.length,
    claims: operators.reduce((sum, { claims }) => sum + claims.length, 0),
    metrics: metrics.size,
    categories: activeCategories.length,
  };
}

/** Every form at every address, and the manifest. */
function countFiles({ resources }: ReturnType<typeof plan>): number {
  return resources.reduce(
    (sum, resource) =>
      sum + resource.paths.length * ('rows' in resource && resource.forms === undefined ? 2 : 1),
    1,
  );
}

function ignore(): void {}
