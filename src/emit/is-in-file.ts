import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { type Body, bytesOf, isEqual, isInPieces, sizeOf } from '../represent/index.ts';

/** What is read at a time of a file that is larger. */
const PIECE_BYTES = 1024 * 1024;

/** Whether a file holds a body. Of a large one, no more is read at a time than a piece. */
export function isInFile(body: Body, path: string): boolean {
  if (sizeOf(body) <= PIECE_BYTES) return isEqual(body, readFileSync(path));
  const file = openSync(path, 'r');
  try {
    const found = Buffer.allocUnsafe(PIECE_BYTES);
    for (const piece of isInPieces(body) ? body : [bytesOf(body)]) {
      for (let at = 0; at < piece.length; ) {
        const read = readSync(file, found, 0, Math.min(found.length, piece.length - at), null);
        const expected = piece.subarray(at, at + read);
        if (read === 0 || Buffer.compare(expected, found.subarray(0, read)) !== 0) return false;
        at += read;
      }
    }
    return readSync(file, found, 0, 1, null) === 0;
  } finally {
    closeSync(file);
  }
}
