import { type Report, type TextFile, wholeFile } from '../diagnostics/index.ts';
import {
  type DataFile,
  decodeSource,
  type PlainValue,
  parseYaml,
  placesIn,
  type SourceDocument,
} from '../source/index.ts';

/** A document whose values may already be validated. */
export interface ReadDocument extends SourceDocument {
  readonly isSound: boolean;
}

/** A source that was read, with its document if it has one. */
export interface ReadSource {
  readonly file: TextFile;
  readonly document: ReadDocument | null;
}

/**
 * Reads a source. Reports why it has no document, if it has none.
 *
 * @param wants What the source must contain, as the end of a sentence.
 */
export function readDocument(source: DataFile, wants: string, report: Report): ReadSource {
  const decoded = decodeSource(source);
  for (const { place, finding } of decoded.diagnostics) report(place, finding);
  const file: TextFile = decoded.value ?? { path: source.path, text: '' };
  if (decoded.value === null) return { file, document: null };

  const parsed = parseYaml(decoded.value);
  for (const { place, finding } of parsed.diagnostics) report(place, finding);
  if (parsed.value === null && parsed.diagnostics.length === 0)
    report(wholeFile(file), { code: 'source/empty', wants, isNeeded: !source.name.includes('/') });
  return { file, document: parsed.value && { ...parsed.value, isSound: false } };
}

/** A source whose value is known. Its text is only read if a place or a line is needed. */
export function recallDocument(source: DataFile, value: PlainValue): ReadSource {
  let text: string | null = null;
  const file = {
    path: source.path,
    get text() {
      text ??= decodeSource(source).value?.text ?? '';
      return text;
    },
  };
  return { file, document: { ...placesIn(file), value, isSound: true } };
}
