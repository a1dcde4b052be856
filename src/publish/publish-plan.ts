import type { Outcome } from '../build-terms.ts';
import type { BuildCache, RememberedFiles } from '../cache/index.ts';
import { recordChanges, type Succession } from '../changes/index.ts';
import {
  beginCommit,
  type Commit,
  type CommitReport,
  type Ledger,
  type OutputFolder,
} from '../emit/index.ts';
import { type Clock, momentOf, toTimestamp } from '../model/index.ts';
import type { Plan } from '../pipeline.ts';
import {
  type Artifact,
  isTable,
  NOTHING_PUBLISHED,
  type Previous,
  renderEntries,
  renderManifest,
} from '../represent/index.ts';
import type { Document, Resource, ResourceGroup } from '../resources/index.ts';
import type { SecondThread, SharedWriting, WriteReport } from '../second-thread/index.ts';
import { sourceNames } from '../validate/index.ts';
import { type BeginSnapshot, gatherRelease } from './gather-release.ts';
import { fetchNeeded, type Given } from './given.ts';
import { renderAnswers } from './render-answers.ts';
import { nothingStands, type Standing, standingIn } from './standing.ts';

/** What it takes to publish a plan. */
export interface Undertaking {
  readonly planned: Plan;
  readonly clock: Clock;
  readonly given: Given | null;
  readonly beginSnapshot: BeginSnapshot;
  /** Files that the host reads from the output folder, given all that is published. */
  readonly hostFilesOf: (resources: readonly Resource[]) => readonly Document[];
  readonly cache: BuildCache<Outcome>;
  /** Whether the sources of an operator are what they were in the build that left the cache. */
  readonly hasSameSources: (slug: string) => boolean;
  readonly second: SecondThread | null;
  readonly onWarning: (sentence: string) => void;
  /** Hears that so many of so many files are rendered and compared. */
  readonly onProgress: (files: number, total: number) => void;
  /** Hears that another thread has begun to write: what can be done meanwhile takes half the time. */
  readonly onShared: () => void;
}

/** Renders everything that does not stay as it is, and makes all of it visible. */
export async function publishPlan(
  folder: OutputFolder,
  undertaking: Undertaking,
): Promise<CommitReport> {
  const { planned, clock, given, cache, second, onWarning, onProgress } = undertaking;
  const standing = findStanding(folder, undertaking);
  const previous = given?.previous ?? standing.previous;
  const shared = beginSharing(folder, previous, undertaking);
  // What it has read with takes memory.
  if (shared === null) await second?.stop();
  else undertaking.onShared();
  warnOfLeftovers(folder, standing.previous, onWarning);
  warnOfFuture(previous, clock, onWarning);

  const { groups } = planned;
  const moving = movingIn(groups, standing);
  let old: Succession['read'] = folder.read;
  const record = recordChanges({
    dataset: planned.dataset,
    resources: moving,
    previous,
    clock,
    read: (path) => old(path),
    onWarning,
  });
  // With the manifest; how many downloads there are is only known once they are made.
  let total = countFiles([...moving, ...record.resources]) + 1;
  const commit = beginCommit(
    folder,
    standing.previous,
    ledgerOf(cache.files, given !== null),
    (files) => onProgress(files + (shared?.progress() ?? 0), total),
  );
  const release = gatherRelease(undertaking.beginSnapshot);
  const { passages, entryOf, isUntouched } = standing;
  const rendering = { ...planned, previous, clock, passages, entryOf, isUntouched };
  const put = (artifact: Artifact) => {
    record.note(artifact);
    return commit.put(artifact);
  };
  const render = (resources: readonly Resource[]) =>
    renderEntries(resources, rendering, (artifact, resource) => {
      release.note(resource, artifact);
      return put(artifact);
    });
  const all = groups.flatMap(({ resources }) => resources);
  const renderDownloads = (downloads: Iterable<Resource>) =>
    Array.from(downloads, (download) => {
      all.push(download);
      total += countFiles([download]);
      return renderEntries([download], rendering, put);
    });
  const keep = keepIn(commit, standing);
  const onWritten = ({ written, stamps }: WriteReport) => {
    for (const amount of written.values()) commit.add(amount);
    cache.files.noteAll(stamps);
  };
  try {
    const tables = renderDownloads(release.tables());
    const answers = await renderAnswers(groups, { render, keep, shared, onWritten });
    // Which files of an earlier publication are needed is only known once all else is rendered.
    if (given !== null) old = await fetchNeeded(given, record);
    const changes = render(record.resources);
    const archives = renderDownloads(release.archives());
    const others = [changes, ...archives, ...tables].map((rendered) => ({ id: null, rendered }));
    const documents = undertaking.hostFilesOf([...all, ...record.resources]);
    const hostFiles = renderEntries(documents, rendering, put).text;
    commit.put(renderManifest([...answers, ...others], rendering, hostFiles));
  } finally {
    // Whatever happens, nobody else writes from here on.
    await second?.stop();
  }
  return commit.finish();
}

/** What stays as it is: nothing over a publication from elsewhere, or where downloads take it all. */
function findStanding(
  folder: OutputFolder,
  { planned, given, beginSnapshot, cache, hasSameSources }: Undertaking,
): Standing {
  return given === null && beginSnapshot === null
    ? standingIn(folder, cache, planned, hasSameSources)
    : nothingStands(folder, cache);
}

/** Has the second thread write a part of a first publication, if there is one and it can. */
function beginSharing(
  { isEmpty, tree }: OutputFolder,
  previous: Previous,
  { planned: { dataset, precompressed }, beginSnapshot, clock, second }: Undertaking,
): SharedWriting | null {
  // What the other thread renders, downloads would miss.
  if (second === null || beginSnapshot !== null) return null;
  if (!isEmpty || previous !== NOTHING_PUBLISHED) return null;
  const { service, metrics } = dataset;
  const sources = dataset.operators.map(({ slug }) => sourceNames(slug));
  return second.beginWriting({ sources, service, metrics, precompressed, clock, tree });
}

function warnOfLeftovers(
  { isEmpty, published }: OutputFolder,
  { resources }: Previous,
  warn: (sentence: string) => void,
): void {
  if (isEmpty || resources.length > 0) return;
  warn(
    `Cannot tell what earlier builds left in ${published}: it has no manifest.json that can be read. Whatever the new one does not list stays there, and goes on being served.`,
  );
}

/** As far ahead, builds that follow each other at once can come: each is a second later than the last. */
const AHEAD_MILLISECONDS = 3_600_000;

/** A clock that was ahead once leaves times behind that all later ones have to come after. */
function warnOfFuture(
  { generatedAt: last }: Previous,
  { now, isPinned }: Clock,
  warn: (sentence: string) => void,
): void {
  if (last === null || isPinned || momentOf(last) <= now + AHEAD_MILLISECONDS) return;
  warn(
    `The last publication is of ${last}, and this build at ${toTimestamp(now)}: one of the two clocks was wrong. Whatever changes is given a later time than the last. If it is the last one that was wrong, build once into an empty folder, without --previous; the log of changes begins anew then.`,
  );
}

/** The resources that do not stay as they are. */
function movingIn(groups: readonly ResourceGroup[], { amountOf }: Standing): readonly Resource[] {
  return groups
    .filter(({ operator }) => operator === null || amountOf(operator.id) === null)
    .flatMap(({ resources }) => resources);
}

/** Every form at every address. */
function countFiles(resources: readonly Resource[]): number {
  const formsOf = (resource: Resource) =>
    isTable(resource) && resource.forms === undefined ? 2 : 1;
  return resources.reduce((sum, resource) => sum + resource.paths.length * formsOf(resource), 0);
}

/** An earlier manifest from elsewhere, or one that somebody edited, does not list what is here. */
function ledgerOf(files: RememberedFiles, isForeign: boolean): Ledger {
  return isForeign ? { ...files, isUntouched: () => false } : files;
}

/** Takes note that what is published about an operator stays, if it does. */
function keepIn(commit: Commit, { amountOf }: Standing): (id: number) => boolean {
  return (id) => {
    const amount = amountOf(id);
    if (amount !== null) commit.keep(amount);
    return amount !== null;
  };
}
