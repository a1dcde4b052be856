import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { cleanUpLater } from './shared.ts';
import type { Sources } from './tiny-dataset.ts';

/** An empty folder that is gone after the test, or after all that share it. */
export function temporaryFolder(): string {
  const folder = emptyFolder();
  cleanUpLater(() => removeFolder(folder), REMOVAL_TIMEOUT);
  return folder;
}

/** An empty folder for all tests of a file, or of a `describe`, that is gone after them. */
export function sharedFolder(): string {
  const folder = emptyFolder();
  afterAll(() => removeFolder(folder), REMOVAL_TIMEOUT);
  return folder;
}

/** Tens of thousands of files take a busy machine a while. */
const REMOVAL_TIMEOUT = 60_000;

function emptyFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'operator-api-')));
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Writes files into a folder, making what folders they need. */
export function writeFiles(folder: string, files: Sources): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    if (content === null) {
      rmSync(path, { force: true });
      continue;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}
