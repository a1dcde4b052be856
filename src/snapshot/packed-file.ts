import { crc32, inflateRawSync } from 'node:zlib';
import { Deflate, deflateSync, Inflate } from 'fflate';
import { type Body, bytesOf, isInPieces, sizeOf } from '../represent/index.ts';

/** A file of an archive, as it is kept until the archive is made. */
export interface PackedFile {
  /** With forward slashes. */
  readonly path: string;
  /** In bytes, before it was deflated. */
  readonly size: number;
  /** Of its content. */
  readonly crc: number;
  /** Its content (RFC 1951), in one piece or several. */
  readonly deflated: readonly Uint8Array[];
}

/** Files on their way into archives. */
export interface Pack {
  readonly add: (path: string, content: Body) => void;
  /** Hands over what was added, by path; nothing of it is held any more. */
  readonly take: () => readonly PackedFile[];
}

/** What is deflated or copied in one go. */
const PIECE_BYTES = 1024 * 1024;
const LEVEL = 6;

/** Deflates files as they come, which leaves a sixth of them: of 100,000 operators, 240 of 1,500 MB. */
export function openPack(): Pack {
  let files: PackedFile[] = [];
  const hold = shelve();
  return {
    add(path, content) {
      const pieces = isInPieces(content) ? content : [bytesOf(content)];
      const size = sizeOf(pieces);
      files.push({
        path,
        size,
        crc: pieces.reduce((crc, piece) => crc32(piece, crc), 0),
        deflated:
          size <= PIECE_BYTES
            ? [hold(deflateSync(bytesOf(content), { level: LEVEL }))]
            : deflateLong(pieces),
      });
    },
    take() {
      const taken = files.sort((a, b) => (a.path < b.path ? -1 : 1));
      files = [];
      return taken;
    },
  };
}

/** Copies bytes to where many stand together: a buffer of its own takes 340 bytes more. */
function shelve(): (bytes: Uint8Array) => Uint8Array {
  let shelf = new Uint8Array(0);
  return (bytes) => {
    if (bytes.length > shelf.length) shelf = new Uint8Array(Math.max(PIECE_BYTES, bytes.length));
    const place = shelf.subarray(0, bytes.length);
    shelf = shelf.subarray(bytes.length);
    place.set(bytes);
    return place;
  };
}

/** What comes out depends on the bytes, not on the pieces that they come in. */
function deflateLong(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  const deflated: Uint8Array[] = [];
  const stream = new Deflate({ level: LEVEL }, (piece) => deflated.push(piece));
  for (const piece of inEqualPieces(pieces)) stream.push(piece);
  stream.push(new Uint8Array(0), true);
  return deflated;
}

/** The same bytes in pieces of one length, but for the last. */
export function* inEqualPieces(pieces: Iterable<Uint8Array>): Generator<Uint8Array, void> {
  let waiting = new Uint8Array(PIECE_BYTES);
  let used = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + PIECE_BYTES - used);
      waiting.set(part, used);
      at += part.length;
      used += part.length;
      if (used < PIECE_BYTES) continue;
      yield waiting;
      waiting = new Uint8Array(PIECE_BYTES);
      used = 0;
    }
  }
  if (used > 0) yield waiting.subarray(0, used);
}

/** The content of a file, a piece at a time. */
export function* unpack({ deflated }: PackedFile): Generator<Uint8Array, void> {
  const [only] = deflated;
  if (deflated.length === 1 && only !== undefined) return yield inflateRawSync(only);
  let inflated: Uint8Array[] = [];
  const stream = new Inflate((piece) => inflated.push(piece));
  for (const [index, piece] of deflated.entries()) {
    stream.push(piece, index === deflated.length - 1);
    yield* inflated;
    inflated = [];
  }
}
