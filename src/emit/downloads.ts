import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digest } from '../represent/index.ts';
import { discard, makeFolder, readIfThere } from './files.ts';

/**
 * Content that a mirror has downloaded and not published yet, by digest. It survives a killed process, so
 * that nothing is downloaded twice.
 */
export interface Downloads {
  /** The content with this digest (SHA-256, hexadecimal); null if it is missing or damaged. */
  readonly find: (sha256: string) => Uint8Array | null;
  readonly keep: (sha256: string, content: Uint8Array) => void;
  /** Removes all downloads; if that fails, the next publication does it. */
  readonly clear: () => void;
}

/** @param staging A folder on the same file system; content is written there, then renamed. */
export function openDownloads(folder: string, staging: string): Downloads {
  return {
    find(sha256) {
      const content = readIfThere(join(folder, sha256));
      return content !== null && digest(content) === sha256 ? content : null;
    },
    keep(sha256, content) {
      const staged = join(staging, sha256);
      writeFileSync(staged, content);
      makeFolder(folder);
      renameSync(staged, join(folder, sha256));
    },
    clear() {
      discard(folder);
    },
  };
}
