import { isObject, parseObject, type UnknownObject } from './json-object.ts';

/** As much as is parsed at a time: some four thousand claims. */
const PART_BYTES = 1024 * 1024;

const BEFORE = '{"data":[';
const BETWEEN = '},{"';

/**
 * Reads each record of an answer, wherever that was kept: nothing, if it is none.
 *
 * @param read Is given the records in their order. A million of them, which take a gigabyte, are
 *   never there at once.
 */
export function readRecords<T>(
  answer: Uint8Array,
  read: (record: UnknownObject) => readonly T[],
): readonly T[] {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.length);
  return readInParts(bytes, read) ?? recordsOf(parseObject(bytes)).flatMap(read);
}

/**
 * Cuts an answer between its records, as a build of this program writes them.
 *
 * @returns null where a cut went through something else: such a part is no JSON
 */
function readInParts<T>(
  bytes: Buffer,
  read: (record: UnknownObject) => readonly T[],
): readonly T[] | null {
  const found: T[] = [];
  const take = (part: string) => found.push(...recordsOf(JSON.parse(part)).flatMap(read));
  const before = bytes.indexOf(BEFORE.slice(1));
  if (before === -1) return null;
  let start = before + BEFORE.length - 1;
  try {
    for (;;) {
      const end = bytes.indexOf(BETWEEN, start + PART_BYTES) + 1;
      if (end === 0) break;
      take(`${BEFORE}${bytes.toString('utf8', start, end)}]}`);
      start = end + 1;
    }
    take(`${BEFORE}${bytes.toString('utf8', start)}`);
    return found;
  } catch {
    return null;
  }
}

function recordsOf(answer: UnknownObject | null): readonly UnknownObject[] {
  const { data } = answer ?? {};
  return Array.isArray(data) ? data.filter(isObject) : [];
}
