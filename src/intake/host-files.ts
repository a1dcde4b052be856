import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fastGlob from 'fast-glob';
import { environmentError, systemErrorCode } from '../diagnostics/index.ts';

/**
 * Every file of a folder that is about to be deployed, with its size in bytes, sorted by path. Empty
 * if the folder does not exist.
 *
 * @throws EnvironmentError when it cannot be read
 */
export function listPublishedFiles(folder: string): { path: string; size: number }[] {
  try {
    const found = fastGlob.globSync('**/*', { cwd: folder, dot: true, stats: true });
    return found
      .map(({ path, stats }) => ({ path, size: stats?.size ?? 0 }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  } catch (error) {
    const { path = folder } = error as NodeJS.ErrnoException;
    throw environmentError(error, 'read', join(folder, relative(folder, path)));
  }
}

/**
 * The text of a file that may not exist yet.
 *
 * @returns null when it does not exist
 * @throws EnvironmentError when it cannot be read
 */
export function readCommittedFile(path: string): string | null {
  try {
    // With an encoding, Node would read gigabytes before it refuses a file that is too large.
    return readFileSync(path).toString();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw environmentError(error, 'read', path);
  }
}

/** The package of this file, whether it runs from src or from lib. */
const [PACKAGE] = /^.*\/(?=(?:src|lib)\/)/.exec(import.meta.url) ?? [];
const BUNDLES = new URL('lib/edge-bundles/', PACKAGE);

/** Whether this program is installed as a package in a project. */
export const isInstalled = /\/node_modules\//.test(import.meta.url);

/**
 * The bundled code that runs at the edge of a host.
 *
 * @throws EnvironmentError when the package was not compiled
 */
export function readEdgeCode(name: string): string {
  const url = new URL(`${name}.js`, BUNDLES);
  try {
    return readFileSync(url, 'utf8');
  } catch (error) {
    throw environmentError(error, 'read', `lib/edge-bundles/${name}.js (npm run compile makes it)`);
  }
}
