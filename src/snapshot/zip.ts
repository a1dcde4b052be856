import type { Timestamp } from '../model/index.ts';
import type { PackedFile } from './packed-file.ts';

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
 * A ZIP archive: the same files and time, the same bytes, whatever runs this and wherever.
 *
 * @throws where it would have more than 4 GiB
 */
export function toZip(files: readonly PackedFile[], time: Timestamp): Uint8Array {
  const moment = toDosTime(time);
  const archive: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { path, content, crc, deflated } of files) {
    const name = Buffer.from(path);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(VERSION.deflate, 0);
    shared.writeUInt16LE(UTF_8, 2);
    shared.writeUInt16LE(DEFLATE, 4);
    shared.writeUInt32LE(moment, 6);
    shared.writeUInt32LE(crc, 10);
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

/** §4.3.14 to §4.3.16: the end of the directory, in its long form before where it needs one. */
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
 * §4.4.6: in steps of two seconds, here always in UTC. The date is the upper half. What lies before
 * the first moment there is, or after the last, becomes that one.
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
