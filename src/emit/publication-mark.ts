import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { API_PATH } from '../model/index.ts';
import { MANIFEST_PATH } from '../represent/index.ts';

/** What tells the publication in an output folder from those before and after it; null without one. */
export function publicationMark(out: string): string | null {
  try {
    const manifest = join(out, API_PATH, MANIFEST_PATH);
    const { ino, size, mtimeNs, ctimeNs } = lstatSync(manifest, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join();
  } catch {
    // Whoever has to write there says what is wrong.
    return null;
  }
}
