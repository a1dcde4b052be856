import { type Claim, type Clock, type Dataset, type Timestamp, timeAfter } from '../model/index.ts';
import {
  CHANGE_LOG_PATH,
  digest,
  type Listed,
  MANIFEST_PATH,
  type ManifestEntry,
  type OutputPath,
  type Previous,
} from '../represent/index.ts';
import { isTable, type LoggedChange, type Resource, type Table } from '../resources/index.ts';
import { atomFeed } from './atom-feed.ts';
import { describeBrokenPromises } from './broken-promises.ts';
import { prependChanges, readLog } from './change-log.ts';
import { changesTable } from './changes-table.ts';
import { diffReleases } from './diff-releases.ts';
import { type Differing, findDiffering } from './find-differing.ts';
import { presentIn, withAddresses } from './present-address.ts';
import { readBody } from './read-body.ts';
import { type Body, fileOf, type Release, toRelease } from './release.ts';

/** What a build is about to publish, and what it replaces. */
export interface Succession {
  /** With the addresses of this build. */
  readonly dataset: Dataset;
  /** Everything else that is published and was not left as it is. */
  readonly resources: readonly Resource[];
  readonly previous: Previous;
  readonly clock: Clock;
  /** A file of the previous publication, asked for only if its content is needed. */
  readonly read: (path: OutputPath) => Uint8Array | null;
  readonly onWarning: (sentence: string) => void;
}

export interface ChangeRecord {
  /** The log of changes as resources, to be rendered after all others. */
  readonly resources: readonly Resource[];
  /** Sees what is rendered, and remembers what is not as it was. */
  readonly note: (entry: ManifestEntry) => void;
  /** The files of the previous publication that will be asked for, once all has been noted. */
  readonly neededFiles: () => readonly OutputPath[];
}

/**
 * Finds out what a build changes, value by value, while it renders. Only the answers whose digests
 * changed are read; where nothing was published before, the log is empty.
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
  let log: readonly LoggedChange[] | null = null;
  const getLog = () => {
    if (log !== null) return log;
    const continued = continueLog(succession, findDifference());
    log = withAddresses(continued, presentIn(dataset, continued));
    return log;
  };
  return {
    resources: [changesTable(getLog), atomFeed(dataset, getLog)],
    note({ files }) {
      for (const { path, sha256 } of files) {
        if (previous.files.get(path)?.sha256 !== sha256) changed.add(path);
      }
    },
    neededFiles: () => {
      const files = [...findDifference().old.map(fileOf), CHANGE_LOG_PATH];
      return files.filter((file) => previous.files.has(file));
    },
  };
}

/**
 * What the log is about. Rankings follow from the rest: one new operator would move all that come
 * after it.
 */
const LOGGED: ReadonlySet<string> = new Set([
  'operator',
  'facts',
  'index',
  'metrics',
  'categories',
]);

function isLogged({ kind }: Pick<Listed, 'kind'>): boolean {
  return LOGGED.has(kind);
}

function continueLog(succession: Succession, differing: Differing): readonly LoggedChange[] {
  const { previous, clock } = succession;
  // Where the manifest is lost, nothing tells what changed since; what was logged stays logged.
  if (previous.resources.length === 0) return readLostLog(succession);
  const log = readOldLog(succession);
  if (differing.old.length === 0 && differing.new.length === 0) return log;
  const unread: OutputPath[] = [];
  const { old, now } = openReleases(succession, differing, (file) => unread.push(file));
  const changes = diffReleases(old, now);
  if (unread.length > 0) succession.onWarning(describeUnread(unread));
  for (const sentence of describeBrokenPromises(changes, old, now)) succession.onWarning(sentence);
  const changedAt: Timestamp = timeAfter(previous.files.get(MANIFEST_PATH)?.generatedAt, clock);
  return prependChanges(changes, changedAt, log);
}

function readLostLog({ read }: Succession): readonly LoggedChange[] {
  const bytes = read(CHANGE_LOG_PATH);
  return (bytes && readLog(bytes)) ?? [];
}

function readOldLog(succession: Succession): readonly LoggedChange[] {
  if (!succession.previous.files.has(CHANGE_LOG_PATH)) return [];
  const bytes = readTrusted(CHANGE_LOG_PATH, succession);
  const log = bytes === null ? null : readLog(bytes);
  if (log === null) {
    succession.onWarning(
      `Cannot continue the log of changes: ${CHANGE_LOG_PATH} is not what was published last, so /changes starts anew.`,
    );
  }
  return log ?? [];
}

/** What was published, and what will be. */
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
      retractionOf: () => null,
    }),
    now: toRelease({
      listed: differing.new,
      bodyOf({ path }) {
        const table = tables.get(path);
        return table === undefined ? null : toBody(table);
      },
      retractionOf: knowRetractions(succession),
    }),
  };
}

function describeUnread(unread: readonly OutputPath[]): string {
  const others = unread.length > 1 ? ', among others' : '';
  return `Cannot tell what changed in ${unread.length} of the answers published last: ${unread[0]} is not there, or not what its manifest says${others}.`;
}

/** Bytes that are what the manifest lists. */
function readTrusted(file: OutputPath, { previous, read }: Succession): Uint8Array | null {
  const bytes = read(file);
  return bytes && digest(bytes) === previous.files.get(file)?.sha256 ? bytes : null;
}

/**
 * How claims were retracted that are about operators of which anything is rendered: about the others
 * nothing has changed. It is looked up once somebody asks.
 */
function knowRetractions({ dataset, resources }: Succession): Release['retractionOf'] {
  let retractions: ReadonlyMap<string, Claim['retracted']> | null = null;
  const lookUp = () => {
    const rendered = new Set<unknown>(resources.filter(isTable).map(({ operator }) => operator));
    const claims = dataset.operators
      .filter(({ slug }) => rendered.has(slug))
      .flatMap((operator) => operator.claims.filter(({ retracted }) => retracted !== null));
    return new Map(claims.map(({ claim_id, retracted }) => [claim_id, retracted]));
  };
  return (claimId) => {
    retractions ??= lookUp();
    return retractions.get(claimId) ?? null;
  };
}

/** The time in a body is not compared with anything. */
const ANY_TIME = '1970-01-01T00:00:00Z' as Timestamp;

function toBody({ meta, rows }: Table): Body {
  return { meta: { ...meta(ANY_TIME) }, data: rows() };
}

function toListed({ answer, paths: [path, ...aliases] }: Table): Listed {
  return { kind: answer, path: `/${path}`, aliases: aliases.map((alias) => `/${alias}`) };
}
