import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cleanUpLater } from './shared.ts';
import type { Sources } from './tiny-dataset.ts';

/** An empty folder that is gone after the test, or after all that share it. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'operator-api-')));
  // Tens of thousands of files take a busy machine a while.
  cleanUpLater(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }), 60_000);
  return folder;
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
