/** Digests by number, in memory that two threads share. */
export interface SharedDigests {
  readonly set: (index: number, digest: string) => void;
  /** undefined where none was set */
  readonly get: (index: number) => string | undefined;
}

/** What a digest takes as `digestSource` writes it, in ASCII. */
const DIGEST_BYTES = 32;

/** Memory for so many digests. */
export function digestsOf(amount: number): SharedArrayBuffer {
  return new SharedArrayBuffer(DIGEST_BYTES * amount);
}

export function sharedDigests(memory: SharedArrayBuffer): SharedDigests {
  const bytes = Buffer.from(memory);
  return {
    set: (index, digest) => bytes.write(digest, DIGEST_BYTES * index, 'latin1'),
    get(index) {
      const at = DIGEST_BYTES * index;
      return bytes[at] === 0 ? undefined : bytes.toString('latin1', at, at + DIGEST_BYTES);
    },
  };
}
