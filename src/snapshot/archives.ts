import { crc32 } from 'node:zlib';
import { Deflate, deflateSync, Gzip } from 'fflate';
import { momentOf, type Timestamp } from '../model/index.ts';

/** A file of an archive. */
export interface ArchiveFile {
  /** With forward slashes. */
  readonly path: string;
  readonly content: Uint8Array;
}

/** APPNOTE.TXT 6.3.10 §4.4.3: 2.0 for deflate, 4.5 for ZIP64. */
const VERSION = { deflate: 20, zip64: 45 } as const;
/** §4.3.7: where a file begins. */
const SIGNATURE = Buffer.from('PK\x03\x04');
/** §4.4.4: bit 11, names are in UTF-8. */
const UTF_8 = 0x0800;
const DEFLATE = 8;
/** §4.4.2: the attributes are those of Unix. */
const MADE_ON_UNIX = 3 << 8;
/** A plain file, rw-r--r--, in the upper half of the external attributes. */
const MODE = 0o100644;
/** §4.4.21 and §4.4.24: from here on, the end record refers to its ZIP64 form. */
const MOST = { entries: 0xffff, bytes: 0xffffffff } as const;

/**
 * A ZIP archive. Its bytes depend on the files and the time alone.
 *
 * @throws where it would have more than 4 GiB
 */
export function toZip(files: readonly ArchiveFile[], time: Timestamp): Uint8Array {
  const moment = toDosTime(time);
  const archive: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { path, content } of files) {
    const name = Buffer.from(path);
    const deflated = deflate(content);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(VERSION.deflate, 0);
    shared.writeUInt16LE(UTF_8, 2);
    shared.writeUInt16LE(DEFLATE, 4);
    shared.writeUInt32LE(moment, 6);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(deflated.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    archive.push(SIGNATURE, shared, name, deflated);
    directory.push(directoryEntry(shared, offset), name);
    offset += 30 + name.length + deflated.length;
    if (offset > MOST.bytes) throw new Error('The ZIP archive would have more than 4 GiB');
  }
  const listed = Buffer.concat(directory);
  return Buffer.concat([...archive, listed, endOf(files.length, listed.length, offset)]);
}

/** §4.3.12 */
function directoryEntry(shared: Buffer, offset: number): Buffer {
  const entry = Buffer.alloc(46);
  entry.write('PK\x01\x02', 'latin1');
  entry.writeUInt16LE(MADE_ON_UNIX | VERSION.deflate, 4);
  shared.copy(entry, 6);
  entry.writeUInt32LE(MODE * 0x10000, 38);
  entry.writeUInt32LE(offset, 42);
  return entry;
}

/** §4.3.14 to §4.3.16: the end of the directory, after its ZIP64 form where that is needed. */
function endOf(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Math.min(entries, MOST.entries), 8);
  end.writeUInt16LE(Math.min(entries, MOST.entries), 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  if (entries < MOST.entries) return end;

  const long = Buffer.alloc(56);
  long.write('PK\x06\x06', 'latin1');
  long.writeBigUInt64LE(44n, 4);
  long.writeUInt16LE(MADE_ON_UNIX | VERSION.zip64, 12);
  long.writeUInt16LE(VERSION.zip64, 14);
  long.writeBigUInt64LE(BigInt(entries), 24);
  long.writeBigUInt64LE(BigInt(entries), 32);
  long.writeBigUInt64LE(BigInt(size), 40);
  long.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([long, locator, end]);
}

/** 1980-01-01T00:00:00 and 2107-12-31T23:59:58. */
const DOS_TIMES = { first: 0x0021_0000, last: 0xff9f_bf7d } as const;

/**
 * §4.4.6: in steps of two seconds, here always in UTC. The date is the upper half. Times outside the
 * range become its first or its last moment.
 */
function toDosTime(time: Timestamp): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = time
    .split(/\D/)
    .map(Number);
  if (year < 1980) return DOS_TIMES.first;
  if (year > 2107) return DOS_TIMES.last;
  const date = ((year - 1980) << 9) | (month << 5) | day;
  const clock = (hour << 11) | (minute << 5) | (second >> 1);
  return date * 0x10000 + clock;
}

const BLOCK = 512;
/** GNU tar fills up to this, and complains about nothing less. */
const RECORD = 20 * BLOCK;
/** A header has room for eleven octal digits: 2242-03-16. */
const LAST_SECOND = 8 ** 11 - 1;
/** RFC 1952 §2.3.1.2: unknown, which is the same everywhere. */
const ANY_SYSTEM = 255;

/**
 * A compressed tar archive (ustar, POSIX.1-1988). Its bytes depend on the files and the time alone.
 * Files belong to user 0, without a name.
 *
 * @throws where a path does not fit into a ustar header
 */
export function toTarGz(files: readonly ArchiveFile[], time: Timestamp): Uint8Array {
  const seconds = Math.min(Math.max(0, Math.floor(momentOf(time) / 1000)), LAST_SECOND);
  const blocks = files.flatMap(({ path, content }) => [
    headerOf(path, content.length, seconds),
    content,
    Buffer.alloc(-content.length & (BLOCK - 1)),
  ]);
  const length = blocks.reduce((sum, block) => sum + block.length, 2 * BLOCK);
  const padding = Math.ceil(length / RECORD) * RECORD - length;
  const parts: Uint8Array[] = [];
  const gzip = new Gzip({ level: LEVEL, mtime: 0 }, (part) => parts.push(part));
  pushAll(gzip, Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK + padding)]));
  const archive = Buffer.concat(parts);
  archive[9] = ANY_SYSTEM;
  return archive;
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

const LEVEL = 6;
/** Other pieces would be compressed to other bytes. */
const PIECE_BYTES = 1024 * 1024;

/** Deflates a file (RFC 1951). Not by zlib, whose bytes depend on the version of Node. */
function deflate(content: Uint8Array): Uint8Array {
  if (content.length <= PIECE_BYTES) return deflateSync(content, { level: LEVEL });
  const parts: Uint8Array[] = [];
  pushAll(new Deflate({ level: LEVEL }, (part) => parts.push(part)), content);
  return Buffer.concat(parts);
}

function pushAll(stream: Deflate | Gzip, content: Uint8Array): void {
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    stream.push(content.subarray(at, at + PIECE_BYTES));
  }
  stream.push(new Uint8Array(0), true);
}
