import * as crypto from 'node:crypto';
import { lstatSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { OutOfDate } from '../diagnostics/index.ts';
import { isThere, type Part } from '../emit/index.ts';
import { systemClock } from '../model/index.ts';
import type { DataFile, StoredFile } from '../source/index.ts';
import { COARSEST_TIME_MS, readSealed, type Stamp, stampOf, writeSealed } from './sealed-file.ts';
import { toolIdentity } from './tool-identity.ts';

/** The inputs that identify a build. A memo is only used by builds with the same key. */
export interface MemoKey {
  /** The data folder. */
  readonly data: string;
  /** Where files are published: `<out>/api/v1`. */
  readonly published: string;
  /** The state of an unfinished build. If it exists, the next build has work to do. */
  readonly stateDir: string;
  /** Everything else that the bytes depend on, except the sources and the clock. */
  readonly options: object;
  /** Whether servers look for compressed files beside the published ones. */
  readonly isPrecompressed: boolean;
  /** The clock of the build, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * The memory of the last build of the same data into the same folder. It is checked before use: against
 * the bytes of the sources, and against inode, size and times of the published files.
 */
export interface Memo<Outcome> {
  /** The sources. When one is read, its digest is recorded. */
  readonly sources: readonly DataFile[];
  /**
   * The outcome of the last build, if nothing has changed since: no source, no published file, not this
   * program. null otherwise.
   */
  readonly recallOutcome: () => Outcome | null;
  /** The value that a source holds, if its bytes are the same; undefined otherwise. */
  readonly knownValue: (name: string) => unknown;
  /**
   * The published files of each unchanged operator: its sources, the shared inputs and all published files
   * are the same.
   *
   * @param shared The inputs of answers about an operator in addition to its own sources.
   */
  readonly unchangedOperators: (shared: string) => ReadonlyMap<string, Part>;
  /** Stores the results of this build for the next one. */
  readonly remember: (known: Known<Outcome>) => void;
}

/** The results of a build. */
export interface Known<Outcome> {
  readonly outcome: Outcome;
  readonly shared: string;
  /** The value of each source, by name. */
  readonly values: ReadonlyMap<string, unknown>;
  /** The published files of each operator, by slug. */
  readonly operators: ReadonlyMap<string, Part>;
  /** All other published files. */
  readonly others: Part['paths'];
}

/** The part of a memo that a build with nothing to do reads. */
interface Index {
  readonly now: number;
  readonly outcome: unknown;
  readonly shared: string;
  /** Name, stamp and digest of each source, in order; the stamp is empty if the source may still change. */
  readonly sources: readonly (readonly [name: string, stamp: Stamp, digest: string])[];
  readonly operators: readonly (readonly [slug: string, part: Part, seal: string])[];
  readonly others: Sealed;
  /** The folders in which somebody could put or replace something that is served. */
  readonly folders: Sealed;
}

interface Sealed {
  readonly paths: readonly string[];
  readonly seal: string;
}

/** The rest: the digest and the value of each source. */
type Values = readonly (readonly [name: string, digest: string, value: unknown])[];

/** How many memos, of other data or into other folders, are kept side by side. */
const MOST_MEMOS = 16;

/** With fewer values to add, reading those sources again is faster than writing all values. */
const MOST_UNSTORED = 100;

const AN_HOUR = 3_600_000;

/**
 * Opens the memo in a folder, which may be deleted at any time, and detects changed sources.
 *
 * @param folder Null to remember nothing.
 * @param files The sources, sorted by name.
 */
export function openMemo<Outcome>(
  folder: string | null,
  key: MemoKey,
  files: readonly StoredFile[],
): Memo<Outcome> {
  if (folder === null) {
    return {
      sources: files,
      recallOutcome: () => null,
      knownValue: () => undefined,
      unchangedOperators: () => new Map(),
      remember: () => {},
    };
  }
  const place = JSON.stringify([realpathOf(key.data), realpathOf(key.published)]);
  const path = join(folder, `build-${crypto.hash('sha256', place).slice(0, 16)}`);
  const owner = JSON.stringify([toolIdentity(join(folder, 'build-tool')), place, key.options]);
  const found = readSealed<Index>(path, owner);
  // A clock that was set back can make a date lie in the future.
  const index = found !== null && found.now <= key.now ? found : null;

  const before = new Map(index?.sources.map(([name, stamp, digest]) => [name, { stamp, digest }]));
  const { stamps, digests } = lookAt(files, before);
  const isSame = (name: string) => before.get(name)?.digest === digests.get(name);
  const areFilesUntouched = once(
    () =>
      index !== null &&
      [
        ...index.operators.map(([, { paths }, seal]) => ({ paths, seal })),
        index.others,
        index.folders,
      ].every(({ paths, seal }) => sealOf(key.published, paths) === seal),
  );
  /** Of parts that stay as they are. */
  const seals = new Map(index?.operators.map(([, part, seal]) => [part, seal]));
  const storedValues = once(() => {
    const stored = index === null ? null : readSealed<Values>(valuesPath(path), owner);
    return new Map(stored?.map(([name, digest, value]) => [name, { digest, value }]));
  });
  const indexSources = (): Index['sources'] =>
    files.map(({ name }) => [name, stamps.get(name) ?? '', digests.get(name) ?? '']);
  return {
    sources: files.map((file) => observe(file, digests)),
    recallOutcome() {
      const isWhole =
        index !== null &&
        files.length === before.size &&
        files.every(({ name }) => isSame(name)) &&
        !isThere(key.stateDir) &&
        areFilesUntouched();
      if (!isWhole) return null;
      const hasNewStamp = ({ name }: StoredFile) => stamps.get(name) !== before.get(name)?.stamp;
      if (files.some(hasNewStamp)) writeSealed(path, owner, { ...index, sources: indexSources() });
      return index.outcome as Outcome;
    },
    knownValue(name) {
      if (!before.has(name) || !isSame(name)) return undefined;
      const known = storedValues().get(name);
      return known?.digest === digests.get(name) ? known?.value : undefined;
    },
    unchangedOperators(shared) {
      if (index === null || index.shared !== shared || !areFilesUntouched()) return new Map();
      const same = index.operators.filter(([slug]) =>
        [`operators/${slug}.yaml`, `facts/${slug}.yaml`].every(isSame),
      );
      return new Map(same.map(([slug, part]) => [slug, part]));
    },
    remember({ outcome, shared, values, operators, others }) {
      const paths = [...operators.values()].flatMap((part) => part.paths).concat(others);
      const folders = foldersOf(paths, key.isPrecompressed);
      const isStored = (name: string) => storedValues().get(name)?.digest === digests.get(name);
      const unstored = [...values.keys()].filter((name) => !isStored(name)).length;
      if (storedValues().size === 0 || unstored > MOST_UNSTORED) {
        writeSealed(
          valuesPath(path),
          owner,
          Array.from(values, ([name, value]) => [name, digests.get(name), value]),
        );
      }
      writeSealed(path, owner, {
        now: key.now,
        outcome,
        shared,
        sources: indexSources(),
        operators: Array.from(operators, ([slug, part]) => [
          slug,
          part,
          seals.get(part) ?? sealOf(key.published, part.paths),
        ]),
        others: { paths: others, seal: sealOf(key.published, others) },
        folders: { paths: folders, seal: sealOf(key.published, folders) },
      } satisfies Index);
      removeLeftovers(folder);
    },
  };
}

/**
 * The stamp and the digest of each source. A source with the same stamp is not read. Without an earlier
 * build, no source is read.
 */
function lookAt(
  files: readonly StoredFile[],
  before: ReadonlyMap<string, { readonly stamp: Stamp; readonly digest: string }>,
) {
  const settled = systemClock().now - COARSEST_TIME_MS;
  const stamps = new Map<string, Stamp>();
  const digests = new Map<string, string>();
  for (const file of files) {
    const status = file.look();
    const stamp = stampOf(status);
    if (status.ctimeMs < settled) stamps.set(file.name, stamp);
    const last = before.get(file.name);
    if (last?.stamp === stamp) digests.set(file.name, last.digest);
    else if (before.size > 0) digests.set(file.name, digestOf(file.read()));
  }
  return { stamps, digests };
}

/** Wraps a file: its digest is recorded when it is read, and must be the same every time. */
function observe(file: StoredFile, digests: Map<string, string>): DataFile {
  const { name, path } = file;
  return {
    name,
    path,
    measure: () => file.measure(),
    read() {
      const bytes = file.read();
      const digest = digestOf(bytes);
      if ((digests.get(name) ?? digest) !== digest) {
        throw new OutOfDate(`${name} changed while it was being read`);
      }
      digests.set(name, digest);
      return bytes;
    },
  };
}

function digestOf(bytes: Uint8Array): string {
  return crypto.hash('sha256', bytes, 'base64url');
}

/** A digest of the stamps of published files or folders. */
function sealOf(published: string, paths: readonly string[]): string {
  const stamps = paths.map((path) => {
    try {
      const stats = lstatSync(`${published}/${path}`, { throwIfNoEntry: false });
      return stats === undefined ? '' : stampOf(stats);
    } catch {
      return ''; // Writing to it will report the reason.
    }
  });
  return crypto.hash('sha256', stamps.join('\n'), 'base64url');
}

/** The folders that hold folders; where a compressed file in one would be sent, that one too. */
function foldersOf(paths: readonly string[], isPrecompressed: boolean): readonly string[] {
  const folders = new Set(paths.map((path) => dirname(path)));
  const parents = [...folders].map((folder) => dirname(folder));
  return [...new Set(isPrecompressed ? [...folders, ...parents] : parents)];
}

function once<T extends object | boolean>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** The real place of a folder that may not exist yet. */
function realpathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    const parent = dirname(resolve(folder));
    return parent === resolve(folder) ? parent : join(realpathOf(parent), basename(folder));
  }
}

function valuesPath(path: string): string {
  return `${path}-values`;
}

/** Removes the oldest memos, and incomplete files of killed builds. */
function removeLeftovers(folder: string): void {
  try {
    const files = readdirSync(folder).map((name) => {
      const { mtimeMs } = statSync(join(folder, name));
      return { name, mtimeMs };
    });
    const tooOld = systemClock().now - AN_HOUR;
    const halfWritten = files.filter(
      ({ name, mtimeMs }) => /^build-.*\.new$/.test(name) && mtimeMs < tooOld,
    );
    const oldest = files
      .filter(({ name }) => /^build-[0-9a-f]+$/.test(name))
      .sort((a, b) => b.mtimeMs - a.mtimeMs)
      .slice(MOST_MEMOS)
      .flatMap(({ name }) => [name, valuesPath(name)]);
    for (const name of [...halfWritten.map(({ name }) => name), ...oldest]) {
      rmSync(join(folder, name), { force: true });
    }
  } catch {
    // Another build removes them at the same time, or the folder is read-only.
  }
}
