import { readdirSync } from 'node:fs';
import { systemErrorCode } from '../diagnostics/index.ts';
import type { Artifact } from '../represent/index.ts';
import { compressedContent, plainContent } from './content.ts';
import { type Ledger, NO_LEDGER } from './ledger.ts';
import type { OutputFolder } from './output-folder.ts';
import { publishAnew } from './publish-anew.ts';
import { publishChanges } from './publish-changes.ts';

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

/**
 * Publishes artifacts, whole or not at all, touching only files whose content changes.
 *
 * @param onFile Hears of the progress, compressed siblings not counted.
 */
export function commit(
  artifacts: Iterable<Artifact>,
  folder: OutputFolder,
  ledger: Ledger = NO_LEDGER,
  onFile: (files: number) => void = () => {},
): CommitReport {
  const publishing = isEmpty(folder.published)
    ? publishAnew(folder, ledger)
    : publishChanges(folder, ledger);
  let bytes = 0;
  let rendered = 0;
  for (const artifact of artifacts) {
    const { codings, paths } = artifact;
    publishing.put(plainContent(artifact));
    bytes += artifact.size * paths.length;
    let smallest = artifact.size;
    for (const coding of codings) {
      const size = publishing.put(compressedContent(artifact, coding, smallest));
      if (size === null) continue;
      bytes += size * paths.length;
      smallest = size;
    }
    rendered += paths.length;
    onFile(rendered);
  }
  const { files, written, removed } = publishing.finish();
  return { written, unchanged: files - written, removed, files, bytes };
}

/** Nothing there, or an empty folder, which a rename replaces. */
function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return true;
    throw error;
  }
}
