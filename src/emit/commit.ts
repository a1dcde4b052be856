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

/** What a commit did, in numbers of files. */
export interface CommitReport {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /**
   * Files and bytes of the whole publication, compressed siblings included; a body with two
   * addresses counts twice.
   */
  readonly files: number;
  readonly bytes: number;
}

/** A part of a publication, compressed siblings included. */
export interface Part {
  readonly paths: readonly OutputPath[];
  readonly bytes: number;
}

/** A publication in the making. */
export interface Commit {
  /** Stages an artifact and every compressed form that is smaller than the last. */
  readonly put: (artifact: Artifact) => Part;
  /** Counts files that stay where they are. */
  readonly keep: (part: Part) => void;
  /** Makes everything visible. */
  readonly finish: () => CommitReport;
}

/** What has to be at one path or several. */
export interface Content {
  readonly paths: Artifact['paths'];
  /** In milliseconds since 1970, whole seconds. */
  readonly modifiedAt: number;
  /** Whether a file of this size can hold it: asked before the file is read. */
  readonly hasSize: (size: number) => boolean;
  /** Whether a file with these bytes holds it. */
  readonly isIn: (bytes: Uint8Array) => boolean;
  /** What to write; null when it is better not to have the file. */
  readonly make: () => Uint8Array | null;
}

/** How files get to the disk: nothing is visible before `finish`. */
export interface Publishing {
  /**
   * Stages some content, unless it is in its place already.
   *
   * @returns The size of the file in bytes; null when there is to be none.
   */
  readonly put: (content: Content) => number | null;
  /** Makes everything visible and removes what is no longer published. In numbers of files. */
  readonly finish: () => { readonly written: number; readonly removed: number };
}

/**
 * Begins to publish artifacts, whole or not at all, touching only files whose content changes.
 *
 * @param previous What earlier builds wrote, except what is kept. Files of it that are not put are removed.
 */
export function beginCommit(folder: OutputFolder, previous: Previous): Commit {
  const publishing = folder.isEmpty ? publishAnew(folder) : publishChanges(folder, previous);
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

/** Publishes artifacts that are all at hand: see `beginCommit`. */
export function commit(artifacts: Iterable<Artifact>, folder: OutputFolder): CommitReport {
  const { put, finish } = beginCommit(folder, previousIn(folder));
  for (const artifact of artifacts) put(artifact);
  return finish();
}

/**
 * Puts an artifact and its compressed forms. Each has to be smaller than the last: the forms of one
 * artifact share a time, so they must not share a size, or validators that hosts make of time and size
 * would be the same.
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
 * Publishes where nothing is published yet: the whole folder is written beside its place, and one
 * rename makes all of it visible.
 */
function publishAnew({ published, staging, tree }: OutputFolder): Publishing {
  const folders = new Set<string>();
  const placeOf = (path: string) => {
    const place = `${tree}/${path}`;
    const folder = dirname(place);
    if (!folders.has(folder)) makeFolder(folder);
    folders.add(folder);
    return place;
  };
  /** Files that a host reads from the output folder, which the rename of the tree does not move. */
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
