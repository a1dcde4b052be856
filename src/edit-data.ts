import { join } from 'node:path';
import { type Diagnostic, EnvironmentError, type TextFile } from './diagnostics/index.ts';
import { type Change, type EditableSources, toEditable } from './edit/index.ts';
import { isLink, readIfThere, removeFile, writeFile } from './emit/index.ts';
import { readDataFolder } from './intake/index.ts';
import type { Clock, Dataset } from './model/index.ts';
import { check } from './pipeline.ts';
import { type DataFile, decodeSource } from './source/index.ts';

/** A data folder that is valid, as it was read. */
export interface OpenFolder {
  readonly sources: EditableSources;
  readonly dataset: Dataset;
  /**
   * The diagnostics of the folder with a change.
   */
  readonly check: (change: Change) => readonly Diagnostic[];
  /**
   * Writes a change. New sources are written before old names are removed.
   *
   * @throws EnvironmentError when a source is not as it was read, or cannot be written
   */
  readonly write: (change: Change) => void;
  /** The path of a source, for messages. */
  readonly pathOf: (name: string) => string;
}

/**
 * Reads a data folder to edit it.
 *
 * @returns the diagnostics of a folder that is not valid
 * @throws EnvironmentError when the folder cannot be read
 */
export function openToEdit(
  folder: string,
  clock: Clock,
): OpenFolder | { readonly sources: null; readonly diagnostics: readonly Diagnostic[] } {
  const listed = readDataFolder(folder);
  // What `read` returns is overwritten by the next file.
  const files = listed.value.map((file) => toFile(file.name, file.path, Buffer.from(file.read())));
  const { value, diagnostics } = check(folder, { ...listed, value: files }, clock);
  if (value === null) return { sources: null, diagnostics };

  const bytes = new Map(files.map((file) => [file.name, file.read()]));
  const texts = files
    .filter(({ name }) => value.values.has(name))
    .map((file): [string, TextFile] => [
      file.name,
      decodeSource(file).value ?? { path: file.path, text: '' },
    ]);
  const pathOf = (name: string) => join(folder, name);
  return {
    sources: toEditable(new Map(texts)),
    dataset: value.dataset,
    pathOf,
    check: ({ sources }) => {
      const gone = new Set(sources.map(({ from }) => from));
      const changed = sources.map(({ from, to, text }) =>
        toFile(to, pathOf(to), withMark(text, bytes.get(from ?? ''))),
      );
      const kept = files.filter(({ name }) => !gone.has(name));
      return check(folder, { ...listed, value: [...kept, ...changed].sort(byName) }, clock)
        .diagnostics;
    },
    write: ({ sources }) => {
      for (const { from, to } of sources) {
        if (from !== null) checkUnchanged(pathOf(from), bytes.get(from));
        if (from !== to) checkFree(pathOf(to));
      }
      for (const { from, to, text } of sources) {
        writeFile(pathOf(to), withMark(text, bytes.get(from ?? '')));
        if (from !== null && from !== to) removeFile(pathOf(from));
      }
    },
  };
}

function toFile(name: string, path: string, bytes: Uint8Array): DataFile {
  return { name, path, measure: () => bytes.length, read: () => bytes };
}

function byName(a: DataFile, b: DataFile): number {
  return a.name < b.name ? -1 : 1;
}

/** The bytes of a text, with the byte order mark that the file had. */
function withMark(text: string, before: Uint8Array | undefined): Uint8Array {
  const hasMark = before?.[0] === 0xef && before[1] === 0xbb && before[2] === 0xbf;
  return Buffer.from(hasMark ? `\ufeff${text}` : text);
}

function checkUnchanged(path: string, read: Uint8Array | undefined): void {
  // Writing would replace the link, not the file.
  if (isLink(path)) throw new EnvironmentError(`Cannot write ${path}: it is a symbolic link`);
  if (read === undefined || readIfThere(path)?.equals(read) !== true) {
    throw new EnvironmentError(
      `Cannot write ${path}: it has changed since it was read. Nothing was written; run the command again`,
    );
  }
}

function checkFree(path: string): void {
  if (readIfThere(path) === null) return;
  throw new EnvironmentError(`Cannot write ${path}: it exists. Nothing was written`);
}
