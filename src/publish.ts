import { join } from 'node:path';
import type { BuildOptions, BuildResult, Counts, Outcome } from './build-terms.ts';
import type { BuildCache } from './cache/index.ts';
import { type ChangeRecord, recordChanges, type Succession } from './changes/index.ts';
import { type Checked, type Diagnostic, EnvironmentError } from './diagnostics/index.ts';
import { commit, withOutputFolder } from './emit/index.ts';
import { checkFileCount, checkFileSize, HOSTS, type Host } from './hosts/index.ts';
import { fetchPrevious, readBesideManifest, readPublishedFile } from './intake/index.ts';
import { API_PATH, type Clock, type Dataset } from './model/index.ts';
import { check, type Plan, plan, render } from './pipeline.ts';
import {
  type Artifact,
  CHANGE_LOG_PATH,
  digest,
  NOTHING_PUBLISHED,
  type Previous,
} from './represent/index.ts';
import type { Resource } from './resources/index.ts';
import type { DataFile } from './source/index.ts';
import { sourceNames, valueOfSource } from './validate/index.ts';

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
  const succession = { ...planned, dataset, clock, onWarning };
  const given =
    options.previous === undefined ? null : await fetchPrevious(options.previous, onWarning);
  if (options.host !== undefined) {
    const record = recordChanges({ ...succession, ...FIRST });
    const artifacts = renderAll(planned, record, FIRST.previous, clock);
    const excess = checkLimits(HOSTS[options.host], out, artifacts);
    if (excess.length > 0) return { ok: false, diagnostics: excess };
  }
  const total = countFiles(planned);
  const readGiven =
    given === null || options.previous === undefined
      ? null
      : await fetchNeeded(options.previous, given, planned, succession);
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
    const previous = given ?? folder.previous;
    const record = recordChanges({
      ...succession,
      previous,
      read: readGiven ?? ((path) => readPublishedFile(folder.published, path)),
      isUnfinished: !isForeign && folder.isUnfinished,
    });
    const artifacts = renderAll(planned, record, previous, clock, isSettled);
    const report = commit(artifacts, folder, ledger, (files) => onProgress(files, total));
    const counts = countDataset(dataset);
    cache.remember(files.value, { counts, report }, planned.shared, valueOfSource(dataset));
    return { ok: true, counts, report, diagnostics: [] };
  });
}

/** Before anything was published. */
const FIRST = { previous: NOTHING_PUBLISHED, read: () => null, isUnfinished: false } as const;

/** Everything that is published, the log of what changes by it included. */
function renderAll(
  planned: Plan,
  { resources, watch }: ChangeRecord,
  previous: Previous,
  clock: Clock,
  isSettled?: (resource: Resource) => boolean,
): Iterable<Artifact> {
  const all = { ...planned, resources: [...planned.resources, ...resources] };
  return watch(render(all, previous, clock, isSettled));
}

/**
 * Reads what is needed of an earlier publication to say what changes, wherever that stands: which
 * of its files differ is only known once everything was rendered once.
 */
async function fetchNeeded(
  manifest: string,
  previous: Previous,
  planned: Plan,
  succession: Omit<Succession, keyof typeof FIRST>,
): Promise<Succession['read']> {
  if (previous.entries.size === 0) return () => null;
  const record = recordChanges({ ...succession, ...FIRST, previous });
  for (const _ of record.watch(render(planned, previous, succession.clock)));
  const files = await readBesideManifest(manifest, record.neededFiles());
  const log = files.get(CHANGE_LOG_PATH);
  if (log !== undefined && digest(log) !== previous.files.get(CHANGE_LOG_PATH)?.sha256) {
    throw new EnvironmentError(
      `Cannot continue the log of changes of ${manifest}: ${CHANGE_LOG_PATH} beside it is not the file it lists; if a deployment is under way, try again when it is done`,
    );
  }
  return (path) => files.get(path) ?? null;
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
  const ofChanges = 3;
  return resources.reduce(
    (sum, resource) =>
      sum + resource.paths.length * ('rows' in resource && resource.forms === undefined ? 2 : 1),
    1 + ofChanges,
  );
}

function ignore(): void {}
