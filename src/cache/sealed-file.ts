import * as crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from '../emit/index.ts';

/**
 * The JSON value in a file that starts with a digest of itself and of its owner; null when it is not
 * whole, or belongs to another owner.
 */
export function readSealed<T>(path: string, owner: string): T | null {
  try {
    const text = readFileSync(path, 'utf8');
    const end = text.indexOf('\n');
    const json = text.slice(end + 1);
    return text.slice(0, end) === sealOf(owner, json) ? JSON.parse(json) : null;
  } catch {
    return null;
  }
}

/** Writes such a file. Where that is impossible, the next build is merely slower. */
export function writeSealed(path: string, owner: string, value: unknown): void {
  try {
    const json = JSON.stringify(value);
    writeFile(path, `${sealOf(owner, json)}\n${json}`);
  } catch {
    // What is there already is still checked before it is believed.
  }
}

function sealOf(owner: string, json: string): string {
  return crypto.createHash('sha256').update(`${owner}\n`).update(json).digest('hex');
}
