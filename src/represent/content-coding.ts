import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
} from 'node:zlib';
import type { SiblingSuffix } from './output-path.ts';

/** A compressed form in which a server can send a file (content coding, RFC 9110 §8.4.1). */
export interface ContentCoding {
  /** The suffix of the compressed file that file servers look for. */
  readonly suffix: SiblingSuffix;
  /** The same bytes on every platform, without time or name. */
  readonly encode: (bytes: Uint8Array) => Uint8Array;
  /** Whether encoded bytes are complete and decode to given bytes. This is faster than encoding. */
  readonly isEncoded: (encoded: Uint8Array, bytes: Uint8Array) => boolean;
}

/**
 * RFC 1952 §2.3.1: deflate, no flags, no time, slowest algorithm, unknown operating system. zlib would
 * write the operating system, which is a different byte on each platform.
 */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);

const gzip: ContentCoding = {
  suffix: 'gz',
  encode: (bytes) => {
    const encoded = gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION });
    encoded.set(GZIP_HEADER);
    return encoded;
  },
  isEncoded: (encoded, bytes) =>
    GZIP_HEADER.equals(encoded.subarray(0, GZIP_HEADER.length)) &&
    decodesTo(gunzipSync, encoded, bytes),
};

/** Larger answers fill more than the first packets of a connection. */
const LARGE_BYTES = 16 * 1024;
/** Larger answers are rarely requested, and the best levels take seconds. */
const HUGE_BYTES = 512 * 1024;
const brotli: ContentCoding = {
  suffix: 'br',
  encode: (bytes) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: qualityFor(bytes.length),
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  isEncoded: (encoded, bytes) => decodesTo(brotliDecompressSync, encoded, bytes),
};

/**
 * Measured: on small answers, more costs twenty times the time for 30 bytes each; on huge ones,
 * nineteen times for a tenth of the bytes.
 */
function qualityFor(bytes: number): number {
  if (bytes < LARGE_BYTES) return 5;
  return bytes < HUGE_BYTES ? 10 : 9;
}

/** In order of decreasing size of the results. */
export const CONTENT_CODINGS: readonly ContentCoding[] = [gzip, brotli];

type Decode = typeof gunzipSync | typeof brotliDecompressSync;

function decodesTo(decode: Decode, encoded: Uint8Array, bytes: Uint8Array): boolean {
  try {
    // With `info`, Node also returns the decoder, which @types/node does not declare.
    const { buffer, engine } = decode(encoded, {
      info: true,
      maxOutputLength: bytes.length,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    // zlib ignores bytes after the end of the stream.
    return engine.bytesWritten === encoded.length && buffer.equals(bytes);
  } catch {
    return false; // Incomplete, damaged, or too long.
  }
}
