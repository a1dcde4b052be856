import {
  type Claim,
  type Clock,
  type Dataset,
  isCurrent,
  type Service,
  type Timestamp,
  timeAfter,
} from '../model/index.ts';
import {
  type Artifact,
  CHANGE_LOG_PATH,
  DOCUMENT_TYPES,
  digest,
  MANIFEST_PATH,
  type OutputPath,
  outputPath,
  type Previous,
} from '../represent/index.ts';
import type { Resource, ResourcePath, Table } from '../resources/index.ts';
import { atomFeed } from './atom-feed.ts';
import type { LoggedChange } from './change.ts';
import { prependChanges, readLog, withoutLogged } from './change-log.ts';
import { changesTable } from './changes-table.ts';
import { diffReleases } from './diff-releases.ts';
import { type Differing, findDiffering } from './find-differing.ts';
import { readBody } from './read-body.ts';
import {
  type Body,
  type FateOf,
  type Listed,
  listEntries,
  type Release,
  toRelease,
} from './release.ts';

/** What a build is about to publish, and what it replaces. */
export interface Succession {
  readonly dataset: Dataset;
  /** With the addresses of this build. */
  readonly service: Service;
  /** Everything else that is published. */
  readonly resources: readonly Resource[];
  readonly previous: Previous;
  readonly clock: Clock;
  /** A file of the previous publication, asked for only if its content is needed. */
  readonly read: (path: OutputPath) => Uint8Array | null;
  /** Whether a build was killed while it published: some files can be newer than the manifest. */
  readonly isUnfinished: boolean;
  readonly onWarning: (sentence: string) => void;
}

export interface ChangeRecord {
  /** The log of changes as resources, to be rendered after all others. */
  readonly resources: readonly Resource[];
  /** Sees what is rendered on its way to the disk, and remembers what is not as it was. */
  readonly watch: (artifacts: Iterable<Artifact>) => Iterable<Artifact>;
  /** The files of the previous publication that will be asked for, once all has been watched. */
  readonly neededFiles: () => readonly OutputPath[];
}

/**
 * Finds out what a build changes, value by value, while it renders. Only the answers whose digests
 * changed are read; where nothing was published before, the log is empty.
 */
export function recordChanges(succession: Succession): ChangeRecord {
  const { resources, previous, service } = succession;
  const changed = new Set<OutputPath>();
  const findDifference = () =>
    findDiffering(
      listEntries(previous).filter(isLogged),
      resources.filter(isTable).filter(isLogged).map(toListed),
      (path) => isSame(path, changed, previous),
    );
  let log: readonly LoggedChange[] | null = null;
  const getLog = () => {
    log ??= continueLog(succession, findDifference());
    return log;
  };
  return {
    resources: [changesTable(getLog), atomFeed(service, getLog, DOCUMENT_TYPES['*.atom'])],
    *watch(artifacts) {
      for (const artifact of artifacts) {
        if (!artifact.isUnchanged) changed.add(artifact.paths[0]);
        yield artifact;
      }
    },
    neededFiles: () => {
      const files = [...findDifference().old.map(fileOf), CHANGE_LOG_PATH];
      return files.filter((file) => previous.files.has(file));
    },
  };
}

/** Rankings follow from the rest: one new operator would move all that come after it. */
function isLogged({ kind }: Pick<Listed, 'kind'>): boolean {
  return kind !== 'best';
}

function isSame(path: string, changed: ReadonlySet<OutputPath>, previous: Previous): boolean {
  const file = toFile(path);
  return previous.files.has(file) && !changed.has(file);
}

function continueLog(succession: Succession, differing: Differing): readonly LoggedChange[] {
  const { previous, clock, isUnfinished } = succession;
  if (previous.entries.size === 0) return [];
  const log = readOldLog(succession);
  if (differing.old.length === 0 && differing.new.length === 0) return log;
  const releases = readReleases(succession, differing);
  const changes = diffReleases(releases.old, releases.new);
  const changedAt: Timestamp = timeAfter(previous.files.get(MANIFEST_PATH)?.generatedAt, clock);
  return prependChanges(isUnfinished ? withoutLogged(changes, log) : changes, changedAt, log);
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

function readReleases(succession: Succession, differing: Differing) {
  const { dataset, resources, service, previous, onWarning } = succession;
  const tables = new Map(resources.filter(isTable).map((table) => [`/${table.paths[0]}`, table]));
  const old = new Map<string, Body>();
  const unread: OutputPath[] = [];
  for (const listed of differing.old) {
    const bytes = readTrusted(fileOf(listed), succession);
    const body = bytes === null ? null : readBody(bytes);
    if (body === null) unread.push(fileOf(listed));
    else old.set(listed.path, body);
  }
  if (unread.length > 0) {
    onWarning(
      `Cannot tell what changed in ${unread.length} of the answers published last: ${unread[0]} is not there, or not what its manifest says${unread.length > 1 ? ', among others' : ''}.`,
    );
  }
  const now = new Map<string, Body>();
  for (const { path } of differing.new) {
    const table = tables.get(path);
    if (table !== undefined) now.set(path, toBody(table));
  }
  const releases: { readonly [side in 'old' | 'new']: Release } = {
    old: toRelease({
      baseUrl: service.base_url,
      listed: listEntries(previous),
      bodies: old,
    }),
    new: toRelease({
      baseUrl: service.base_url,
      listed: [...tables.values()].map(toListed),
      bodies: now,
      fateOf: fatesOf(dataset),
    }),
  };
  return releases;
}

/** Bytes that are what the manifest lists, or what a killed build meant to list. */
function readTrusted(
  file: OutputPath,
  { previous, read, isUnfinished }: Succession,
): Uint8Array | null {
  const bytes = read(file);
  if (bytes === null || isUnfinished) return bytes;
  return digest(bytes) === previous.files.get(file)?.sha256 ? bytes : null;
}

function fatesOf({ operators }: Dataset): FateOf {
  const past = new Map<string, Claim>();
  for (const { claims } of operators) {
    for (const claim of claims) if (!isCurrent(claim)) past.set(claim.claim_id, claim);
  }
  return (claimId) => {
    const claim = past.get(claimId);
    if (claim === undefined) return null;
    return claim.retracted === null
      ? { status: 'superseded', by: claim.superseded_by }
      : { status: 'retracted', reason: claim.retracted.reason };
  };
}

/** The time in a body is not compared with anything. */
const ANY_TIME = '1970-01-01T00:00:00Z' as Timestamp;

function toBody({ meta, rows }: Table): Body {
  return { meta: { ...meta(ANY_TIME) }, data: rows() };
}

function isTable(resource: Resource): resource is Table {
  return resource.kind !== 'problem' && resource.kind !== 'document';
}

function toListed({ kind, paths: [path, ...aliases] }: Table): Listed {
  return { kind, path: `/${path}`, aliases: aliases.map((alias) => `/${alias}`) };
}

function fileOf({ path }: Listed): OutputPath {
  return toFile(path);
}

/** The JSON file of a path of a manifest. */
function toFile(path: string): OutputPath {
  return outputPath(path.slice(1) as ResourcePath, 'json');
}
