import { readFileSync } from 'node:fs';
import { environmentError } from '../diagnostics/index.ts';

/** The bundles that compiling writes, seen from a source and from what it was compiled into alike. */
const [PACKAGE] = /^.*\/(?=(?:src|lib)\/)/.exec(import.meta.url) ?? [];
const BUNDLES = new URL('lib/edge-bundles/', PACKAGE);

/** Whether this program is a package that a project installs, and not the project itself. */
export const isInstalled = /\/node_modules\//.test(import.meta.url);

/**
 * The code that runs at the edge of a host, one file with the policy inlined.
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
