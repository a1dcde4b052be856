import * as crypto from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';

const DIGEST_BYTES = 32;
const BATCH_BYTES = 256 * 1024;

/**
 * The content of a file that starts with a digest of itself and of what it belongs to; null when it is
 * not whole, or belongs to something else. So nothing of another program is even opened, and nothing
 * of another state where a build was killed between two files.
 *
 * @param owner What tells that from any other.
 */
export function readSealed(path: string, owner: readonly Uint8Array[]): Buffer | null {
  try {
    const bytes = readFileSync(path);
    const body = bytes.subarray(DIGEST_BYTES);
    return sealOf(owner, [body]).equals(bytes.subarray(0, DIGEST_BYTES)) ? body : null;
  } catch {
    return null;
  }
}

export function writeSealed(
  path: string,
  owner: readonly Uint8Array[],
  parts: readonly Uint8Array[],
): void {
  replaceFile(path, [sealOf(owner, parts), ...parts]);
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

/**
 * Joins small parts, of which there can be many. What it yields is good until the next is asked for: all
 * are joined in the same memory, since new memory costs more than the copying.
 */
function* inBatches(parts: Iterable<Uint8Array>): Generator<Uint8Array, void> {
  const batch = Buffer.allocUnsafeSlow(BATCH_BYTES);
  let used = 0;
  for (const part of parts) {
    if (used + part.length > BATCH_BYTES) {
      yield batch.subarray(0, used);
      used = 0;
    }
    if (part.length > BATCH_BYTES) {
      yield part;
    } else {
      batch.set(part, used);
      used += part.length;
    }
  }
  yield batch.subarray(0, used);
}

function sealOf(owner: readonly Uint8Array[], parts: readonly Uint8Array[]): Buffer {
  return digestOf([digestOf(owner), ...parts]);
}

function digestOf(parts: readonly Uint8Array[]): Buffer {
  // Most machines have instructions for it: megabytes take half the time of BLAKE2b.
  const hash = crypto.createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
