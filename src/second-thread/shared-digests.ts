import { DIGEST_LENGTH } from '../cache/index.ts';

/** Digests by number, in memory that two threads share. */
export interface SharedDigests {
  readonly set: (index: number, digest: string) => void;
  /** undefined where none was set */
  readonly get: (index: number) => string | undefined;
}

/** Memory for so many digests. */
export function digestsOf(amount: number): SharedArrayBuffer {
  return new SharedArrayBuffer(DIGEST_LENGTH * amount);
}

export function sharedDigests(memory: SharedArrayBuffer): SharedDigests {
  const bytes = Buffer.from(memory);
  return {
    set: (index, digest) => bytes.write(digest, DIGEST_LENGTH * index, 'latin1'),
    get(index) {
      const at = DIGEST_LENGTH * index;
      return bytes[at] === 0 ? undefined : bytes.toString('latin1', at, at + DIGEST_LENGTH);
    },
  };
}
