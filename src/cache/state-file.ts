import * as crypto from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
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
  /** The sources by name, in their order, and the digest of each. */
  readonly sources: StampTable;
  readonly digests: readonly string[];
  /** The parsed content of each source as JSON; null where it is read anew every time. */
  readonly values: readonly (Buffer | null)[];
  /** The size of each of them in bytes; -1 for null. */
  readonly sizes: readonly number[];
  /** Published files, and the folders that hold folders, below `api/v1`. */
  readonly stamps: StampTable;
  /** Which of these are folders. */
  readonly folders: readonly string[];
  /** Where things stand in published files, by their paths; empty where that was lost. */
  readonly passages: Passages;
}

/** What is remembered of published files that can be taken over in part. */
export type Passages = ReadonlyMap<string, Passage>;

export interface Passage {
  /** What the whole file was made of besides what its parts are about. */
  readonly basis: string;
  readonly table: Float64Array;
}

/** The parts of a file that are too many to be JSON. */
interface Header extends Omit<State, 'sources' | 'stamps' | 'values' | 'passages'> {
  readonly names: readonly string[];
  readonly paths: readonly string[];
}

/** How many builds, of other data or into other folders, are remembered side by side. */
const MOST_STATES = 16;

const DIGEST_BYTES = 64;
const LENGTH_BYTES = 4;
const BATCH_BYTES = 4 * 1024 * 1024;

/**
 * Reads a state. The values are in a file of their own, which is only read when one is asked for.
 *
 * @returns null when there is none, or it is not whole: then everything is done anew.
 */
export function readState(path: string): State | null {
  const body = readSealed(path);
  if (body === null) return null;
  const { header, numbers } = unpack(body);
  const { names, paths, ...rest } = header as Header;
  const ofSources = 4 * names.length;
  let values: readonly (Buffer | null)[] | null = null;
  let passages: Passages | null = null;
  return {
    ...rest,
    sources: { paths: names, numbers: numbers.subarray(0, ofSources) },
    stamps: { paths, numbers: numbers.subarray(ofSources) },
    get values() {
      values ??= readValues(valuesPath(path), rest.digests, rest.sizes);
      return values;
    },
    get passages() {
      passages ??= readPassages(passagesPath(path), numbers.subarray(ofSources));
      return passages;
    },
  };
}

/** Writes a state; where that is impossible, the next build is merely slower. */
export function writeState(path: string, state: State): void {
  const { digests, values, stamps, passages } = state;
  attempt(() => {
    mkdirSync(dirname(path), { recursive: true });
    writeSealed(valuesPath(path), [
      digestOf([Buffer.from(digests.join())]),
      ...values.filter((value) => value !== null),
    ]);
    writeSealed(passagesPath(path), [
      digestOf([bytesOf(stamps.numbers)]),
      ...pack(
        [...passages].map(([path, { basis, table }]) => [path, basis, table.length]),
        [...passages.values()].map(({ table }) => table),
      ),
    ]);
    writeIndex(path, state);
    removeOldest(dirname(path));
  });
}

/**
 * Writes a state anew with other stamps of the same sources: what another build has written since is
 * lost, which costs no more than time.
 */
export function writeSourceStamps(path: string, state: State, sources: StampTable): void {
  attempt(() => writeIndex(path, { ...state, sources }));
}

function attempt(write: () => void): void {
  try {
    write();
  } catch {
    // What is there already is still checked before it is believed.
  }
}

function writeIndex(path: string, state: State): void {
  // Not the values, which a state that was read has not always read.
  const { key, now, summary, shared, digests, sizes, folders, sources, stamps } = state;
  const [names, paths] = [sources.paths, stamps.paths];
  const header: Header = { key, now, summary, shared, digests, sizes, folders, names, paths };
  writeSealed(path, pack(header, [sources.numbers, stamps.numbers]));
}

/** Something that JSON can say, and numbers that are too many for that. */
function pack(header: object, numbers: readonly Float64Array[]): readonly Buffer[] {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(json.length);
  return [length, json, ...numbers.map(bytesOf)];
}

function unpack(packed: Buffer): { readonly header: unknown; readonly numbers: Float64Array } {
  const start = LENGTH_BYTES + packed.readUInt32LE(0);
  return {
    header: JSON.parse(packed.toString('utf8', LENGTH_BYTES, start)),
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
    rmSync(join(folder, valuesPath(name)), { force: true });
    rmSync(join(folder, passagesPath(name)), { force: true });
  }
}

function valuesPath(path: string): string {
  return `${path}-values`;
}

function passagesPath(path: string): string {
  return `${path}-passages`;
}

function readValues(
  path: string,
  digests: readonly string[],
  sizes: readonly number[],
): readonly (Buffer | null)[] {
  const values = readSealedFor([Buffer.from(digests.join())], path);
  if (values === null) return sizes.map(() => null);
  let at = 0;
  return sizes.map((size) => {
    if (size < 0) return null;
    at += size;
    return values.subarray(at - size, at);
  });
}

function readPassages(path: string, stamps: Float64Array): Passages {
  const body = readSealedFor([bytesOf(stamps)], path);
  if (body === null) return new Map();
  const { header, numbers } = unpack(body);
  let at = 0;
  return new Map(
    (header as [string, string, number][]).map(([path, basis, length]) => {
      at += length;
      return [path, { basis, table: numbers.subarray(at - length, at) }];
    }),
  );
}

/**
 * What a file of its own adds to a state, if it belongs to that very state: a build can be killed
 * between two files.
 */
function readSealedFor(parts: readonly Buffer[], path: string): Buffer | null {
  const body = readSealed(path);
  return body?.subarray(0, DIGEST_BYTES).equals(digestOf(parts))
    ? body.subarray(DIGEST_BYTES)
    : null;
}

/** The content of a file that starts with its own digest; null when it is not what was written. */
function readSealed(path: string): Buffer | null {
  try {
    const bytes = readFileSync(path);
    const body = bytes.subarray(DIGEST_BYTES);
    return digestOf([body]).equals(bytes.subarray(0, DIGEST_BYTES)) ? body : null;
  } catch {
    return null;
  }
}

function writeSealed(path: string, parts: readonly Buffer[]): void {
  const staged = `${path}.${process.pid}.new`;
  try {
    const file = openSync(staged, 'w');
    try {
      for (const batch of inBatches([digestOf(parts), ...parts])) writeAll(file, batch);
    } finally {
      closeSync(file);
    }
    renameSync(staged, path);
  } finally {
    rmSync(staged, { force: true });
  }
}

/** Joins parts, of which there can be many small ones, but not into one that is as large as all. */
function* inBatches(parts: readonly Buffer[]): Generator<Buffer, void> {
  let batch: Buffer[] = [];
  let bytes = 0;
  for (const part of parts) {
    batch.push(part);
    bytes += part.length;
    if (bytes < BATCH_BYTES) continue;
    yield Buffer.concat(batch);
    [batch, bytes] = [[], 0];
  }
  yield Buffer.concat(batch);
}

function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}

function digestOf(parts: readonly Buffer[]): Buffer {
  const hash = crypto.createHash('blake2b512');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
