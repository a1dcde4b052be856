/** The content of a file: text in UTF-8, bytes, or so many bytes that they come in pieces. */
export type Body = string | Uint8Array | readonly Uint8Array[];

/** The size of a body in bytes. */
export function sizeOf(body: Body): number {
  return isInPieces(body)
    ? body.reduce((sum, { length }) => sum + length, 0)
    : Buffer.byteLength(body);
}

/** A body in one piece. */
export function bytesOf(body: Body): Uint8Array {
  if (isInPieces(body)) return Buffer.concat(body);
  return typeof body === 'string' ? Buffer.from(body) : body;
}

export function isInPieces(body: Body): body is readonly Uint8Array[] {
  return Array.isArray(body);
}

/** Whether a body consists of some bytes. */
export function isEqual(body: Body, bytes: Uint8Array): boolean {
  if (!isInPieces(body)) return bytes.length === sizeOf(body) && isAt(bytesOf(body), bytes, 0);
  let at = 0;
  for (const piece of body) {
    if (!isAt(piece, bytes, at)) return false;
    at += piece.length;
  }
  return at === bytes.length;
}

function isAt(piece: Uint8Array, bytes: Uint8Array, at: number): boolean {
  return Buffer.compare(piece, bytes.subarray(at, at + piece.length)) === 0;
}

/** Encodes a text so long that to do so each time it is measured, hashed and written would tell. */
export function encodeLong(body: Body): Body {
  return typeof body === 'string' && body.length > LONG ? Buffer.from(body) : body;
}

const LONG = 64 * 1024;
const PIECE_BYTES = 1024 * 1024;

/** UTF-8 takes up to three bytes for a UTF-16 code unit. */
export const MOST_BYTES_A_UNIT = 3;

/** A body in the making, of which no more than a piece is ever held as text. */
export interface Composition {
  /** Says how many bytes that is. */
  readonly add: (text: string) => number;
  /** Bytes that stay as they are. */
  readonly addBytes: (bytes: Uint8Array) => void;
  readonly finish: () => readonly Uint8Array[];
}

export function composeBody(): Composition {
  const pieces: Uint8Array[] = [];
  let piece = Buffer.alloc(0);
  let used = 0;
  const endPiece = () => {
    if (used > 0) pieces.push(piece.subarray(0, used));
    piece = piece.subarray(used);
    used = 0;
  };
  const makeRoom = (bytes: number) => {
    if (used + bytes <= piece.length) return;
    endPiece();
    piece = Buffer.allocUnsafe(Math.max(PIECE_BYTES, bytes));
  };
  return {
    add(text) {
      makeRoom(text.length * MOST_BYTES_A_UNIT);
      const written = piece.write(text, used);
      used += written;
      return written;
    },
    addBytes(bytes) {
      if (bytes.length > LONG) {
        endPiece();
        pieces.push(bytes);
      } else {
        makeRoom(bytes.length);
        piece.set(bytes, used);
        used += bytes.length;
      }
    },
    finish() {
      endPiece();
      return pieces;
    },
  };
}
