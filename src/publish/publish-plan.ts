import type { Outcome } from '../build-terms.ts';
import type { BuildCache, RememberedFiles } from '../cache/index.ts';
import { recordChanges, type Succession } from '../changes/index.ts';
import { beginCommit, type CommitReport, type Ledger, type OutputFolder } from '../emit/index.ts';
import type { Clock } from '../model/index.ts';
import type { Plan } from '../pipeline.ts';
import {
  type Artifact,
  isTable,
  NOTHING_PUBLISHED,
  type Previous,
  type RenderedEntries,
  renderManifest,
  renderResource,
  settledResource,
} from '../represent/index.ts';
import type { Resource } from '../resources/index.ts';
import type { SecondThread, SharedWriting, WriteReport } from '../second-thread/index.ts';
import { sourceNames } from '../validate/index.ts';
import { gatherRelease, type ToDownloads } from './gather-release.ts';
import { fetchNeeded, type Given } from './given.ts';
import { groupByOperator, renderAnswers } from './render-answers.ts';
import { nothingStands, standingIn } from './standing.ts';

/** What it takes to publish a plan. */
export interface Undertaking {
  readonly planned: Plan;
  readonly clock: Clock;
  readonly given: Given | null;
  readonly toDownloads: ToDownloads | null;
  readonly cache: BuildCache<Outcome>;
  /** Whether the sources of an operator are what they were in the build that left the cache. */
  readonly hasSameSources: (slug: string) => boolean;
  readonly second: SecondThread | null;
  readonly onWarning: (sentence: string) => void;
  /** Hears that so many of so many files are rendered and compared. */
  readonly onProgress: (files: number, total: number) => void;
}

/** Renders everything that does not stay as it is, and makes all of it visible. */
export async function publishPlan(
  folder: OutputFolder,
  {
    planned,
    clock,
    given,
    toDownloads,
    cache,
    hasSameSources,
    second,
    onWarning,
    onProgress,
  }: Undertaking,
): Promise<CommitReport> {
  // An earlier manifest from elsewhere does not list what is here, and downloads hold every answer.
  const isAlone = given === null && toDownloads === null;
  const standing = isAlone
    ? standingIn(folder, cache, planned, hasSameSources)
    : nothingStands(folder, cache);
  const previous = given?.previous ?? standing.previous;
  const helper = toDownloads === null ? second : null;
  const shared = beginSharing(planned, previous, folder, clock, helper);
  const groups = groupByOperator(planned);
  const moving = groups
    .filter(({ operator }) => operator === null || standing.amountOf(operator.id) === null)
    .flatMap(({ resources }) => resources);
  const written = standing.previous.paths;
  if (!folder.isEmpty && written.size === 0) {
    onWarning(
      `Cannot tell what earlier builds left in ${folder.published}: it has no manifest.json that can be read. Whatever the new one does not list stays there, and goes on being served.`,
    );
  }

  let old: Succession['read'] = folder.read;
  const record = recordChanges({
    dataset: planned.dataset,
    resources: moving,
    previous,
    clock,
    read: (path) => old(path),
    isUnfinished: given === null && folder.unfinished.length > 0,
    onWarning,
  });
  // With the manifest; how many downloads there are is only known once they are made.
  let total = countFiles([...moving, ...record.resources]) + 1;
  const commit = beginCommit(folder, written, ledgerOf(cache.files, given !== null), (files) =>
    onProgress(files + (shared?.progress() ?? 0), total),
  );
  const release = gatherRelease(toDownloads);
  const rendering = { ...planned, previous, clock, passages: standing.passages };
  const render = (resources: readonly Resource[]): RenderedEntries => {
    let [files, bytes] = [0, 0];
    const entries = resources.map((resource) => {
      const put = (artifact: Artifact) => {
        release.note(resource, artifact);
        record.note(artifact);
        const amount = commit.put(artifact);
        files += amount.files;
        bytes += amount.bytes;
      };
      const settled = standing.entryOf(resource);
      return settled === null
        ? renderResource(resource, rendering, put)
        : settledResource(resource, settled, rendering, put);
    });
    return { text: entries.join(), files, bytes };
  };
  const keep = (id: number) => {
    const amount = standing.amountOf(id);
    if (amount !== null) commit.keep(amount);
    return amount !== null;
  };
  const onWritten = ({ written, stamps }: WriteReport) => {
    for (const amount of written.values()) commit.add(amount);
    cache.files.noteAll(stamps);
  };
  try {
    const answers = await renderAnswers(groups, { render, keep, shared, onWritten });
    // Which files of an earlier publication are needed is only known once all else is rendered.
    if (given !== null) old = await fetchNeeded(given, record);
    const changes = render(record.resources);
    const downloads = release.downloads();
    total += countFiles(downloads);
    const others = [changes, render(downloads)].map((rendered) => ({ id: null, rendered }));
    commit.put(renderManifest([...answers, ...others], rendering));
  } finally {
    // Whatever happens, nobody else writes from here on.
    await second?.stop();
  }
  return commit.finish();
}

/** An earlier manifest from elsewhere, or one that somebody edited, does not list what is here. */
function ledgerOf(files: RememberedFiles, isForeign: boolean): Ledger {
  return isForeign ? { ...files, isUntouched: () => false } : files;
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

/** Every form at every address. */
function countFiles(resources: readonly Resource[]): number {
  const formsOf = (resource: Resource) =>
    isTable(resource) && resource.forms === undefined ? 2 : 1;
  return resources.reduce((sum, resource) => sum + resource.paths.length * formsOf(resource), 0);
}
