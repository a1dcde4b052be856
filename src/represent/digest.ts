import * as crypto from 'node:crypto';

/** The SHA-256 of some bytes, or of a text in UTF-8, in hexadecimal. */
export function digest(content: string | Uint8Array): string {
  return crypto.hash('sha256', content, 'hex');
}
