import { type Report, type TextFile, wholeFile } from '../diagnostics/index.ts';
import {
  type DataFile,
  decodeSource,
  type PlainValue,
  parseYaml,
  placesIn,
  type SourceDocument,
} from '../source/index.ts';

/** A document whose values may have been found sound before. */
export interface ReadDocument extends SourceDocument {
  readonly isSound: boolean;
}

/** A source that was read; without a document where there is none in it. */
export interface ReadSource {
  readonly file: TextFile;
  readonly document: ReadDocument | null;
}

/**
 * Reads a source, reporting why there is no document in it.
 *
 * @param wants What belongs in it, as the end of a sentence.
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

/** A source whose value is known: its text is read when somebody asks for a place or a line. */
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
