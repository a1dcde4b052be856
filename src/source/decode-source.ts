import {
  type Checked,
  collectDiagnostics,
  type TextFile,
  wholeFile,
} from '../diagnostics/index.ts';
import { findUnprintable } from './unprintable.ts';

/** 256 KiB: a hundred times the usual source, and small enough for any text to be parsed at once. */
export const LARGEST_SOURCE = 256 * 1024;

/** A file of the data folder, before anybody has looked into it. */
export interface DataFile {
  /** Below the data folder, with forward slashes: `operators/harbour-nine.yaml`. */
  readonly name: string;
  /** As diagnostics print it: the name below the folder as the user gave it. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** @throws EnvironmentError */
  readonly read: () => Uint8Array;
}

/**
 * Turns the bytes of a source into text, or says why not. A UTF-8 byte order mark is dropped;
 * line breaks stay as they are.
 */
export function decodeSource({ path, size, read }: DataFile): Checked<TextFile | null> {
  const { diagnostics, report } = collectDiagnostics();
  const refused = { value: null, diagnostics };

  if (size > LARGEST_SOURCE) {
    const finding = { code: 'source/too-large', bytes: size, limit: LARGEST_SOURCE } as const;
    report(wholeFile({ path, text: '' }), finding);
    return refused;
  }
  const bytes = read();
  const encoding = foreignEncoding(bytes);
  const text = encoding === null ? decodeUtf8(bytes) : null;
  if (text === null) {
    report(firstBadByte(path, bytes, encoding), { code: 'source/not-utf8', encoding });
    return refused;
  }
  const file = { path, text };
  const unprintable = findUnprintable(text) ?? findLoneReturn(text);
  if (unprintable === null) return { value: file, diagnostics };

  const { offset, codePoint } = unprintable;
  const place = { file, start: offset, end: offset + 1 };
  report(place, { code: 'source/control-character', codePoint });
  return refused;
}

/** The encoding that the first bytes give away, if it is not UTF-8. */
function foreignEncoding([first, second, third]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'UTF-16 (little endian)';
  if (first === 0xfe && second === 0xff) return 'UTF-16 (big endian)';
  if (first === 0x1f && second === 0x8b) return 'a gzip archive';
  if (first === 0x50 && second === 0x4b && third === 0x03) return 'a zip archive';
  return null;
}

/** @param options With `stream`, a character that is cut off at the end is left out, not refused. */
function decodeUtf8(bytes: Uint8Array, options: { stream?: boolean } = {}): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, options);
  } catch {
    return null;
  }
}

/** Where UTF-8 ends to be UTF-8, in the text that stands before it. */
function firstBadByte(path: string, bytes: Uint8Array, encoding: string | null) {
  if (encoding !== null) return wholeFile({ path, text: '' });
  const file = { path, text: new TextDecoder('utf-8').decode(bytes) };
  // The longest beginning that decodes, found by halving: what is right stays so when it is cut.
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
