import type { Artifact, Previous } from '../represent/index.ts';
import { compressedContent, plainContent } from './content.ts';
import { type Ledger, NO_LEDGER } from './ledger.ts';
import { type OutputFolder, previousIn } from './output-folder.ts';
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
  readonly files: number;
  readonly bytes: number;
}

/** A publication in the making. */
export interface Commit {
  /** Says how much of the publication that is. */
  readonly put: (artifact: Artifact) => Amount;
  /** Takes note of files that somebody else wrote to `OutputFolder.tree`. */
  readonly add: (amount: Amount) => void;
  /** Takes note of files that stay where they are. */
  readonly keep: (amount: Amount) => void;
  /** Makes everything visible. */
  readonly finish: () => CommitReport;
}

/**
 * Begins to publish artifacts, whole or not at all, touching only files whose content changes.
 *
 * @param previous What earlier builds wrote, but for what is kept: such of it is removed as is not put.
 * @param onFile Hears of the progress, compressed siblings not counted.
 */
export function beginCommit(
  folder: OutputFolder,
  previous: Previous,
  ledger: Ledger = NO_LEDGER,
  onFile: (files: number) => void = () => {},
): Commit {
  const publishing = folder.isEmpty
    ? publishAnew(folder, ledger)
    : publishChanges(folder, previous, ledger);
  let bytes = 0;
  let rendered = 0;
  let added = 0;
  let kept = 0;
  return {
    put(artifact) {
      const amount = putWithSiblings(artifact, publishing.put);
      bytes += amount.bytes;
      rendered += artifact.paths.length;
      onFile(rendered);
      return amount;
    },
    add(amount) {
      bytes += amount.bytes;
      added += amount.files;
    },
    keep(amount) {
      bytes += amount.bytes;
      kept += amount.files;
    },
    finish() {
      const { files, written, removed } = publishing.finish();
      folder.downloads.clear();
      return {
        written: written + added,
        unchanged: files - written + kept,
        removed,
        files: files + added + kept,
        bytes,
      };
    },
  };
}

/** Publishes artifacts that are all at hand: see `beginCommit`. */
export function commit(artifacts: Iterable<Artifact>, folder: OutputFolder): CommitReport {
  const { put, finish } = beginCommit(folder, previousIn(folder));
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
