import { join } from 'node:path';
import type { BuildOptions, BuildResult, Counts, Outcome } from './build-terms.ts';
import type { BuildCache } from './cache/index.ts';
import type { Checked, Diagnostic } from './diagnostics/index.ts';
import { beginCommit, type Commit, withOutputFolder } from './emit/index.ts';
import { checkFileCount, checkFileSize, HOSTS, type Host } from './hosts/index.ts';
import { fetchPrevious, fetchRegistry } from './intake/index.ts';
import { API_PATH, type Clock, type Dataset } from './model/index.ts';
import { check, type Plan, plan, render } from './pipeline.ts';
import {
  type Artifact,
  isTable,
  NOTHING_PUBLISHED,
  type Rendering,
  renderManifest,
  renderResource,
  settledResource,
} from './represent/index.ts';
import type { Table } from './resources/index.ts';
import type { SecondThread, SharedWriting } from './second-thread/index.ts';
import type { DataFile } from './source/index.ts';
import { holdAgainstRegistry, readAlone, sourceNames, valueOfSource } from './validate/index.ts';

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
  const sound = second === null ? null : await second.read(observed.value, readAlone);
  for (const { name } of sound === null ? [] : files.value) {
    const digest = sound?.digestOf(name);
    if (digest !== undefined) cache.noteSource(name, digest);
  }
  const { value: dataset, diagnostics } = check(data, observed, clock, {
    valueOf: (name) => parse(sound?.valueOf(name)) ?? cache.recallValue(name),
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
  return withOutputFolder(out, onWait, async (folder) => {
    // An earlier manifest from elsewhere, or one that somebody edited, does not list what is here.
    const isForeign = given !== null;
    const isTrusted =
      !isForeign && cache.recallShared() === planned.shared && cache.isAllUntouched();
    const isSettled = (resource: Table) =>
      isTrusted &&
      resource.operator !== null &&
      sourceNames(resource.operator).every(cache.isSameSource);
    const ledger = isForeign ? { ...cache, isUntouched: () => false } : cache;
    const previous = given ?? folder.previous;
    const shared =
      folder.isEmpty && previous === NOTHING_PUBLISHED
        ? (second?.beginWriting({
            ...planned,
            ...planned.dataset,
            sources: planned.dataset.operators.map(({ slug }) => sourceNames(slug)),
            clock,
            tree: folder.tree,
          }) ?? null)
        : null;
    try {
      const commit = beginCommit(folder, ledger, (files) =>
        onProgress(files + (shared?.progress() ?? 0), total),
      );
      const rendering = { ...planned, previous, clock };
      const entries = await renderAll(planned, rendering, isSettled, commit, shared, cache);
      commit.put(renderManifest(entries, rendering));
      const report = commit.finish();
      const counts = countDataset(dataset);
      const recalled = valueOfSource(dataset);
      cache.remember(files.value, { counts, report }, planned.shared, (name) => {
        const text = sound?.valueOf(name) ?? recalled(name);
        return typeof text === 'string' ? Buffer.from(text) : text;
      });
      return { ok: true, counts, report, diagnostics: [] };
    } finally {
      await second?.stop();
    }
  });
}

/**
 * Renders every resource that is not left to the second thread, and waits for that.
 *
 * @returns The entries of the manifest, as JSON, in its order.
 */
async function renderAll(
  { resources, dataset }: Plan,
  rendering: Rendering,
  isSettled: (resource: Table) => boolean,
  commit: Commit,
  shared: SharedWriting | null,
  cache: BuildCache<Outcome>,
): Promise<readonly string[]> {
  const positions = new Map(dataset.operators.map(({ slug }, index) => [slug, index]));
  const entries: (string | number)[] = [];
  for (const resource of resources) {
    const table = isTable(resource) ? resource : null;
    const position = table?.operator == null ? undefined : positions.get(table.operator);
    if (shared !== null && position !== undefined && !shared.isOwn(position)) {
      if (entries.at(-1) !== position) entries.push(position);
      continue;
    }
    const settled =
      table !== null && isSettled(table)
        ? rendering.previous.entries.get(`/${table.paths[0]}`)
        : undefined;
    const { artifacts, entry } =
      table !== null && settled !== undefined
        ? settledResource(table, settled, rendering)
        : renderResource(resource, rendering);
    for (const artifact of artifacts) commit.put(artifact);
    entries.push(entry);
  }
  if (shared === null) return entries.map(String);
  const written = await shared.finish();
  commit.add(written);
  cache.noteAll(written.stamps);
  return entries.map((entry) =>
    typeof entry === 'string' ? entry : (written.entries.get(entry) ?? ''),
  );
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

function parse(json: Buffer | undefined): unknown {
  return json && JSON.parse(json.toString());
}

function ignore(): void {}
