import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemClock } from '../model/index.ts';
import {
  type Archive,
  type Archived,
  EMPTY_ARCHIVE,
  openArchive,
  writeArchive,
} from './archive.ts';
import { readSealed, writeSealed } from './sealed-file.ts';
import type { StampTable } from './stamp.ts';

/** What a finished build leaves for the next one. */
export interface State {
  /** Everything but the sources that the outcome depends on. */
  readonly key: string;
  /** The clock of the build, in milliseconds since 1970. */
  readonly now: number;
  /** What the build counted, for a report without it. */
  readonly summary: unknown;
  /** All that the answers about one operator depended on besides its own sources. */
  readonly shared: string;
  /** The sources by name, in their order, and their digests, which are all of one length. */
  readonly sources: StampTable;
  readonly digests: string;
  /** The parsed content of each source as JSON; of those that have none, it is read every time. */
  readonly values: Archive;
  /** What was known in brief of what some sources are about, as JSON. */
  readonly briefs: Archive;
  /** The listings of operators, by their own sources: two numbers for each source. */
  readonly listings: Float64Array;
  /** Published files, and the folders that hold folders, below `api/v1`. */
  readonly stamps: StampTable;
  /** Which of these are folders. */
  readonly folders: readonly string[];
  /** Where things stand in published files, by their paths; empty where that was lost. */
  readonly passages: () => PassageTables;
  /** What all operators came to together, as texts; none where that was lost. */
  readonly aggregates: () => readonly string[];
}

/** What is remembered of published files that can be taken over in part. */
export type PassageTables = ReadonlyMap<string, PassageTable>;

export interface PassageTable {
  /** What the whole file was made of besides what its parts are about. */
  readonly basis: string;
  readonly table: Float64Array;
}

/** What is few enough to be JSON. */
interface Header extends Pick<State, 'key' | 'now' | 'summary' | 'shared' | 'digests' | 'folders'> {
  /** How many sources there are. */
  readonly length: number;
}

/** How many builds, of other data or into other folders, are remembered side by side. */
const MOST_STATES = 16;

const AN_HOUR = 3_600_000;

const LENGTH_BYTES = 4;

/**
 * Reads a state. What takes more than a moment to read is in files of its own, which are read when
 * somebody asks for it.
 *
 * @param key As in `State`: of another program it is not even known how a state would be read.
 * @returns null when there is none, or it is not whole: then everything is done anew.
 */
export function readState(path: string, key: string): State | null {
  const body = readSealed(path, [Buffer.from(key)]);
  if (body === null) return null;
  const { texts, numbers } = unpack(body);
  const [header = '', ...paths] = texts;
  const { length, ...rest }: Header = JSON.parse(header);
  const names = paths.splice(0, length);
  // Of each source its stamp, two spans and its listing, then the stamps of all that is published.
  const [sources, values, briefs] = [0, 1, 2].map((part) =>
    numbers.subarray(4 * length * part, 4 * length * (part + 1)),
  ) as [Float64Array, Float64Array, Float64Array];
  const listings = numbers.subarray(12 * length, 14 * length);
  const stamps = numbers.subarray(14 * length);
  let answers: Answers | null = null;
  const answersKnown = () => {
    answers ??= readAnswers(passagesPath(path), stamps);
    return answers;
  };
  return {
    ...rest,
    sources: { paths: names, numbers: sources },
    values: openArchive(valuesPath(path), values),
    briefs: openArchive(briefsPath(path), briefs),
    listings,
    stamps: { paths, numbers: stamps },
    passages: () => answersKnown().passages,
    aggregates: () => answersKnown().aggregates,
  };
}

/** Made here, so that the function keeps nothing else: one state would keep all before it. */
export function always<T>(value: T): () => T {
  return () => value;
}

/** What a state has archives of. */
export type Archives = Pick<State, 'values' | 'briefs'>;

/** What is to be in them. */
export type ArchivesToWrite = Readonly<Record<keyof Archives, Archived>>;

/**
 * Writes the archives of a state; where that is impossible, the next build is merely slower.
 *
 * @param earlier The state that was there before, if any, whose archives may keep something.
 * @returns null when they could not be written
 */
export function writeArchives(
  path: string,
  { values, briefs }: ArchivesToWrite,
  earlier: Archives | null,
): Archives | null {
  return attempt(() => {
    mkdirSync(dirname(path), { recursive: true });
    return {
      values: writeArchive(valuesPath(path), earlier?.values ?? EMPTY_ARCHIVE, values),
      briefs: writeArchive(briefsPath(path), earlier?.briefs ?? EMPTY_ARCHIVE, briefs),
    };
  });
}

/**
 * Writes a state whose archives are written; where that is impossible, the next build is merely slower.
 *
 * @returns null when it could not be written
 */
export function writeState(path: string, state: State): State | null {
  return attempt(() => {
    const tables = [...state.passages()];
    writeSealed(
      passagesPath(path),
      [bytesOf(state.stamps.numbers)],
      pack(
        [
          JSON.stringify(tables.map(([path, { basis, table }]) => [path, basis, table.length])),
          ...state.aggregates(),
        ],
        tables.map(([, { table }]) => table),
      ),
    );
    writeIndex(path, state);
    removeOldest(dirname(path));
    removeHalfWritten(dirname(path));
    return state;
  });
}

/**
 * Writes a state anew with other stamps of the same sources: what another build has written since is
 * lost, which costs no more than time.
 */
export function writeSourceStamps(path: string, state: State, sources: StampTable): void {
  attempt(() => writeIndex(path, { ...state, sources }));
}

function attempt<T>(write: () => T): T | null {
  try {
    return write();
  } catch {
    // What is there already is still checked before it is believed.
    return null;
  }
}

function writeIndex(
  path: string,
  { key, now, summary, shared, digests, folders, sources, listings, stamps, values, briefs }: State,
): void {
  const { length } = sources.paths;
  const header: Header = { key, now, summary, shared, digests, folders, length };
  const texts = [JSON.stringify(header), ...sources.paths, ...stamps.paths];
  const numbers = [sources.numbers, values.spans, briefs.spans, listings, stamps.numbers];
  writeSealed(path, [Buffer.from(key)], pack(texts, numbers));
}

/** Stands in no path and in no JSON. */
const END_OF_TEXT = '\0';

/** Texts and numbers, which are so many that to say them in JSON would take a while. */
function pack(texts: readonly string[], numbers: readonly Float64Array[]): readonly Buffer[] {
  const joined = Buffer.from(texts.join(END_OF_TEXT));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(joined.length);
  return [length, joined, ...numbers.map(bytesOf)];
}

function unpack(packed: Buffer) {
  const start = LENGTH_BYTES + packed.readUInt32LE(0);
  return {
    texts: packed.toString('utf8', LENGTH_BYTES, start).split(END_OF_TEXT),
    // A copy, since numbers have to start at a multiple of eight.
    numbers: new Float64Array(new Uint8Array(packed.subarray(start)).buffer),
  };
}

function bytesOf(numbers: Float64Array): Buffer {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** Folders come and go, as in CI and in tests; what is remembered of them would stay. */
function removeOldest(folder: string): void {
  const states = readdirSync(folder).filter((name) => /^build-[0-9a-f]+$/.test(name));
  const ageOf = (name: string) => statSync(join(folder, name)).mtimeMs;
  const oldest = states.length > MOST_STATES ? states.sort((a, b) => ageOf(b) - ageOf(a)) : [];
  for (const name of oldest.slice(MOST_STATES)) {
    rmSync(join(folder, name), { force: true });
    for (const path of [valuesPath(name), briefsPath(name), passagesPath(name)]) {
      rmSync(join(folder, path), { force: true });
    }
  }
}

/** What a killed build left; one that is at work is done with it in a moment. */
function removeHalfWritten(folder: string): void {
  const tooOld = systemClock().now - AN_HOUR;
  for (const name of readdirSync(folder).filter((name) => /^build-.*\.new$/.test(name))) {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    if (stats !== undefined && stats.mtimeMs < tooOld) rmSync(join(folder, name), { force: true });
  }
}

function valuesPath(path: string): string {
  return `${path}-values`;
}

function briefsPath(path: string): string {
  return `${path}-briefs`;
}

function passagesPath(path: string): string {
  return `${path}-passages`;
}

/** What is known of answers about many operators. */
interface Answers {
  readonly passages: PassageTables;
  readonly aggregates: readonly string[];
}

function readAnswers(path: string, stamps: Float64Array): Answers {
  const body = readSealed(path, [bytesOf(stamps)]);
  if (body === null) return { passages: new Map(), aggregates: [] };
  const { texts, numbers } = unpack(body);
  const [header = '', ...aggregates] = texts;
  let at = 0;
  const passages = new Map(
    (JSON.parse(header) as [string, string, number][]).map(([path, basis, length]) => {
      at += length;
      return [path, { basis, table: numbers.subarray(at - length, at) }];
    }),
  );
  return { passages, aggregates };
}
