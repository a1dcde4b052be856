import { Gzip } from 'fflate';
import { momentOf, type Timestamp } from '../model/index.ts';
import { inPieces, type PackedFile } from './packed-file.ts';

const BLOCK = 512;
/** GNU tar fills up to this, and complains of nothing less. */
const RECORD = 20 * BLOCK;
const ZEROS = new Uint8Array(BLOCK);
/** Eleven octal digits are all that a header has room for: 2242-03-16. */
const LAST_SECOND = 8 ** 11 - 1;
/** RFC 1952 §2.3.1.2: unknown, which says the same everywhere. */
const ANY_SYSTEM = 255;

/**
 * A compressed tar archive (ustar, POSIX.1-1988): the same files and time, the same bytes,
 * whatever runs this and wherever. Files belong to number 0, without a name.
 *
 * @throws where a path does not fit into a ustar header
 */
export function toTarGz(files: readonly PackedFile[], time: Timestamp): Uint8Array {
  const seconds = Math.min(Math.max(0, Math.floor(momentOf(time) / 1000)), LAST_SECOND);
  const parts: Uint8Array[] = [];
  const gzip = new Gzip({ level: 6, mtime: 0 }, (part) => parts.push(part));
  for (const piece of inPieces(Buffer.concat([...blocksOf(files, seconds)]))) gzip.push(piece);
  gzip.push(new Uint8Array(0), true);
  const [start] = parts;
  if (start !== undefined) start[9] = ANY_SYSTEM;
  return Buffer.concat(parts);
}

/** The archive before it is compressed. */
function* blocksOf(files: readonly PackedFile[], seconds: number): Generator<Uint8Array, void> {
  let length = 0;
  for (const { path, content } of files) {
    yield headerOf(path, content.length, seconds);
    yield content;
    const padding = -content.length & (BLOCK - 1);
    yield ZEROS.subarray(0, padding);
    length += BLOCK + content.length + padding;
  }
  length += 2 * BLOCK;
  yield new Uint8Array(2 * BLOCK + ((RECORD - (length % RECORD)) % RECORD));
}

function headerOf(path: string, size: number, seconds: number): Uint8Array {
  const header = Buffer.alloc(BLOCK);
  const [prefix, name] = splitPath(path);
  const octal = (value: number, at: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), at, 'latin1');
  header.write(name, 0);
  octal(0o644, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(seconds, 136, 11);
  header.write('        0', 148, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(prefix, 345);
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  header[154] = 0;
  return header;
}

/** ustar has 100 bytes for a name, and 155 for the folders before it. */
function splitPath(path: string): readonly [prefix: string, name: string] {
  if (path.length <= 100) return ['', path];
  const at = path.indexOf('/', path.length - 101);
  if (at > 0 && at <= 155) return [path.slice(0, at), path.slice(at + 1)];
  throw new Error(`Broken invariant: ${path} is too long for a tar archive`);
}
