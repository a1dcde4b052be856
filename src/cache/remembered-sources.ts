import { OutOfDate } from '../diagnostics/index.ts';
import { type Listing, systemClock } from '../model/index.ts';
import type { DataFile, StoredFile } from '../source/index.ts';
import { type Archive, type Archived, EMPTY_ARCHIVE } from './archive.ts';
import { DIGEST_LENGTH, digestSource, ObservedFile } from './observed-file.ts';
import {
  COARSEST_TIME_MS,
  isStampAt,
  type StampTable,
  setStampAt,
  stampOf,
  withoutStamps,
} from './stamp.ts';
import type { ArchivesToWrite, State } from './state-file.ts';

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
  /** The listing of the operator that a source is about, as it was, the same source or not. */
  readonly lastListingOf: (name: string) => Listing | undefined;
  /** What was known in brief of what a source is about, as JSON, the same source or not. */
  readonly lastBriefOf: (name: string) => Buffer | undefined;
  /**
   * Takes note of the digest of a source: see `digestSource`. Throws OutOfDate where it was another one
   * before, in this build: some of what follows from a source would be about one text, some about the
   * other.
   */
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
  /** The listing of the operator whose own source it is; undefined for other sources. */
  readonly listingOf: (name: string) => Listing | undefined;
  /** Whether brief and listing of the operator whose own source it is are what they were. */
  readonly isOperatorSame: (name: string) => boolean;
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
  ) => Pick<State, 'sources' | 'digests' | 'listings'> & ArchivesToWrite;
}

/** Of a build that remembers nothing. */
export const NO_SOURCES: RememberedSources = {
  lookAt: () => {},
  isSame: () => false,
  isOneGone: () => false,
  textOf: () => undefined,
  knowsText: () => false,
  lastValueOf: () => undefined,
  lastListingOf: () => undefined,
  lastBriefOf: () => undefined,
  noteDigest: () => {},
  observe: (files) => files,
};

/** A position at which nothing is. */
const NOWHERE = -1;

/**
 * Recalls sources from what the last build left; with nothing, takes notes for the next. Where nobody
 * has touched any of very many, next to nothing is made of each.
 */
export function recallSources(state: State | null): SourceMemory {
  const names = state?.sources.paths ?? [];
  const positionOf = positionsIn(names);
  /** By position: whether a source has the stamp that it had. */
  const untouched = new Uint8Array(names.length);
  /** Of sources that were read. */
  const digests = new Map<string, string>();
  const lastDigestAt = (position: number) =>
    state?.digests.slice(DIGEST_LENGTH * position, DIGEST_LENGTH * (position + 1));
  const digestOf = (name: string, position: number) =>
    digests.get(name) ?? (untouched[position] ? lastDigestAt(position) : undefined);
  const noteDigest = (name: string, digest: string) => {
    const known = digestOf(name, positionOf(name));
    if (known !== undefined && known !== digest) {
      throw new OutOfDate(`${name} changed while it was being read`);
    }
    digests.set(name, digest);
  };
  const isUnchangedAt = (name: string, position: number) => {
    const digest = digests.get(name);
    if (digest === undefined) return untouched[position] === 1;
    return position !== NOWHERE && digest === lastDigestAt(position);
  };
  const positionIfSame = (name: string) => {
    const position = positionOf(name);
    return isUnchangedAt(name, position) ? position : NOWHERE;
  };
  const lastListingAt = (position: number) =>
    state?.listings && listingAt(state.listings, position);
  let looks = withoutStamps([]);
  let hasNewLooks = false;

  const sources: RememberedSources = {
    lookAt(files) {
      const settled = systemClock().now - COARSEST_TIME_MS;
      looks = withoutStamps(files.map(({ name }) => name));
      // Without an iterator: there can be very many, and the loop runs cold.
      for (let index = 0; index < files.length; index += 1) {
        const file = files[index] as StoredFile;
        const stamp = stampOf(file.look());
        const isSettled = stamp.changed < settled;
        if (isSettled) setStampAt(looks, index, stamp);
        if (state === null) continue;
        const position = positionOf(file.name, index);
        if (position !== NOWHERE && isStampAt(state.sources, position, stamp)) {
          untouched[position] = 1;
          continue;
        }
        digests.set(file.name, digestSource(file.read()));
        hasNewLooks ||= isSettled;
      }
    },
    isSame(name) {
      if (state === null) return false;
      const position = positionOf(name);
      return position === NOWHERE ? !digests.has(name) : isUnchangedAt(name, position);
    },
    isOneGone: () =>
      names.some((name, position) => untouched[position] !== 1 && !digests.has(name)),
    textOf: (name) => state?.values.textAt(positionIfSame(name)),
    knowsText: (name) => state?.values.has(positionIfSame(name)) ?? false,
    lastValueOf(name) {
      const position = positionOf(name);
      if (state !== null && position === NOWHERE) return null;
      const text = state?.values.textAt(position);
      return text && JSON.parse(text.toString());
    },
    lastListingOf: (name) => lastListingAt(positionOf(name)),
    lastBriefOf: (name) => state?.briefs.textAt(positionOf(name)),
    noteDigest,
    observe: (files) => files.map((file) => new ObservedFile(file, noteDigest)),
  };
  return {
    sources,
    areSame: (files) =>
      files.length === names.length &&
      files.every(({ name }, index) => isUnchangedAt(name, positionOf(name, index))),
    newStamps: () => (hasNewLooks ? looks : null),
    leave(files, { textOf, briefOf, listingOf, isOperatorSame }, isHeld) {
      const positions = files.map(({ name }, index) => positionOf(name, index));
      const archived = (
        { has }: Archive,
        isKept: (name: string, position: number) => boolean,
        textOf: (name: string) => Buffer | undefined,
      ): Archived => ({
        kept: files.map(({ name }, index) => {
          const position = positions[index] ?? NOWHERE;
          return has(position) && isKept(name, position) ? position : null;
        }),
        textAt: (position) => textOf(files[position]?.name ?? ''),
        isHeld,
      });
      const digestsNow = files.map(({ name }, index) =>
        digestOf(name, positions[index] ?? NOWHERE),
      );
      return {
        sources: onlyWith(digestsNow, looks),
        digests: digestsNow.map((digest = '') => digest.padEnd(DIGEST_LENGTH)).join(''),
        values: archived(state?.values ?? EMPTY_ARCHIVE, isUnchangedAt, textOf),
        briefs: archived(state?.briefs ?? EMPTY_ARCHIVE, isOperatorSame, briefOf),
        listings: tableOf(
          files.map(({ name }, index) =>
            isOperatorSame(name) ? lastListingAt(positions[index] ?? NOWHERE) : listingOf(name),
          ),
        ),
      };
    },
  };
}

/** Tells where a name stands among others: at once where it stands where it is expected. */
function positionsIn(names: readonly string[]) {
  let positions: ReadonlyMap<string, number> | null = null;
  return (name: string, expected = NOWHERE): number => {
    if (names[expected] === name) return expected;
    positions ??= new Map(names.map((name, position) => [name, position]));
    return positions.get(name) ?? NOWHERE;
  };
}

/** Two numbers for each source, those of the listing; NaN where it has none. */
function tableOf(listings: readonly (Listing | undefined)[]): Float64Array {
  const table = new Float64Array(2 * listings.length);
  for (const [index, listing] of listings.entries()) {
    table[2 * index] = listing?.id ?? Number.NaN;
    table[2 * index + 1] = listing?.claimCount ?? Number.NaN;
  }
  return table;
}

function listingAt(table: Float64Array, position: number): Listing | undefined {
  const [id = Number.NaN, claimCount = 0] = [table[2 * position], table[2 * position + 1]];
  return Number.isNaN(id) ? undefined : { id, claimCount };
}

/** Stamps as they are, but of what has no digest: that is to be read next time. */
function onlyWith(digests: readonly (string | undefined)[], stamps: StampTable): StampTable {
  const numbers = stamps.numbers.slice();
  for (const [index, digest] of digests.entries()) {
    if (digest === undefined) numbers.fill(Number.NaN, 4 * index, 4 * index + 4);
  }
  return { ...stamps, numbers };
}
