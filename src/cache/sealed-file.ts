import * as crypto from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';

const DIGEST_BYTES = 64;
const BATCH_BYTES = 4 * 1024 * 1024;

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

function writeSealed(path: string, parts: readonly Uint8Array[]): void {
  replaceFile(path, [digestOf(parts), ...parts]);
}

/**
 * The content of a file, if it is whole and belongs to something: an index to the build that it was
 * written for, and what a file of its own adds to a state to that very state, since a build can be
 * killed between two files.
 *
 * @param parts What tells that from any other.
 */
export function readSealedFor(parts: readonly Uint8Array[], path: string): Buffer | null {
  const body = readSealed(path);
  return body?.subarray(0, DIGEST_BYTES).equals(digestOf(parts))
    ? body.subarray(DIGEST_BYTES)
    : null;
}

export function writeSealedFor(
  whole: readonly Uint8Array[],
  path: string,
  parts: readonly Uint8Array[],
): void {
  writeSealed(path, [digestOf(whole), ...parts]);
}

/** Writes a file beside its place, and puts it there once it is whole. */
export function replaceFile(path: string, parts: Iterable<Uint8Array>): void {
  const staged = `${path}.${process.pid}.new`;
  try {
    writeParts(staged, 'w', parts);
    renameSync(staged, path);
  } finally {
    rmSync(staged, { force: true });
  }
}

/** Writes to the end of a file. */
export function appendToFile(path: string, parts: Iterable<Uint8Array>): void {
  writeParts(path, 'a', parts);
}

function writeParts(path: string, flags: 'w' | 'a', parts: Iterable<Uint8Array>): void {
  const file = openSync(path, flags);
  try {
    for (const batch of inBatches(parts)) {
      for (let written = 0; written < batch.length; ) written += writeSync(file, batch, written);
    }
  } finally {
    closeSync(file);
  }
}

/** Joins parts, of which there can be many small ones, but not into one that is as large as all. */
function* inBatches(parts: Iterable<Uint8Array>): Generator<Buffer, void> {
  let batch: Uint8Array[] = [];
  let bytes = 0;
  for (const part of parts) {
    batch.push(part);
    bytes += part.length;
    if (bytes < BATCH_BYTES) continue;
    yield Buffer.concat(batch);
    [batch, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(batch);
}

function digestOf(parts: readonly Uint8Array[]): Buffer {
  const hash = crypto.createHash('blake2b512');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
