import { join } from 'node:path';
import type { BuildOptions, BuildResult, Outcome } from './build-terms.ts';
import type { BuildCache } from './cache/index.ts';
import { type ChangeRecord, recordChanges, type Succession } from './changes/index.ts';
import { type Checked, EnvironmentError } from './diagnostics/index.ts';
import { beginCommit, type OutputFolder, withOutputFolder } from './emit/index.ts';
import { checkLimits, HOSTS } from './hosts/index.ts';
import { fetchPrevious, fetchRegistry, readBesideManifest } from './intake/index.ts';
import { API_PATH, type Clock, toTimestamp } from './model/index.ts';
import { check, type Plan, plan } from './pipeline.ts';
import {
  type Artifact,
  bytesOf,
  CHANGE_LOG_PATH,
  digest,
  isTable,
  NOTHING_PUBLISHED,
  type OutputPath,
  type Previous,
  type Put,
  type Rendering,
  renderManifest,
  renderResource,
  settledResource,
} from './represent/index.ts';
import type { Resource, Table } from './resources/index.ts';
import type { SecondThread, SharedWriting, SoundSources } from './second-thread/index.ts';
import { settledIn } from './settled.ts';
import type { Release } from './snapshot/index.ts';
import type { DataFile } from './source/index.ts';
import {
  holdAgainstRegistry,
  keepAsJson,
  MOST_SOURCES_AS_VALUES,
  readAlone,
  recalledValues,
  sourceNames,
  valueOfSource,
} from './validate/index.ts';

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
  let sound: SoundSources | null = null;
  let kept: ReadonlyMap<string, Buffer> | null = null;
  const textOf = (name: string) => sound?.textOf(name) ?? kept?.get(name) ?? cache.recallText(name);
  const values = recalledValues(textOf);
  if (second !== null) sound = await second.read(observed.value, readAlone, values.hold);
  else if (cache.isEmpty && files.value.length > MOST_SOURCES_AS_VALUES) {
    kept = keepAsJson(observed.value, values.hold);
  }
  noteDigests(files.value, sound, cache);
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
  const total = countFiles(planned);
  return withOutputFolder(out, onWait, async (folder) => {
    const previous = given?.previous ?? folder.previous;
    // Downloads hold every answer, so that all have to be made here.
    const helper = toDownloads === null ? second : null;
    const shared = beginSharing(planned, previous, folder, clock, helper);
    const commit = beginCommit(folder, ledgerOf(cache, given !== null), (files) =>
      onProgress(files + (shared?.progress() ?? 0), total),
    );
    const rendering = { ...planned, previous, clock };
    const isSettled = given === null ? settledIn(cache, planned) : () => false;
    const render = settledOr(isSettled, rendering);
    let old = folder.read;
    const record = recordChanges({
      ...succession,
      previous,
      read: (path) => old(path),
      isUnfinished: given === null && folder.isUnfinished,
    });
    const release = gatherRelease(toDownloads !== null);
    const put = (resource: Resource): string =>
      render(resource, (artifact) => {
        release.note(resource, artifact);
        record.note(artifact);
        commit.put(artifact);
      });
    try {
      const entries = renderShare(planned, put, shared);
      const written = await shared?.finish();
      if (written !== undefined) {
        commit.add(written);
        cache.noteAll(written.stamps);
      }
      // Which files of an earlier publication are needed is only known once all else is rendered.
      if (given !== null) old = await fetchNeeded(given, record);
      entries.push(...record.resources.map(put));
      entries.push(...(toDownloads?.(release.gathered()) ?? []).map(put));
      const texts = entries.map((entry) =>
        typeof entry === 'string' ? entry : (written?.entries.get(entry) ?? ''),
      );
      commit.put(renderManifest(texts, rendering));
    } finally {
      // Whatever happens, nobody else writes from here on.
      await second?.stop();
    }
    const outcome = { counts, report: commit.finish() };
    const read = valueOfSource(dataset);
    cache.remember(files.value, outcome, planned.shared, (name) => textOf(name) ?? read(name));
    return { ok: true, ...outcome, diagnostics: [] };
  });
}

/** Makes the downloads of a release. */
type ToDownloads = (release: Release) => readonly Resource[];

/** Loads what makes downloads, which few builds are asked for. */
async function prepareDownloads({ dataset }: Plan): Promise<ToDownloads> {
  const { prepareSnapshot } = await import('./snapshot/index.ts');
  return prepareSnapshot(dataset);
}

/** Everything as a first build would publish it. */
function* renderAnew(
  planned: Plan,
  succession: Omit<Succession, keyof typeof FIRST>,
  toDownloads: ToDownloads | null,
): Generator<Artifact, void> {
  const rendering = { ...planned, ...FIRST, clock: succession.clock };
  const release = gatherRelease(toDownloads !== null);
  const entries: string[] = [];
  const put = function* (resources: readonly Resource[]) {
    for (const resource of resources) {
      const artifacts: Artifact[] = [];
      const keep = (artifact: Artifact) => artifacts.push(artifact);
      entries.push(renderResource(resource, rendering, keep));
      for (const artifact of artifacts) release.note(resource, artifact);
      yield* artifacts;
    }
  };
  yield* put(planned.resources);
  yield* put(recordChanges({ ...succession, ...FIRST }).resources);
  yield* put(toDownloads?.(release.gathered()) ?? []);
  yield renderManifest(entries, rendering);
}

/**
 * Gathers what downloads of a release are made of: every answer as JSON, but for errors, and for the
 * pages of claims, which the list of claims and the tables have all of.
 */
function gatherRelease(isWanted: boolean) {
  const answers: Release['answers'][number][] = [];
  let newest = 0;
  return {
    note({ kind }: Resource, { paths: [path], render, modifiedAt }: Artifact) {
      if (!isWanted || kind === 'problem' || kind === 'claim' || !path.endsWith('.json')) return;
      answers.push({ path, bytes: bytesOf(render()) });
      newest = Math.max(newest, modifiedAt);
    },
    gathered: (): Release => ({ answers, publishedAt: toTimestamp(newest) }),
  };
}

/** Renders, but for what is known to be as it was published. */
function settledOr(
  isSettled: (table: Table) => boolean,
  rendering: Rendering,
): (resource: Resource, put: Put) => string {
  const { entries } = rendering.previous;
  return (resource, put) => {
    const isKnown = isTable(resource) && isSettled(resource);
    const entry = isKnown ? entries.get(`/${resource.paths[0]}`) : undefined;
    return isKnown && entry !== undefined
      ? settledResource(resource, entry, rendering, put)
      : renderResource(resource, rendering, put);
  };
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
 * @param put Renders one, and gives its entry of the manifest.
 * @returns The entries of the manifest, as JSON, in its order; where the second thread makes them,
 *   the position of the operator that they are about.
 */
function renderShare(
  { resources, dataset }: Plan,
  put: (resource: Resource) => string,
  shared: SharedWriting | null,
): (string | number)[] {
  if (shared === null) return resources.map(put);
  const positions = new Map(dataset.operators.map(({ slug }, index) => [slug, index]));
  const positionOf = (resource: Resource) =>
    isTable(resource) && resource.operator !== null ? positions.get(resource.operator) : undefined;
  // The large ones first, while the other thread is at the operators, so that both end together.
  const general = new Map(
    resources
      .filter((resource) => positionOf(resource) === undefined)
      .map((resource) => [resource, put(resource)]),
  );
  const entries: (string | number)[] = [];
  for (const resource of resources) {
    const position = positionOf(resource);
    if (position === undefined) entries.push(general.get(resource) ?? '');
    else if (shared.isOwn(position)) entries.push(put(resource));
    else if (entries.at(-1) !== position) entries.push(position);
  }
  return entries;
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

function ignore(): void {}
