import { join } from 'node:path';
import type { BuildOptions, BuildResult, Counts, Outcome } from './build-terms.ts';
import type { BuildCache } from './cache/index.ts';
import { type ChangeRecord, recordChanges } from './changes/index.ts';
import { type Checked, EnvironmentError } from './diagnostics/index.ts';
import { beginCommit, type Commit, type OutputFolder, withOutputFolder } from './emit/index.ts';
import { checkLimits, HOSTS } from './hosts/index.ts';
import { fetchPrevious, fetchRegistry, readBesideManifest } from './intake/index.ts';
import { API_PATH, type Clock, type Dataset } from './model/index.ts';
import { check, type Plan, plan, render } from './pipeline.ts';
import {
  CHANGE_LOG_PATH,
  digest,
  isTable,
  NOTHING_PUBLISHED,
  type OutputPath,
  type Previous,
  type RenderedResource,
  renderManifest,
  renderResource,
  settledResource,
} from './represent/index.ts';
import type { Resource, Table } from './resources/index.ts';
import type { SecondThread, SharedWriting, SoundSources } from './second-thread/index.ts';
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
  noteDigests(files.value, sound, cache);
  const { value: dataset, diagnostics } = check(data, observed, clock, {
    valueOf: (name) => parse(sound?.valueOf(name)) ?? cache.recallValue(name),
    isSame: cache.isSameSource,
  });
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
  const planned = plan(dataset, options);
  const succession = {
    dataset: planned.dataset,
    service: planned.dataset.service,
    resources: planned.resources,
    clock,
    onWarning,
  };
  if (options.host !== undefined) {
    const { resources } = recordChanges({ ...succession, ...FIRST });
    const all = { ...planned, resources: [...planned.resources, ...resources] };
    const places = { out, published: join(out, API_PATH) };
    const excess = checkLimits(HOSTS[options.host], places, render(all, NOTHING_PUBLISHED, clock));
    if (excess.length > 0) return { ok: false, diagnostics: excess };
  }
  const total = countFiles(planned);
  return withOutputFolder(out, onWait, async (folder) => {
    const previous = given?.previous ?? folder.previous;
    const shared = beginSharing(planned, previous, folder, clock, second);
    const commit = beginCommit(folder, ledgerOf(cache, given !== null), (files) =>
      onProgress(files + (shared?.progress() ?? 0), total),
    );
    const isSettled = settledIn(cache, planned, given !== null);
    const rendering = { ...planned, previous, clock };
    const render = (resource: Resource): RenderedResource => {
      const entry =
        isTable(resource) && isSettled(resource)
          ? previous.entries.get(`/${resource.paths[0]}`)
          : undefined;
      return isTable(resource) && entry !== undefined
        ? settledResource(resource, entry, rendering)
        : renderResource(resource, rendering);
    };
    let old = folder.read;
    const record = recordChanges({
      ...succession,
      previous,
      read: (path) => old(path),
      isUnfinished: given === null && folder.isUnfinished,
    });
    try {
      const entries = renderShare(planned, render, commit, record, shared);
      const written = await shared?.finish();
      if (written !== undefined) {
        commit.add(written);
        cache.noteAll(written.stamps);
      }
      // Which files of an earlier publication are needed is only known once all else is rendered.
      if (given !== null) old = await fetchNeeded(given, record);
      for (const resource of record.resources) entries.push(put(render(resource), commit, record));
      const texts = entries.map((entry) =>
        typeof entry === 'string' ? entry : (written?.entries.get(entry) ?? ''),
      );
      commit.put(renderManifest(texts, rendering));
    } finally {
      // Whatever happens, nobody else writes from here on.
      await second?.stop();
    }
    const outcome = { counts: countDataset(dataset), report: commit.finish() };
    const recalled = valueOfSource(dataset);
    cache.remember(files.value, outcome, planned.shared, (name) => {
      const text = sound?.valueOf(name) ?? recalled(name);
      return typeof text === 'string' ? Buffer.from(text) : text;
    });
    return { ok: true, ...outcome, diagnostics: [] };
  });
}

/** Before anything was published. */
const FIRST = { previous: NOTHING_PUBLISHED, read: () => null, isUnfinished: false } as const;

/** A publication that the user named. */
interface Given {
  readonly from: string;
  readonly previous: Previous;
}

async function fetchGiven(
  from: string | undefined,
  warn: (sentence: string) => void,
): Promise<Given | null> {
  return from === undefined ? null : { from, previous: await fetchPrevious(from, warn) };
}

/** The files of a publication that it takes to say what changed since. */
async function fetchNeeded({ from, previous }: Given, record: ChangeRecord) {
  const files = await readBesideManifest(from, record.neededFiles());
  const log = files.get(CHANGE_LOG_PATH);
  if (log !== undefined && digest(log) !== previous.files.get(CHANGE_LOG_PATH)?.sha256) {
    throw new EnvironmentError(
      `Cannot continue the log of changes of ${from}: ${CHANGE_LOG_PATH} beside it is not the file it lists; if a deployment is under way, try again when it is done`,
    );
  }
  return (path: OutputPath) => files.get(path) ?? null;
}

function noteDigests(
  files: readonly DataFile[],
  sound: SoundSources | null,
  cache: BuildCache<Outcome>,
): void {
  if (sound === null) return;
  for (const { name } of files) {
    const digest = sound.digestOf(name);
    if (digest !== undefined) cache.noteSource(name, digest);
  }
}

/** An earlier manifest from elsewhere, or one that somebody edited, does not list what is here. */
function ledgerOf(cache: BuildCache<Outcome>, isForeign: boolean) {
  return isForeign ? { ...cache, isUntouched: () => false } : cache;
}

/** Tells of what is known without rendering that it is as it was published. */
function settledIn(cache: BuildCache<Outcome>, { shared }: Plan, isForeign: boolean) {
  const isTrusted = !isForeign && cache.recallShared() === shared && cache.isAllUntouched();
  return ({ operator }: Table) =>
    isTrusted && operator !== null && sourceNames(operator).every(cache.isSameSource);
}

/** Has the second thread write a part of a first publication, if there is one and it can. */
function beginSharing(
  { dataset, precompressed }: Plan,
  previous: Previous,
  { isEmpty, tree }: OutputFolder,
  clock: Clock,
  second: SecondThread | null,
): SharedWriting | null {
  if (second === null || !isEmpty || previous !== NOTHING_PUBLISHED) return null;
  const { service, metrics } = dataset;
  const sources = dataset.operators.map(({ slug }) => sourceNames(slug));
  return second.beginWriting({ sources, service, metrics, precompressed, clock, tree });
}

/**
 * Renders every resource that is not left to the second thread.
 *
 * @returns The entries of the manifest, as JSON, in its order; where the second thread makes them,
 *   the position of the operator that they are about.
 */
function renderShare(
  { resources, dataset }: Plan,
  render: (resource: Resource) => RenderedResource,
  commit: Commit,
  record: ChangeRecord,
  shared: SharedWriting | null,
): (string | number)[] {
  const positions = new Map(dataset.operators.map(({ slug }, index) => [slug, index]));
  const entries: (string | number)[] = [];
  for (const resource of resources) {
    const operator = isTable(resource) ? resource.operator : null;
    const position = operator === null ? undefined : positions.get(operator);
    if (shared === null || position === undefined || shared.isOwn(position)) {
      entries.push(put(render(resource), commit, record));
    } else if (entries.at(-1) !== position) {
      entries.push(position);
    }
  }
  return entries;
}

function put({ artifacts, entry }: RenderedResource, commit: Commit, record: ChangeRecord): string {
  for (const artifact of artifacts) {
    record.note(artifact);
    commit.put(artifact);
  }
  return entry;
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

/** Every form at every address, the log of changes, and the manifest. */
function countFiles({ resources }: Plan): number {
  const ofChanges = 3;
  return resources.reduce(
    (sum, resource) =>
      sum + resource.paths.length * ('rows' in resource && resource.forms === undefined ? 2 : 1),
    1 + ofChanges,
  );
}

function parse(json: Buffer | undefined): unknown {
  return json && JSON.parse(json.toString());
}

function ignore(): void {}
