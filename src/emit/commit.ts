import type { Artifact } from '../represent/index.ts';
import { compressedContent, plainContent } from './content.ts';
import { type Ledger, NO_LEDGER } from './ledger.ts';
import type { OutputFolder } from './output-folder.ts';
import { publishAnew } from './publish-anew.ts';
import { publishChanges } from './publish-changes.ts';
import type { Publishing } from './publishing.ts';

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

/** How much of a publication is written, compressed siblings included. */
export interface Amount {
  files: number;
  bytes: number;
}

/** A publication in the making. */
export interface Commit {
  readonly put: (artifact: Artifact) => void;
  /** Takes note of files that somebody else wrote to `OutputFolder.tree`. */
  readonly add: (amount: Readonly<Amount>) => void;
  /** Makes everything visible. */
  readonly finish: () => CommitReport;
}

/**
 * Begins to publish artifacts, whole or not at all, touching only files whose content changes.
 *
 * @param onFile Hears of the progress, compressed siblings not counted.
 */
export function beginCommit(
  folder: OutputFolder,
  ledger: Ledger = NO_LEDGER,
  onFile: (files: number) => void = () => {},
): Commit {
  const publishing = folder.isEmpty ? publishAnew(folder, ledger) : publishChanges(folder, ledger);
  let bytes = 0;
  let rendered = 0;
  let others = 0;
  return {
    put(artifact) {
      bytes += putWithSiblings(artifact, publishing.put).bytes;
      rendered += artifact.paths.length;
      onFile(rendered);
    },
    add(amount) {
      bytes += amount.bytes;
      others += amount.files;
    },
    finish() {
      const { files, written, removed } = publishing.finish();
      folder.downloads.clear();
      return {
        written: written + others,
        unchanged: files - written,
        removed,
        files: files + others,
        bytes,
      };
    },
  };
}

/** Publishes artifacts that are all at hand: see `beginCommit`. */
export function commit(artifacts: Iterable<Artifact>, folder: OutputFolder): CommitReport {
  const { put, finish } = beginCommit(folder);
  for (const artifact of artifacts) put(artifact);
  return finish();
}

/** Writes an artifact, and beside it every compressed form that is smaller than the last. */
export function putWithSiblings(artifact: Artifact, put: Publishing['put']): Amount {
  const { codings, paths } = artifact;
  put(plainContent(artifact));
  let files = paths.length;
  let bytes = artifact.size * paths.length;
  let smallest = artifact.size;
  for (const coding of codings) {
    const size = put(compressedContent(artifact, coding, smallest));
    if (size === null) continue;
    files += paths.length;
    bytes += size * paths.length;
    smallest = size;
  }
  return { files, bytes };
}
