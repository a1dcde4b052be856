import { realpathSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  type Artifact,
  type OutputPath,
  type Previous,
  siblingPath,
  toHostFilePath,
} from '../represent/index.ts';
import { isLink, makeFolder, writeStaged } from './files.ts';
import { type OutputFolder, previousIn } from './output-folder.ts';
import { examine, publishChanges } from './publish-changes.ts';
import { insist } from './transition.ts';

/** The result of a commit, in numbers of files. */
export interface CommitReport {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /**
   * Files and bytes of the whole publication, compressed siblings included. Content at two paths counts
   * twice.
   */
  readonly files: number;
  readonly bytes: number;
}

/** A part of a publication, compressed siblings included. */
export interface Part {
  readonly paths: readonly OutputPath[];
  readonly bytes: number;
}

/** A publication that is being prepared. */
export interface Commit {
  /** Stages an artifact, and every compressed sibling that is smaller than the one before. */
  readonly put: (artifact: Artifact) => Part;
  /** Counts files that stay unchanged. */
  readonly keep: (part: Part) => void;
  /** Makes everything visible. */
  readonly finish: () => CommitReport;
}

/** The content of one or several paths. */
export interface Content {
  readonly paths: Artifact['paths'];
  /** In milliseconds since 1970, whole seconds. */
  readonly modifiedAt: number;
  /** Whether a file of this size can have it; called before the file is read. */
  readonly hasSize: (size: number) => boolean;
  /** Whether these bytes are the content. */
  readonly isIn: (bytes: Uint8Array) => boolean;
  /** The bytes to write; null if there should be no file. */
  readonly make: () => Uint8Array | null;
}

/** Writes files; nothing is visible before `finish`. */
export interface Publishing {
  /**
   * Stages content, unless it is already in place.
   *
   * @returns The size of the file in bytes; null if there should be no file.
   */
  readonly put: (content: Content) => number | null;
  /** Makes everything visible, and removes obsolete files. Returns numbers of files. */
  readonly finish: () => { readonly written: number; readonly removed: number };
}

/**
 * Begins a publication. It is published completely or not at all, and only changed files are written.
 *
 * @param previous The files of earlier builds, except those that are kept. If they are not put, they are
 *   removed.
 */
export function beginCommit(folder: OutputFolder, previous: Previous): Commit {
  const publishing = folder.isEmpty ? publishFirst(folder) : publishChanges(folder, previous);
  let [files, bytes] = [0, 0];
  const keep = (part: Part) => {
    files += part.paths.length;
    bytes += part.bytes;
  };
  return {
    put(artifact) {
      const part = putWithSiblings(artifact, publishing.put);
      keep(part);
      return part;
    },
    keep,
    finish() {
      const { written, removed } = publishing.finish();
      folder.downloads.clear();
      return { written, unchanged: files - written, removed, files, bytes };
    },
  };
}

/** Publishes a complete set of artifacts: see `beginCommit`. */
export function commit(artifacts: Iterable<Artifact>, folder: OutputFolder): CommitReport {
  const { put, finish } = beginCommit(folder, previousIn(folder));
  for (const artifact of artifacts) put(artifact);
  return finish();
}

/**
 * Puts an artifact and its compressed siblings. Each must be smaller than the one before: all have the
 * same time, and hosts make validators from time and size.
 */
function putWithSiblings(
  { paths, content, modifiedAt, codings }: Artifact,
  put: Publishing['put'],
): Part {
  const written: OutputPath[] = [...paths];
  let bytes = content.length * paths.length;
  let limit = content.length;
  put({
    paths,
    modifiedAt,
    hasSize: (size) => size === content.length,
    isIn: (found) => Buffer.compare(found, content) === 0,
    make: () => content,
  });
  for (const { suffix, encode, isEncoded } of codings) {
    const below = limit;
    const [path, ...twins] = paths;
    const siblings = [
      siblingPath(path, suffix),
      ...twins.map((twin) => siblingPath(twin, suffix)),
    ] as const;
    const size = put({
      paths: siblings,
      modifiedAt,
      hasSize: (size) => size < below,
      isIn: (found) => isEncoded(found, content),
      make: () => {
        const encoded = encode(content);
        return encoded.length < below ? encoded : null;
      },
    });
    if (size === null) continue;
    written.push(...siblings);
    bytes += size * siblings.length;
    limit = size;
  }
  return { paths: written, bytes };
}

/**
 * Publishes for the first time: the whole folder is staged, and one rename makes all of it visible.
 */
function publishFirst({ published, staging, tree }: OutputFolder): Publishing {
  const folders = new Set<string>();
  const placeOf = (path: string) => {
    const place = `${tree}/${path}`;
    const folder = dirname(place);
    if (!folders.has(folder)) makeFolder(folder);
    folders.add(folder);
    return place;
  };
  /** Files that a host reads from the output folder. They are not part of the renamed tree. */
  const hostFiles: OutputPath[] = [];
  let written = 0;
  return {
    put({ paths: [path, ...twins], modifiedAt, make }) {
      const content = make();
      if (content === null) return null;
      const isHostFile = toHostFilePath(path) !== null;
      if (isHostFile) {
        examine(join(published, path));
        hostFiles.push(path);
      }
      const place = isHostFile ? join(staging, basename(path)) : placeOf(path);
      writeStaged(place, content, modifiedAt, twins.map(placeOf));
      written += 1 + twins.length;
      return content.length;
    },
    finish() {
      makeFolder(dirname(published));
      // A rename does not follow a link to a folder elsewhere.
      renameSync(tree, isLink(published) ? realpathSync.native(published) : published);
      for (const path of hostFiles)
        insist(() => renameSync(join(staging, basename(path)), join(published, path)));
      return { written, removed: 0 };
    },
  };
}
