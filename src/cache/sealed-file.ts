import * as crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from '../emit/index.ts';
import { toBytes } from '../model/index.ts';
import type { FileStatus } from '../source/index.ts';

/**
 * The JSON value in a file that starts with a digest of its content and its owner; null if it is damaged
 * or has another owner.
 */
export function readSealed<T>(path: string, owner: string): T | null {
  try {
    const bytes = readFileSync(path);
    const end = bytes.indexOf('\n');
    const json = bytes.subarray(end + 1);
    return bytes.toString('utf8', 0, end) === sealOf(owner, json)
      ? JSON.parse(json.toString())
      : null;
  } catch {
    return null;
  }
}

/** Writes such a file. If that fails, the next build is only slower. */
export function writeSealed(path: string, owner: string, value: unknown): void {
  try {
    const json = toBytes(JSON.stringify(value));
    writeFile(path, Buffer.concat([toBytes(`${sealOf(owner, json)}\n`), json]));
  } catch {
    // The existing file is still checked before it is used.
  }
}

function sealOf(owner: string, json: Uint8Array): string {
  return crypto.createHash('sha256').update(`${owner}\n`).update(json).digest('hex');
}

/** Metadata that a file system changes whenever a file or folder changes. */
export type Stamp = string;

/**
 * The coarsest time stamps of a file system (FAT). A file that changed more recently can change again
 * with the same time.
 */
export const COARSEST_TIME_MS = 2000;

/** The stamp of a file or folder: inode, size, and the times of content and inode. */
export function stampOf({ ino, size, mtimeMs, ctimeMs }: FileStatus): Stamp {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}
