import {
  type Checked,
  collectDiagnostics,
  type TextFile,
  wholeFile,
} from '../diagnostics/index.ts';
import { type DataFile, LARGEST_SOURCE } from './data-file.ts';

/**
 * Turns the bytes of a source into text, or says why not. A UTF-8 byte order mark is dropped;
 * line breaks stay as they are.
 */
export function decodeSource(source: DataFile): Checked<TextFile | null> {
  const { diagnostics, report } = collectDiagnostics();
  const refused = { value: null, diagnostics };

  const { path } = source;
  const bytes = source.read();
  if (bytes.length > LARGEST_SOURCE) {
    const finding = {
      code: 'source/too-large',
      bytes: source.measure(),
      limit: LARGEST_SOURCE,
    } as const;
    report(wholeFile({ path, text: '' }), finding);
    return refused;
  }
  const encoding = foreignEncoding(bytes);
  const text = encoding === null ? decodeUtf8(bytes) : null;
  if (text === null) {
    report(firstBadByte(path, bytes, encoding), { code: 'source/not-utf8', encoding });
    return refused;
  }
  const file = { path, text };
  if (USUAL.test(text)) return { value: file, diagnostics };
  const unprintable = findUnprintable(text) ?? findLoneReturn(text);
  if (unprintable === null) return { value: file, diagnostics };

  const { offset, codePoint } = unprintable;
  const place = { file, start: offset, end: offset + 1 };
  report(place, { code: 'source/control-character', codePoint });
  return refused;
}

/** Nearly every text: this quick test saves two thorough searches. */
const USUAL = /^[\n\x20-\x7e]*$/;

/** The encoding that the first bytes show, if it is not UTF-8. */
function foreignEncoding(bytes: Uint8Array): string | null {
  const [first, second, third] = [bytes[0], bytes[1], bytes[2]];
  if (first === 0xff && second === 0xfe) return 'UTF-16 (little endian)';
  if (first === 0xfe && second === 0xff) return 'UTF-16 (big endian)';
  if (first === 0x1f && second === 0x8b) return 'a gzip archive';
  if (first === 0x50 && second === 0x4b && third === 0x03) return 'a zip archive';
  return null;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** @param options With `stream`, a character that is cut off at the end is left out, not refused. */
function decodeUtf8(bytes: Uint8Array, options?: { stream: true }): string | null {
  try {
    // A decoder keeps the bytes that a stream left over, so only whole texts can share one.
    const decoder = options === undefined ? UTF8 : new TextDecoder('utf-8', { fatal: true });
    return decoder.decode(bytes, options);
  } catch {
    return null;
  }
}

/** The place of the first byte that is not UTF-8. */
function firstBadByte(path: string, bytes: Uint8Array, encoding: string | null) {
  if (encoding !== null) return wholeFile({ path, text: '' });
  const file = { path, text: new TextDecoder('utf-8').decode(bytes) };
  // The longest beginning that decodes, by binary search: each part of a sound beginning is sound.
  let good = '';
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const text = decodeUtf8(bytes.subarray(0, middle), { stream: true });
    if (text === null) high = middle - 1;
    else [low, good] = [middle, text];
  }
  return { file, start: good.length, end: good.length + 1 };
}

/** A carriage return without a line feed: YAML 1.2 breaks the line there, editors do not. */
function findLoneReturn(text: string): { offset: number; codePoint: number } | null {
  const offset = text.search(/\r(?!\n)/);
  return offset < 0 ? null : { offset, codePoint: 0x0d };
}

// YAML 1.2.2 §5.1, c-printable.
const UNPRINTABLE = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** The first character that YAML does not allow: a control, a lone surrogate, a non-character. */
export function findUnprintable(text: string): { offset: number; codePoint: number } | null {
  const found = UNPRINTABLE.exec(text);
  return found === null ? null : { offset: found.index, codePoint: found[0].codePointAt(0) ?? 0 };
}
