import { type Report, type TextFile, wholeFile } from '../diagnostics/index.ts';
import {
  type DataFile,
  decodeSource,
  parseYaml,
  placesIn,
  type SourceDocument,
} from '../source/index.ts';

/** A source that was read; without a document where there is none in it. */
export interface ReadSource {
  readonly file: TextFile;
  readonly document: SourceDocument | null;
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
  return { file, document: parsed.value };
}

/** Where things stand in a source. */
export type Places = Pick<SourceDocument, 'placeOf' | 'placeOfKey'>;

/** The same for a source of which is known what it holds: it is read once somebody asks for a place. */
export function placesOnCall(source: DataFile): {
  readonly file: TextFile;
  readonly places: Places;
} {
  const file = fileOnDemand(source);
  return { file, places: placesIn(file) };
}

/** A file whose text is read when somebody asks for it: to show a line, or to find a place in it. */
function fileOnDemand(source: DataFile): TextFile {
  let text: string | null = null;
  return {
    path: source.path,
    get text() {
      text ??= decodeSource(source).value?.text ?? '';
      return text;
    },
  };
}
