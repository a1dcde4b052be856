import { crc32 } from 'node:zlib';
import { Deflate, deflateSync } from 'fflate';

/** A file of an archive. */
export interface PackedFile {
  /** With forward slashes. */
  readonly path: string;
  readonly content: Uint8Array;
  /** Of the content. */
  readonly crc: number;
  /** The content, compressed (RFC 1951). */
  readonly deflated: Uint8Array;
}

/** What is compressed in one go. */
const PIECE_BYTES = 1024 * 1024;
const LEVEL = 6;

export function packFile(path: string, content: Uint8Array): PackedFile {
  return { path, content, crc: crc32(content), deflated: deflate(content) };
}

function deflate(content: Uint8Array): Uint8Array {
  if (content.length <= PIECE_BYTES) return deflateSync(content, { level: LEVEL });
  const deflated: Uint8Array[] = [];
  const stream = new Deflate({ level: LEVEL }, (piece) => deflated.push(piece));
  for (const piece of inPieces(content)) stream.push(piece);
  stream.push(new Uint8Array(0), true);
  return Buffer.concat(deflated);
}

/** The same bytes in pieces of one length, except the last. */
export function* inPieces(content: Uint8Array): Generator<Uint8Array, void> {
  // A copy: the compressor may keep a piece, and changes what it keeps.
  for (let at = 0; at < content.length; at += PIECE_BYTES)
    yield content.slice(at, at + PIECE_BYTES);
}
