import * as crypto from 'node:crypto';

/** The SHA-256 of some bytes, or of a text in UTF-8, in hexadecimal. */
export function digest(content: Uint8Array | string): string {
  // One call less than a Hash object, for what is asked of every file; Node 20.19 has it already.
  return crypto.hash('sha256', content, 'hex');
}
