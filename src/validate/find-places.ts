import { posix } from 'node:path';
import { type Place, wholeFile } from '../diagnostics/index.ts';
import type { DataFile, SourceDocument, ValuePath } from '../source/index.ts';
import { recallDocument } from './read-document.ts';

/** The place of a value in a valid source; without a path, or where the source is missing, the file. */
export type FindPlace = (name: string, ...path: ValuePath) => Place;

/**
 * Finds places in valid sources by their names. A source is read again when the first place in it is
 * asked for.
 *
 * @param folder The data folder, as diagnostics print it.
 */
export function findPlaces(folder: string, files: readonly DataFile[]): FindPlace {
  const documents = new Map<string, Pick<SourceDocument, 'placeOf'> | null>();
  const open = (name: string) => {
    const file = files.find((one) => one.name === name);
    return file === undefined ? null : recallDocument(file, null).document;
  };
  return (name, ...path) => {
    if (!documents.has(name) && path.length > 0) documents.set(name, open(name));
    const found = path.length > 0 ? documents.get(name)?.placeOf(path) : undefined;
    return found ?? wholeFile({ path: posix.join(folder, name), text: '' });
  };
}
