import type { BuildOptions, BuildResult, Outcome } from './build-terms.ts';
import type { Memo } from './cache/index.ts';
import {
  describeRestatements,
  operatorFeedPath,
  previousRankings,
  recordChanges,
  withPreviousRanks,
} from './changes/index.ts';
import { EnvironmentError, OutOfDate } from './diagnostics/index.ts';
import {
  beginCommit,
  type OutputFolder,
  type Part,
  previousIn,
  publicationMark,
  withOutputFolder,
} from './emit/index.ts';
import { fetchGiven } from './intake/index.ts';
import { type Clock, momentOf, toTimestamp } from './model/index.ts';
import { countsOf, type Plan } from './pipeline.ts';
import {
  CLAIMS_FILE,
  type ManifestEntry,
  METRICS_FILE,
  type OutputPath,
  type Previous,
  readRegistry,
  renderManifest,
  renderResource,
  trustedBytes,
} from './represent/index.ts';
import { ANSWERS, isTable, operatorOf, type Resource } from './resources/index.ts';
import { type FindPlace, findBrokenClaims, holdAgainstRegistry } from './validate/index.ts';

/** How a plan is published. */
export interface Publication extends BuildOptions {
  readonly clock: Clock;
  /** Identifies the publication that existed before the sources were read. */
  readonly mark: string | null;
  readonly memo: Memo<Outcome>;
  /** The value of each source, for the memo. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly findPlace: FindPlace;
}

/**
 * Renders every response that has changed, and publishes all of them at once.
 *
 * @throws EnvironmentError when the previous publication cannot be read, or the output cannot be written
 * @throws OutOfDate when another build has published since then
 */
export async function publish(
  planned: Plan,
  { out, clock, mark, memo, values, findPlace, snapshots, ...options }: Publication,
): Promise<BuildResult> {
  const { onWait = ignore, onWarning = ignore, onProgress = ignore } = options.watcher ?? {};
  const { requirePrevious = false, isPreview = false } = options;
  const { dataset } = planned;
  const given = await fetchGiven(options.previous, requirePrevious, onWarning);
  const terms = { dataset, findPlace, now: clock.now };
  const broken =
    given === null ? [] : holdAgainstRegistry({ ...terms, registry: given.registry, keptIn: null });
  if (broken.length > 0) return { ok: false, diagnostics: broken };
  const readRanking =
    given && (await given.fetchFiles(previousRankings(planned.resources, given.previous)));
  const release = snapshots === true ? await beginRelease(planned) : null;

  return withOutputFolder(out, onWait, async (folder) => {
    if (publicationMark(out) !== mark) {
      throw new OutOfDate(`another build wrote to ${out} while this one was running`);
    }
    const shared = JSON.stringify([dataset.service, [...dataset.metrics.values()]]);
    // A given publication has different files, and downloads need every answer.
    const kept = given === null && release === null ? memo.unchangedOperators(shared) : NONE;
    const [unchanged] = divide(planned.resources, kept);
    // Their feeds have only changes of their own.
    const feeds = new Set([...kept.keys()].map((slug) => `/${operatorFeedPath(slug)}`));
    const here = previousIn(folder, (path) => unchanged.has(path) || feeds.has(path));
    if (requirePrevious && given === null && here.generatedAt === null) {
      throw new EnvironmentError(
        `Cannot compare with the last publication: there is none in ${out}, and --require-previous is given; name the last publication with --previous; if nothing was ever published, leave out --require-previous once`,
      );
    }
    const previous = given?.previous ?? here;
    const resources = withPreviousRanks(planned.resources, previous, readRanking ?? folder.read);
    const [, changed] = divide(resources, kept);
    const rendering = { ...planned, previous, clock };
    warnOfLeftovers(folder, here, onWarning);
    warnOfFuture(previous, clock, onWarning);

    let read: (path: OutputPath) => Uint8Array | null = folder.read;
    const record = recordChanges({
      dataset,
      resources: changed,
      previous,
      clock,
      read: (path) => read(path),
      onWarning,
    });
    const commit = beginCommit(folder, here);
    for (const part of kept.values()) commit.keep(part);
    const operators = new Map(kept);
    const others: OutputPath[] = [];
    // Including the manifest. The number of later resources is only known once they are rendered.
    const total = countFiles(changed) + 1;
    let done = 0;
    const advance = (files: number) => {
      done += files;
      onProgress(done, Math.max(done, total));
    };
    const put = (resource: Resource): ManifestEntry => {
      const { artifacts, entry } = renderResource(resource, rendering);
      const parts = artifacts.map(commit.put);
      record.note(entry);
      release?.note(resource, artifacts);
      const operator = operatorOf(resource);
      if (operator === null) others.push(...parts.flatMap(({ paths }) => paths));
      else operators.set(operator, join(operators.get(operator), parts));
      advance(artifacts.length * resource.paths.length);
      return entry;
    };
    const answers = resources.map((resource) => here.kept.get(pathOf(resource)) ?? put(resource));
    if (given === null && mayBreakPromises(answers, here)) {
      const registry = readRegistry(here, (path) => trustedBytes(here, path, folder.read(path)));
      const broken = findBrokenClaims({ ...terms, registry, keptIn: out });
      if (broken.length > 0 && !isPreview) return { ok: false, diagnostics: broken };
      if (broken.length > 0) onWarning(describeRestatements(broken, out));
    }
    // The files needed from the given publication are only known once everything else is rendered.
    if (given !== null) read = await given.fetchFiles(record.neededFiles());
    const recorded = describeYears(planned, record.resources());
    const changes = recorded.map((resource) => here.kept.get(pathOf(resource)) ?? put(resource));
    const downloads = release?.downloads() ?? [];
    const pages = await planned.pagesAbout([...resources, ...recorded]);
    const entries = [...answers, ...changes, ...pages.map(put), ...downloads.map(put)];
    const hosting = await loadHost(options.host);
    const published = [...resources, ...recorded, ...pages, ...downloads];
    const { publicPath = new URL(planned.baseUrl).pathname } = options;
    const documents = hosting?.hostDocuments(hosting.host, publicPath, published) ?? [];
    const hostFiles = documents.map((document) => {
      const { artifacts, entry } = renderResource(document, { ...rendering, precompressed: false });
      others.push(...artifacts.map(commit.put).flatMap(({ paths }) => paths));
      return entry;
    });
    const manifest = renderManifest(entries, rendering, hostFiles);
    others.push(...commit.put(manifest).paths);
    advance(1);

    if (hosting !== null) {
      const paths = [...operators.values()].flatMap((part) => part.paths).concat(others);
      const excess = hosting.checkLimits(hosting.host, out, paths, entries);
      if (excess.length > 0) return { ok: false, diagnostics: excess };
    }
    const outcome = { counts: countsOf(dataset), report: commit.finish() };
    memo.remember({ outcome, shared, values, operators, others });
    return { ok: true, ...outcome, diagnostics: [] };
  });
}

const NONE: ReadonlyMap<string, Part> = new Map();

/**
 * Whether claims or metrics are not as they were published, or an address of an operator or a ranking is
 * gone. Otherwise the registry, which takes long to read, is the same.
 */
function mayBreakPromises(
  answers: readonly ManifestEntry[],
  { files: before, resources }: Previous,
): boolean {
  const addresses = new Set(answers.flatMap(({ path, aliases }) => [path, ...aliases]));
  const isGone = (address: string) =>
    /^\/(?:operators|best|problems\/removed-category)\//.test(address) && !addresses.has(address);
  const answered = resources.filter(({ kind }) => kind !== 'document');
  if (answered.some(({ path, aliases }) => [path, ...aliases].some(isGone))) return true;
  return answers
    .flatMap(({ files }) => files)
    .some(
      ({ path, sha256 }) =>
        (path === CLAIMS_FILE || path === METRICS_FILE) && before.get(path)?.sha256 !== sha256,
    );
}

/** The paths of resources about operators that are kept, and the other resources. */
function divide(
  resources: readonly Resource[],
  kept: ReadonlyMap<string, Part>,
): readonly [ReadonlySet<string>, readonly Resource[]] {
  const isKept = (resource: Resource) => {
    const operator = operatorOf(resource);
    return operator !== null && kept.has(operator);
  };
  return [
    new Set(resources.filter(isKept).map(pathOf)),
    resources.filter((resource) => !isKept(resource)),
  ];
}

/** As the manifest lists it. */
function pathOf({ paths: [path] }: Resource): string {
  return `/${path}`;
}

function join(part: Part = { paths: [], bytes: 0 }, further: readonly Part[]): Part {
  return {
    paths: [...part.paths, ...further.flatMap(({ paths }) => paths)],
    bytes: further.reduce((sum, { bytes }) => sum + bytes, part.bytes),
  };
}

/** Adds the metadata of the CSV files of years, which are only known once the changes are. */
function describeYears({ describe }: Plan, recorded: readonly Resource[]): readonly Resource[] {
  const kind = ANSWERS['changes-of-year'].kind;
  const years = recorded.filter((resource) => isTable(resource) && resource.answer === kind);
  const paths = years.flatMap(({ paths }) => paths);
  return paths.length === 0 ? recorded : [...recorded, describe('changes-of-year', paths)];
}

/** Counts every form at every address. */
function countFiles(resources: readonly Resource[]): number {
  const formsOf = (resource: Resource) => (isTable(resource) && resource.hasCsv ? 2 : 1);
  return resources.reduce((sum, resource) => sum + resource.paths.length * formsOf(resource), 0);
}

/** Loads the code for the host of a build, if there is one. */
async function loadHost(name: BuildOptions['host']) {
  if (name === undefined) return null;
  const { checkLimits, HOSTS, hostDocuments } = await import('./hosts/index.ts');
  return { host: HOSTS[name], checkLimits, hostDocuments };
}

/** Loads the code for downloads, which few builds need. */
async function beginRelease({ dataset }: Plan) {
  const { beginSnapshot } = await import('./snapshot/index.ts');
  return beginSnapshot(dataset);
}

function warnOfLeftovers(
  { isEmpty, published }: OutputFolder,
  { generatedAt, files }: Previous,
  warn: (sentence: string) => void,
): void {
  if (isEmpty || generatedAt !== null || files.size > 0) return;
  warn(
    `Cannot tell which files are from earlier builds in ${published}: it has no readable manifest.json. Files that the new manifest does not list stay there and are still served.`,
  );
}

/** Builds in quick succession can get ahead of the clock: each is a second later than the last. */
const AHEAD_MILLISECONDS = 3_600_000;

/** If a clock was once ahead, all later times have to be after it. */
function warnOfFuture(
  { generatedAt: last }: Previous,
  { now, isPinned }: Clock,
  warn: (sentence: string) => void,
): void {
  if (last === null || isPinned || momentOf(last) <= now + AHEAD_MILLISECONDS) return;
  warn(
    `The last publication has the time ${last}, and this build ${toTimestamp(now)}: one of the two clocks was wrong. Changed responses get a time after the last publication. If its clock was wrong, build once into an empty folder without --previous; the change log then starts empty.`,
  );
}

function ignore(): void {}
