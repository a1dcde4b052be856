import * as crypto from 'node:crypto';

/** The SHA-256 of some bytes, in hexadecimal. */
export function digest(bytes: Uint8Array): string {
  // One call less than a Hash object, for what is asked of every file; Node 20.19 has it already.
  return crypto.hash('sha256', bytes, 'hex');
}
