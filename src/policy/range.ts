/** A stretch of bytes, the end not included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a Range header (RFC 9110 §14.1.2). A single range of bytes is answered in part; whatever
 * else the header says, several ranges included, is answered whole (§14.2).
 *
 * @param size The length of the representation in bytes.
 */
export function readRange(field: string, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^\s*bytes=\s*(\d*)-(\d*)\s*$/i.exec(field) ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') return suffixRange(Number(last), size);
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < start) return 'whole';
  return start < size ? { start, end } : 'unsatisfiable';
}

/** The last so many bytes; all of them when there are fewer. */
function suffixRange(length: number, size: number): ByteRange | 'unsatisfiable' {
  return length === 0 || size === 0
    ? 'unsatisfiable'
    : { start: Math.max(0, size - length), end: size };
}
