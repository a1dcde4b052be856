import * as crypto from 'node:crypto';
import { type BigIntStats, existsSync, lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { systemClock } from '../model/index.ts';
import type { DataFile, StoredFile } from '../source/index.ts';
import { type Archive, type Archived, EMPTY_ARCHIVE } from './archive.ts';
import type { BuildMemory } from './build-memory.ts';
import {
  amendStamps,
  isStampAt,
  joinStamps,
  type Stamp,
  type StampTable,
  stampOf,
  toStampTable,
} from './stamp.ts';
import { type Passage, readState, writeSourceStamps, writeState } from './state-file.ts';
import { toolIdentity } from './tool-identity.ts';

/** What a build is about. What was remembered of another one is of no use to it. */
export interface CacheKey {
  /** The data folder. */
  readonly data: string;
  /** Where files are published: `<out>/api/v1`. */
  readonly published: string;
  /** Where unfinished builds leave traces: a build that finds it has something to do. */
  readonly workshop: string;
  /** Everything else that the bytes depend on, but for the sources and the clock. */
  readonly options: object;
  /** The clock of the build, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * What the last build of the same data into the same folder left behind. All of it is checked
 * before it is believed: against the bytes of the sources, and against inode, size and times of
 * the published files.
 */
export interface BuildCache<Summary> {
  /** Whether nothing is known. */
  readonly isEmpty: boolean;
  /** Finds out which sources have changed. Of those that nobody has touched, none is read. */
  readonly lookAt: (files: readonly StoredFile[]) => void;
  /**
   * What the last build counted, if nothing has changed since: not a source, all of which have to be
   * looked at before, not a published file, nor this program. Null if something did, or nothing is
   * known.
   */
  readonly recallSummary: (files: readonly DataFile[]) => Summary | null;
  /**
   * What a source held, as JSON, if its bytes are the same; undefined otherwise. The same buffer for
   * who asks again, and for a later build that has the same memory.
   */
  readonly recallText: (name: string) => Buffer | undefined;
  /** Whether that is probably known: it was not read yet. */
  readonly knowsText: (name: string) => boolean;
  /** The value that a source had, changed or not: null if there was none, undefined if unknown. */
  readonly recallLastValue: (name: string) => unknown;
  /** What was known in brief of what a source is about, as JSON, the same source or not. */
  readonly recallLastBrief: (name: string) => Buffer | undefined;
  /** Whether a source that there was is gone. */
  readonly isSourceGone: () => boolean;
  /** Whether a source, present or missing, is what it was. */
  readonly isSameSource: (name: string) => boolean;
  /** What the answers about one operator depended on besides its own sources; null if unknown. */
  readonly recallShared: () => string | null;
  /** Whether all published files, and the folders between them, are as the last build left them. */
  readonly isAllUntouched: () => boolean;
  /** Where things stood in a published file; null where that is not known. */
  readonly recallPassages: (path: string) => Passage | null;
  /** Takes note of where things stand in a published file now. */
  readonly notePassages: (path: string, basis: string, table: Float64Array) => void;
  /** Whether a published file is as the last build left it, and so is everything around it. */
  readonly isUntouched: (path: string, stats: BigIntStats) => boolean;
  /** Takes note of the digest of a source: see `digestSource`. */
  readonly noteSource: (name: string, digest: string) => void;
  /** Takes note of files that somebody else wrote, of a publication that has no predecessor. */
  readonly noteAll: (stamps: StampTable) => void;
  /**
   * Takes note of a file as this build leaves it. Of others, if none was touched since the last
   * build, it is what that one knew.
   */
  readonly note: (path: string, stats: BigIntStats) => void;
  /** Takes note of a file that is gone. */
  readonly forget: (path: string) => void;
  /** The same files, whose bytes are known once they were read. */
  readonly observe: (files: readonly DataFile[]) => readonly DataFile[];
  /**
   * Leaves what this build knows for the next one.
   *
   * @param shared See recallShared.
   */
  readonly remember: (
    files: readonly DataFile[],
    summary: Summary,
    shared: string,
    known: KnownOfSources,
  ) => void;
}

/** What a build knows of its sources, of which many are what they were. */
export interface KnownOfSources {
  /** What a source holds, as JSON, if it is to be recalled by that. */
  readonly textOf: (name: string) => Buffer | undefined;
  /** What is known in brief of what a source is about, as JSON. */
  readonly briefOf: (name: string) => Buffer | undefined;
  /** Whether that is what was known of it. */
  readonly isBriefSame: (name: string) => boolean;
}

/** With plain numbers, which take a third less time than big ones for a hundred thousand files. */
const LSTAT = { throwIfNoEntry: false } as const;

/** A file that was changed later than that can change again without another time, as on FAT. */
const COARSEST_TIME_MS = 2000;

/** A position at which nothing is. */
const NOWHERE = -1;

/** The state of more sources is not kept in memory: its files have 105 MB at ten claims each. */
const MOST_SOURCES_IN_MEMORY = 40_000;

/**
 * Opens what is remembered in a folder, which may be deleted at any time.
 *
 * @param folder Null to remember nothing.
 * @param memory What builds of this process have left, if that is more than files.
 */
export function openBuildCache<Summary>(
  folder: string | null,
  { data, published, workshop, options, now }: CacheKey,
  memory: BuildMemory | null = null,
): BuildCache<Summary> {
  if (folder === null) return nothingRemembered();
  const place = JSON.stringify([realpathOf(data), realpathOf(published)]);
  const path = join(folder, `build-${crypto.hash('sha256', place).slice(0, 16)}`);
  const key = JSON.stringify([toolIdentity(), place, options]);
  const found = memory?.last?.path === path ? memory.last.state : readState(path, key);
  // A clock that was set back can make a date lie in the future.
  const state = found !== null && found.key === key && found.now <= now ? found : null;

  const digests = new Map<string, string>();
  const looks = new Map<string, Stamp | null>();
  let hasNewLooks = false;
  const sourceIndex = new Map(state?.sources.paths.map((name, index) => [name, index]));
  let stampIndex: ReadonlyMap<string, number> | null = null;
  const indexOfStamp = (path: string) => {
    stampIndex ??= new Map(state?.stamps.paths.map((path, index) => [path, index]));
    return stampIndex.get(path);
  };
  const notes = new Map<string, Stamp | null>();
  const othersNotes: StampTable[] = [];
  const passages = new Map<string, Passage>();
  const indexOfSame = (name: string) => {
    const index = sourceIndex.get(name);
    return index !== undefined && state?.digests[index] === digests.get(name) ? index : undefined;
  };

  const isSame = (name: string) => indexOfSame(name) !== undefined;
  const textAt = (index: number | undefined): Buffer | undefined =>
    state?.values.textAt(index ?? NOWHERE);

  let areStampsTrue: boolean | null = null;
  const isAllUntouched = () => {
    areStampsTrue ??=
      state?.stamps.paths.every((path, index) => {
        // By `join`, each of a hundred thousand tidy paths would be tidied.
        const stats = lstatSync(`${published}/${path}`, LSTAT);
        return stats !== undefined && isStampAt(state.stamps, index, stampOf(stats));
      }) ?? false;
    return areStampsTrue;
  };

  return {
    isEmpty: state === null,
    lookAt(files) {
      const settled = systemClock().now - COARSEST_TIME_MS;
      for (const { name, look, read } of files) {
        const stats = look();
        const stamp = stampOf(stats);
        looks.set(name, stats.ctimeMs < settled ? stamp : null);
        if (state === null) continue;
        const index = sourceIndex.get(name);
        const isUntouched = index !== undefined && isStampAt(state.sources, index, stamp);
        digests.set(name, (isUntouched && state.digests[index]) || digestSource(read()));
        hasNewLooks ||= !isUntouched && stats.ctimeMs < settled;
      }
    },
    recallSummary(files) {
      if (state === null) return null;
      const isWhole =
        files.length === state.sources.paths.length &&
        files.every(({ name }) => isSame(name)) &&
        !existsSync(workshop) &&
        isAllUntouched();
      if (isWhole && hasNewLooks) {
        const sources = toStampTable(looks);
        writeSourceStamps(path, state, sources);
        if (memory !== null) memory.last = { path, state: { ...state, sources } };
      }
      return isWhole ? (state.summary as Summary) : null;
    },
    isSameSource: (name) =>
      state !== null && (digests.has(name) ? isSame(name) : !sourceIndex.has(name)),
    recallShared: () => state?.shared ?? null,
    isAllUntouched,
    recallPassages: (path) => state?.passages().get(path) ?? null,
    notePassages: (path, basis, table) => passages.set(path, { basis, table }),
    recallText: (name) => textAt(indexOfSame(name)),
    knowsText: (name) => state?.values.has(indexOfSame(name) ?? NOWHERE) ?? false,
    recallLastValue(name) {
      const index = sourceIndex.get(name);
      if (state !== null && index === undefined) return null;
      const text = textAt(index);
      return text && JSON.parse(text.toString());
    },
    recallLastBrief: (name) => state?.briefs.textAt(sourceIndex.get(name) ?? NOWHERE),
    isSourceGone: () => state?.sources.paths.some((name) => !digests.has(name)) ?? false,
    isUntouched(path, stats) {
      // Untouched is only of use where the manifest beside it, which says what it holds, is so too.
      if (state === null || !isAllUntouched()) return false;
      const index = indexOfStamp(path);
      return index !== undefined && isStampAt(state.stamps, index, stampOf(stats));
    },
    noteSource: (name, digest) => digests.set(name, digest),
    noteAll(stamps) {
      othersNotes.push(stamps);
    },
    note: (path, stats) => notes.set(path, stampOf(stats)),
    forget: (path) => notes.set(path, null),
    observe: (files) =>
      files.map((file) => ({
        ...file,
        read: () => {
          const bytes = file.read();
          digests.set(file.name, digestSource(bytes));
          return bytes;
        },
      })),
    remember(files, summary, shared, { textOf, briefOf, isBriefSame }) {
      const before = state !== null && areStampsTrue === true ? state : null;
      const folders = new Set(before?.folders);
      const others = joinStamps(othersNotes);
      for (const paths of [notes.keys(), others.paths]) {
        for (const path of paths) folders.add(dirname(dirname(path)));
      }
      for (const folder of folders) {
        const stats = lstatSync(join(published, folder), LSTAT);
        notes.set(folder, stats === undefined ? null : stampOf(stats));
      }
      const earlier = state ?? { values: EMPTY_ARCHIVE, briefs: EMPTY_ARCHIVE };
      const isHeld = memory !== null && files.length <= MOST_SOURCES_IN_MEMORY;
      const archived = (
        { has }: Archive,
        isKept: (name: string) => boolean,
        textOf: (name: string) => Buffer | undefined,
      ): Archived => ({
        kept: files.map(({ name }) => {
          const position = sourceIndex.get(name);
          return position !== undefined && has(position) && isKept(name) ? position : null;
        }),
        textAt: (position) => textOf(files[position]?.name ?? ''),
        isHeld,
      });
      const left = {
        key,
        now,
        summary,
        shared,
        sources: toStampTable(new Map(files.map(({ name }) => [name, looks.get(name) ?? null]))),
        digests: files.map(({ name }) => digests.get(name) ?? ''),
        values: archived(earlier.values, isSame, textOf),
        briefs: archived(earlier.briefs, isBriefSame, briefOf),
        folders: [...folders].filter((folder) => notes.get(folder) !== null),
        stamps: amendStamps(before?.stamps ?? others, notes),
        passages: always(passages),
      };
      const written = writeState(path, left, earlier);
      if (memory !== null) memory.last = written && isHeld ? { path, state: written } : null;
    },
  };
}

function nothingRemembered<Summary>(): BuildCache<Summary> {
  return {
    isEmpty: true,
    lookAt: () => {},
    recallSummary: () => null,
    recallText: () => undefined,
    knowsText: () => false,
    recallLastValue: () => undefined,
    recallLastBrief: () => undefined,
    isSourceGone: () => false,
    isSameSource: () => false,
    recallShared: () => null,
    isAllUntouched: () => false,
    recallPassages: () => null,
    notePassages: () => {},
    isUntouched: () => false,
    noteSource: () => {},
    noteAll: () => {},
    note: () => {},
    forget: () => {},
    observe: (files) => files,
    remember: () => {},
  };
}

/** Made here, so that the function keeps nothing else: one state would keep all before it. */
function always<T>(value: T): () => T {
  return () => value;
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

/** What tells the bytes of a source from any other: 192 bits of BLAKE2b, half the work of SHA-256 on machines without instructions for that. */
export function digestSource(bytes: Uint8Array): string {
  return crypto.hash('blake2b512', bytes, 'base64url').slice(0, 32);
}
