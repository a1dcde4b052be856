import * as crypto from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { keptRun, NOWHERE } from './kept-run.ts';
import { appendToFile, replaceFile } from './sealed-file.ts';

/**
 * Texts by their position, in a file to which new ones are appended: where little has changed, little
 * is read and written.
 */
export interface Archive {
  /** Four numbers for each: where it starts, its length or -1 for none, and two of its digest. */
  readonly spans: Float64Array;
  /** Whether there should be a text at a position: unless it was asked for, it was not looked at. */
  readonly has: (position: number) => boolean;
  /**
   * A text, the same buffer for who asks again; undefined where there is none, or not the one that
   * was written.
   */
  readonly textAt: (position: number) => Buffer | undefined;
  /** Texts that are in memory. */
  readonly held: readonly (Buffer | undefined)[];
}

/** What is to be at the positions of an archive. */
export interface Archived {
  /** For each position the one at which the earlier archive has the text, if it has it; or `NOWHERE`. */
  readonly kept: Int32Array;
  /** A text that the earlier archive has not; undefined for none. Asked for once, in order. */
  readonly textAt: (position: number) => Buffer | undefined;
  /** Whether texts are to stay in memory. */
  readonly isHeld: boolean;
}

const COLUMNS = 4;

/** Texts beyond this are left out: reading them would take more memory than they save time. */
const MOST_BYTES = 512 * 1024 * 1024;

/** Who asks for more texts than that probably asks for all. */
const MOST_SINGLE_READS = 64;

const NO_SPAN = [0, -1, 0, 0];

/** An archive of nothing. */
export const EMPTY_ARCHIVE: Archive = {
  spans: new Float64Array(),
  has: () => false,
  textAt: () => undefined,
  held: [],
};

/**
 * Opens an archive.
 *
 * @param spans What was kept of it besides the file, of which no more is read than is asked for.
 */
export function openArchive(path: string, spans: Float64Array): Archive {
  return archiveOf(spans, [], readerOf(path));
}

/**
 * Writes an archive: to the end of the file of the earlier one, or anew, where more than half of that
 * would be of no use.
 *
 * @throws where it cannot be written; then no more than time is lost
 */
export function writeArchive(
  path: string,
  earlier: Archive,
  { kept, textAt, isHeld }: Archived,
): Archive {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const had = kept.map((before) => (earlier.has(before) ? before : NOWHERE));
  const isAppended = isWorthKeeping(size, earlier, had);
  const spans = new Float64Array(COLUMNS * had.length);
  const held: (Buffer | undefined)[] = [];
  let end = isAppended ? size : 0;
  const write = function* () {
    for (let position = 0; position < had.length; ) {
      const before = had[position] ?? NOWHERE;
      const run = isAppended ? keptRun(had, position) : 0;
      if (run > 0) {
        const [from, to] = [COLUMNS * before, COLUMNS * (before + run)];
        spans.set(earlier.spans.subarray(from, to), COLUMNS * position);
        if (isHeld)
          earlier.held.slice(before, before + run).forEach((text, index) => {
            held[position + index] = text;
          });
        position += run;
        continue;
      }
      const text = before === NOWHERE ? textAt(position) : earlier.textAt(before);
      const isWritten = text !== undefined && end + text.length <= MOST_BYTES;
      spans.set(isWritten ? [end, text.length, ...digestOf(text)] : NO_SPAN, COLUMNS * position);
      if (isWritten) {
        end += text.length;
        if (isHeld) held[position] = text;
        yield text;
      }
      position += 1;
    }
  };
  if (isAppended) appendToFile(path, write());
  else replaceFile(path, write());
  return archiveOf(spans, held, readerOf(path));
}

/** Whether what is kept is still there, and makes up half of the file at least. */
function isWorthKeeping(size: number, { spans }: Archive, kept: Int32Array): boolean {
  let [bytes, end] = [0, 0];
  for (const position of kept) {
    if (position === NOWHERE) continue;
    const length = lengthAt(spans, position);
    bytes += length;
    end = Math.max(end, startAt(spans, position) + length);
  }
  return end <= size && size <= 2 * bytes;
}

function archiveOf(
  spans: Float64Array,
  held: (Buffer | undefined)[],
  read: ReturnType<typeof readerOf>,
): Archive {
  const damaged = new Set<number>();
  return {
    spans,
    held,
    has: (position) => lengthAt(spans, position) >= 0 && !damaged.has(position),
    textAt(position) {
      const length = lengthAt(spans, position);
      if (length < 0 || held[position] !== undefined) return held[position];
      const text = read(startAt(spans, position), length);
      const [first, second] = digestOf(text);
      const at = COLUMNS * position;
      if (first === spans[at + 2] && second === spans[at + 3]) held[position] = text;
      else damaged.add(position);
      return held[position];
    },
  };
}

function startAt(spans: Float64Array, position: number): number {
  return spans[COLUMNS * position] ?? 0;
}

function lengthAt(spans: Float64Array, position: number): number {
  return spans[COLUMNS * position + 1] ?? -1;
}

/** 96 bits of BLAKE2b, in two numbers that are exact. */
function digestOf(text: Buffer): [number, number] {
  const digest = crypto.hash('blake2b512', text, 'buffer');
  return [digest.readUIntBE(0, 6), digest.readUIntBE(6, 6)];
}

/** Reads parts of a file, each by itself as long as they are few. What is not there is left out. */
function readerOf(path: string): (start: number, length: number) => Buffer {
  let reads = 0;
  let whole: Buffer | null = null;
  return (start, length) => {
    reads += 1;
    if (reads <= MOST_SINGLE_READS) return readPart(path, start, length);
    whole ??= readWhole(path);
    return whole.subarray(start, start + length);
  };
}

function readPart(path: string, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  try {
    const file = openSync(path, 'r');
    try {
      return bytes.subarray(0, readSync(file, bytes, 0, length, start));
    } finally {
      closeSync(file);
    }
  } catch {
    return Buffer.alloc(0);
  }
}

function readWhole(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
