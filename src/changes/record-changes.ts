import { type Clock, type Dataset, type Timestamp, timeAfter } from '../model/index.ts';
import {
  CHANGE_LOG_PATH,
  type Listed,
  MANIFEST_PATH,
  type ManifestEntry,
  type OutputPath,
  outputPath,
  type Previous,
  trustedBytes,
} from '../represent/index.ts';
import {
  ANSWERS,
  isTable,
  type LoggedChange,
  type Resource,
  type Table,
  yearPath,
} from '../resources/index.ts';
import { describeBrokenPromises } from './broken-promises.ts';
import { isConfirmation, type Present, withAddresses } from './change.ts';
import { changesTable, cutLog, readLog, yearOf, yearTable } from './change-log.ts';
import { diffReleases } from './diff-releases.ts';
import { changeFeeds, operatorFeeds } from './feeds.ts';
import {
  type Body,
  type ClaimNotes,
  type Differing,
  fileOf,
  findDiffering,
  type Release,
  readBody,
  toRelease,
} from './release.ts';

/** What a build is about to publish, and the publication that it replaces. */
export interface Succession {
  /** With the addresses of this build. */
  readonly dataset: Dataset;
  /** The resources that this build renders, without the log. */
  readonly resources: readonly Resource[];
  readonly previous: Previous;
  readonly clock: Clock;
  /** Reads a file of the previous publication. */
  readonly read: (path: OutputPath) => Uint8Array | null;
  readonly onWarning: (sentence: string) => void;
}

export interface ChangeRecord {
  /** The log of changes and its feeds as resources, once every answer was noted. */
  readonly resources: () => readonly Resource[];
  /** Takes the entry of each answer, and remembers which files have changed. */
  readonly note: (entry: ManifestEntry) => void;
  /** The files of the previous publication that will be read, once every answer was noted. */
  readonly neededFiles: () => readonly OutputPath[];
}

/**
 * Finds what a build changes, value by value. Only answers whose digests changed are read. The log is
 * empty where nothing was published before.
 */
export function recordChanges(succession: Succession): ChangeRecord {
  const { resources, previous, dataset } = succession;
  const changed = new Set<OutputPath>();
  const findDifference = () =>
    findDiffering(
      previous.resources.filter(isLogged),
      resources.filter(isTable).map(toListed).filter(isLogged),
      (one) => previous.files.has(fileOf(one)) && !changed.has(fileOf(one)),
    );
  let log: ChangeLog | null = null;
  const getLog = () => {
    log ??= continueLog(succession, findDifference());
    return log;
  };
  return {
    resources() {
      const { newest, years } = getLog();
      const { service } = dataset;
      const present = presentIn(dataset);
      const addressed = withAddresses(newest, present);
      return [
        changesTable(service, () => addressed),
        ...[...years].map(([year, changes]) =>
          yearTable(service, year, withAddresses(changes, present)),
        ),
        ...changeFeeds(dataset, addressed),
        ...operatorFeeds(dataset, groupByOperator([...years.values()].flat())),
      ];
    },
    note({ files }) {
      for (const { path, sha256 } of files) {
        if (previous.files.get(path)?.sha256 !== sha256) changed.add(path);
      }
    },
    neededFiles: () => {
      const files = [
        ...findDifference().old.map(fileOf),
        CHANGE_LOG_PATH,
        ...yearsIn(previous).map(yearFile),
      ];
      return files.filter((file) => previous.files.has(file));
    },
  };
}

/** Rankings are not logged: one new operator would move all that follow. */
function isLogged({ kind }: Listed): boolean {
  return kind !== ANSWERS.ranking.kind;
}

interface ChangeLog {
  /** The newest changes, for `/changes`. */
  readonly newest: readonly LoggedChange[];
  /** All changes of each year, the newest year first. */
  readonly years: ReadonlyMap<string, readonly LoggedChange[]>;
}

function continueLog(succession: Succession, differing: Differing): ChangeLog {
  const { previous, clock } = succession;
  // Without a manifest, the changes since then are unknown; the log is kept.
  if (previous.resources.length === 0) {
    const newest = readLostLog(succession);
    return { newest, years: byYear(newest) };
  }
  const { newest, years } = readOldLog(succession);
  if (differing.old.length === 0 && differing.new.length === 0) return { newest, years };
  const unread: OutputPath[] = [];
  const { old, now } = openReleases(succession, differing, (file) => unread.push(file));
  const changes = diffReleases(old, now);
  if (unread.length > 0) succession.onWarning(describeUnread(unread));
  const changedAt: Timestamp = timeAfter(previous.files.get(MANIFEST_PATH)?.generatedAt, clock);
  for (const sentence of describeBrokenPromises(changes, old, now)) succession.onWarning(sentence);
  const { changes: settings } = succession.dataset.service;
  const logged = changes
    .filter((one) => settings?.confirmations === true || !isConfirmation(one))
    .map((change) => ({ changed_at: changedAt, ...change }));
  return {
    newest: cutLog([...logged, ...newest]),
    years: byYear([...logged, ...[...years.values()].flat()]),
  };
}

function groupByOperator(
  log: readonly LoggedChange[],
): ReadonlyMap<number, readonly LoggedChange[]> {
  const groups = new Map<number, LoggedChange[]>();
  for (const change of log) {
    if (change.operator_id === null) continue;
    const group = groups.get(change.operator_id);
    if (group === undefined) groups.set(change.operator_id, [change]);
    else group.push(change);
  }
  return groups;
}

function byYear(log: readonly LoggedChange[]): ChangeLog['years'] {
  const years = new Map<string, LoggedChange[]>();
  for (const change of log) {
    const year = yearOf(change);
    const changes = years.get(year) ?? [];
    changes.push(change);
    years.set(year, changes);
  }
  return newestFirst(years);
}

function newestFirst(years: ChangeLog['years']): ChangeLog['years'] {
  return new Map([...years].sort(([a], [b]) => (a < b ? 1 : -1)));
}

/** The years of which a publication lists the changes. */
function yearsIn({ resources }: Previous): readonly string[] {
  return resources
    .filter(({ kind }) => kind === ANSWERS['changes-of-year'].kind)
    .map(({ path }) => path.slice(-'2026'.length));
}

function yearFile(year: string): OutputPath {
  return outputPath(yearPath(year), 'json');
}

function readLostLog({ read }: Succession): readonly LoggedChange[] {
  const bytes = read(CHANGE_LOG_PATH);
  return (bytes && readLog(bytes)) ?? [];
}

function readOldLog(succession: Succession): ChangeLog {
  const newest = readLogFile(CHANGE_LOG_PATH, '/changes starts empty.', succession);
  const years = yearsIn(succession.previous).map((year) => {
    const consequence = `/changes/${year} keeps only what /changes lists.`;
    return [year, readLogFile(yearFile(year), consequence, succession)] as const;
  });
  // Earlier versions of this program published no years, and a file can be damaged.
  const known = new Map(years.filter(([, changes]) => changes.length > 0));
  return {
    newest,
    years: newestFirst(new Map([...byYear(newest), ...known])),
  };
}

function readLogFile(
  file: OutputPath,
  consequence: string,
  succession: Succession,
): readonly LoggedChange[] {
  if (!succession.previous.files.has(file)) return [];
  const bytes = readTrusted(file, succession);
  const log = bytes === null ? null : readLog(bytes);
  if (log === null) {
    succession.onWarning(
      `Cannot continue the change log: ${file} is not what was published last. ${consequence}`,
    );
  }
  return log ?? [];
}

/** The previous release and the next one. */
function openReleases(
  succession: Succession,
  differing: Differing,
  onUnread: (file: OutputPath) => void,
): { readonly old: Release; readonly now: Release } {
  const tables = new Map(
    succession.resources.filter(isTable).map((table) => [`/${table.paths[0]}`, table]),
  );
  return {
    old: toRelease({
      listed: differing.old,
      bodyOf(one) {
        const bytes = readTrusted(fileOf(one), succession);
        const body = bytes && readBody(bytes);
        if (body === null) onUnread(fileOf(one));
        return body;
      },
      notes: new Map(),
    }),
    now: toRelease({
      listed: differing.new,
      bodyOf({ path }) {
        const table = tables.get(path);
        return table === undefined ? null : toBody(table);
      },
      notes: notesIn(succession.dataset),
    }),
  };
}

function describeUnread(unread: readonly OutputPath[]): string {
  const others = unread.length > 1 ? ', among others' : '';
  return `Cannot tell what changed in ${unread.length} of the answers published last: ${unread[0]} is not there, or not what its manifest says${others}.`;
}

/** Bytes that match the manifest. */
function readTrusted(file: OutputPath, { previous, read }: Succession): Uint8Array | null {
  return trustedBytes(previous, file, read(file));
}

function notesIn({ operators }: Dataset): ClaimNotes {
  return new Map(
    operators
      .flatMap(({ claims }) => claims)
      .map(({ claim_id, superseded_by, retracted, corrections }) => [
        claim_id,
        { supersededBy: superseded_by, retraction: retracted, corrections },
      ]),
  );
}

/** The time in a body is not compared. */
const ANY_TIME = '1970-01-01T00:00:00Z' as Timestamp;

function toBody({ meta, rows }: Table): Body {
  return { meta: { ...meta(ANY_TIME) }, data: rows() };
}

function toListed({ answer, paths: [path, ...aliases] }: Table): Listed {
  return { kind: answer, path: `/${path}`, aliases: aliases.map((alias) => `/${alias}`) };
}

function presentIn({ service, metrics, activeCategories, operators }: Dataset): Present {
  const withPages = service.claim_pages === 'none' ? [] : operators;
  return {
    baseUrl: service.base_url,
    operators: new Set(operators.map(({ id }) => id)),
    claimPages: new Set(withPages.flatMap(({ claims }) => claims.map(({ claim_id }) => claim_id))),
    metrics,
    rankings: new Set(
      activeCategories.flatMap(({ slug, alias }) => (alias === null ? [slug] : [slug, alias])),
    ),
  };
}
