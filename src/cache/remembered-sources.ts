import { systemClock } from '../model/index.ts';
import type { DataFile, StoredFile } from '../source/index.ts';
import { type Archive, type Archived, EMPTY_ARCHIVE } from './archive.ts';
import { digestSource, ObservedFile } from './observed-file.ts';
import { isStampAt, type Stamp, stampOf, toStampTable } from './stamp.ts';
import type { Archives, State } from './state-file.ts';

/**
 * What the last build knew of sources, each of which is held against its bytes before anything about
 * it is believed.
 */
export interface RememberedSources {
  /** Finds out which sources have changed. Of those that nobody has touched, none is read. */
  readonly lookAt: (files: readonly StoredFile[]) => void;
  /** Whether a source, present or missing, is what it was. */
  readonly isSame: (name: string) => boolean;
  /** Whether one that there was is gone. */
  readonly isOneGone: () => boolean;
  /**
   * What a source held, as JSON, if its bytes are the same; undefined otherwise. The same buffer for
   * who asks again, and for a later build that has the same memory.
   */
  readonly textOf: (name: string) => Buffer | undefined;
  /** Whether that is probably known: it was not read yet. */
  readonly knowsText: (name: string) => boolean;
  /** The value that a source had, changed or not: null if there was none, undefined if unknown. */
  readonly lastValueOf: (name: string) => unknown;
  /** What was known in brief of what a source is about, as JSON, the same source or not. */
  readonly lastBriefOf: (name: string) => Buffer | undefined;
  /** Takes note of the digest of a source: see `digestSource`. */
  readonly noteDigest: (name: string, digest: string) => void;
  /** The same files, whose digests are known once they were read. */
  readonly observe: (files: readonly DataFile[]) => readonly DataFile[];
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

/** A build that has looked at its sources, as the cache sees it. */
export interface SourceMemory {
  readonly sources: RememberedSources;
  /** Whether files that were looked at are all the sources that there were, and what they were. */
  readonly areSame: (files: readonly DataFile[]) => boolean;
  /** Stamps that the next build can believe although this one could not believe the last; or null. */
  readonly newStamps: () => State['sources'] | null;
  /** What the next build is to know. */
  readonly leave: (
    files: readonly DataFile[],
    known: KnownOfSources,
    isHeld: boolean,
  ) => Pick<State, 'sources' | 'digests'> & Readonly<Record<keyof Archives, Archived>>;
}

/** Of a build that remembers nothing. */
export const NO_SOURCES: RememberedSources = {
  lookAt: () => {},
  isSame: () => false,
  isOneGone: () => false,
  textOf: () => undefined,
  knowsText: () => false,
  lastValueOf: () => undefined,
  lastBriefOf: () => undefined,
  noteDigest: () => {},
  observe: (files) => files,
};

/** A file that was changed later than that can change again without another time, as on FAT. */
const COARSEST_TIME_MS = 2000;

/** A position at which nothing is. */
const NOWHERE = -1;

/** Recalls sources from what the last build left; with nothing, takes notes for the next. */
export function recallSources(state: State | null): SourceMemory {
  const digests = new Map<string, string>();
  const looks = new Map<string, Stamp | null>();
  const noteDigest = (name: string, digest: string) => {
    digests.set(name, digest);
  };
  let hasNewLooks = false;
  const positions = new Map(state?.sources.paths.map((name, position) => [name, position]));
  const positionOf = (name: string) => positions.get(name) ?? NOWHERE;
  const positionIfSame = (name: string) => {
    const position = positionOf(name);
    return position !== NOWHERE && state?.digests[position] === digests.get(name)
      ? position
      : NOWHERE;
  };
  const isUnchanged = (name: string) => positionIfSame(name) !== NOWHERE;

  const sources: RememberedSources = {
    lookAt(files) {
      const settled = systemClock().now - COARSEST_TIME_MS;
      for (const file of files) {
        const { name } = file;
        const stats = file.look();
        const stamp = stampOf(stats);
        looks.set(name, stats.ctimeMs < settled ? stamp : null);
        if (state === null) continue;
        const position = positionOf(name);
        const isUntouched = position !== NOWHERE && isStampAt(state.sources, position, stamp);
        digests.set(name, (isUntouched && state.digests[position]) || digestSource(file.read()));
        hasNewLooks ||= !isUntouched && stats.ctimeMs < settled;
      }
    },
    isSame: (name) =>
      state !== null && (digests.has(name) ? isUnchanged(name) : !positions.has(name)),
    isOneGone: () => state?.sources.paths.some((name) => !digests.has(name)) ?? false,
    textOf: (name) => state?.values.textAt(positionIfSame(name)),
    knowsText: (name) => state?.values.has(positionIfSame(name)) ?? false,
    lastValueOf(name) {
      if (state !== null && !positions.has(name)) return null;
      const text = state?.values.textAt(positionOf(name));
      return text && JSON.parse(text.toString());
    },
    lastBriefOf: (name) => state?.briefs.textAt(positionOf(name)),
    noteDigest,
    observe: (files) => files.map((file) => new ObservedFile(file, noteDigest)),
  };
  return {
    sources,
    areSame: (files) =>
      files.length === positions.size && files.every(({ name }) => isUnchanged(name)),
    newStamps: () => (hasNewLooks ? toStampTable(looks) : null),
    leave(files, { textOf, briefOf, isBriefSame }, isHeld) {
      const archived = (
        { has }: Archive,
        isKept: (name: string) => boolean,
        textOf: (name: string) => Buffer | undefined,
      ): Archived => ({
        kept: files.map(({ name }) => {
          const position = positionOf(name);
          return has(position) && isKept(name) ? position : null;
        }),
        textAt: (position) => textOf(files[position]?.name ?? ''),
        isHeld,
      });
      return {
        sources: toStampTable(new Map(files.map(({ name }) => [name, looks.get(name) ?? null]))),
        digests: files.map(({ name }) => digests.get(name) ?? ''),
        values: archived(state?.values ?? EMPTY_ARCHIVE, isUnchanged, textOf),
        briefs: archived(state?.briefs ?? EMPTY_ARCHIVE, isBriefSame, briefOf),
      };
    },
  };
}
