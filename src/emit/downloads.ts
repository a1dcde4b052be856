import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digest } from '../represent/index.ts';
import { discard, makeFolder, readIfThere } from './files.ts';

/**
 * Content that a mirror has fetched and not published yet, by its digest. It outlives a process
 * that is killed, so that nothing is fetched twice.
 */
export interface Downloads {
  /** Content with this digest (SHA-256, hexadecimal); null when there is none, or it is damaged. */
  readonly find: (sha256: string) => Uint8Array | null;
  readonly keep: (sha256: string, content: Uint8Array) => void;
  /** Forgets all of them, or leaves that to the next publication. */
  readonly clear: () => void;
}

/** @param staging A folder on the same file system, where content is written before it counts. */
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
