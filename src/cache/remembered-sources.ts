import { OutOfDate } from '../diagnostics/index.ts';
import { type Listing, systemClock } from '../model/index.ts';
import type { DataFile, StoredFile } from '../source/index.ts';
import type { Archived } from './archive.ts';
import { eachRun, NOWHERE } from './kept-run.ts';
import { DIGEST_LENGTH, digestSource, ObservedFile } from './observed-file.ts';
import { COARSEST_TIME_MS, isStampAt, setStampAt, stampOf, withoutStamps } from './stamp.ts';
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

const NO_LISTING = { id: Number.NaN, claimCount: Number.NaN };

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
  const lastDigestsAt = (position: number, count = 1) =>
    state?.digests.slice(DIGEST_LENGTH * position, DIGEST_LENGTH * (position + count));
  const digestOf = (name: string, position: number) =>
    digests.get(name) ?? (untouched[position] ? lastDigestsAt(position) : undefined);
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
    return position !== NOWHERE && digest === lastDigestsAt(position);
  };
  const positionIfSame = (name: string) => {
    const position = positionOf(name);
    return isUnchangedAt(name, position) ? position : NOWHERE;
  };
  const lastListingAt = (position: number) =>
    state?.listings && listingAt(state.listings, position);
  let looks = withoutStamps([]);
  let hasNewLooks = false;
  /** With stamps as they are, but of what has no digest: that is to be read next time. */
  const leaveDigests = (same: Int32Array, nameAt: (index: number) => string) => {
    const numbers = looks.numbers.slice();
    let text = '';
    const keep = (_: number, before: number, length: number) => {
      text += lastDigestsAt(before, length) ?? '';
    };
    eachRun(same, keep, (at) => {
      const digest = digests.get(nameAt(at));
      text += (digest ?? '').padEnd(DIGEST_LENGTH);
      if (digest === undefined) numbers.fill(Number.NaN, 4 * at, 4 * at + 4);
    });
    return { sources: { ...looks, numbers }, digests: text };
  };
  /** Two numbers for each source, those of the listing; NaN where it has none. */
  const leaveListings = (
    same: Int32Array,
    listingOf: (index: number) => Listing | undefined,
  ): Float64Array => {
    const table = new Float64Array(2 * same.length);
    const keep = (at: number, before: number, length: number) =>
      table.set(state?.listings.subarray(2 * before, 2 * (before + length)) ?? [], 2 * at);
    eachRun(same, keep, (at) => {
      const { id, claimCount } = listingOf(at) ?? NO_LISTING;
      table.set([id, claimCount], 2 * at);
    });
    return table;
  };

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
      const { length } = files;
      const nameAt = (index: number) => files[index]?.name ?? '';
      /** Of sources, and of what is known of their operators, that are what they were. */
      const same = new Int32Array(length);
      const sameOperators = new Int32Array(length);
      for (let index = 0; index < length; index += 1) {
        const name = nameAt(index);
        const position = positionOf(name, index);
        same[index] = isUnchangedAt(name, position) ? position : NOWHERE;
        sameOperators[index] = isOperatorSame(name) ? position : NOWHERE;
      }
      const archived = (kept: Int32Array, of: (name: string) => Buffer | undefined): Archived => ({
        kept,
        textAt: (index) => of(nameAt(index)),
        isHeld,
      });
      return {
        ...leaveDigests(same, nameAt),
        values: archived(same, textOf),
        briefs: archived(sameOperators, briefOf),
        listings: leaveListings(sameOperators, (index) => listingOf(nameAt(index))),
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

function listingAt(table: Float64Array, position: number): Listing | undefined {
  const [id = Number.NaN, claimCount = 0] = [table[2 * position], table[2 * position + 1]];
  return Number.isNaN(id) ? undefined : { id, claimCount };
}
