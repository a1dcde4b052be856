import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../model/index.ts';
import { COARSEST_TIME_MS, readSealed, stampOf, writeSealed } from './sealed-file.ts';

/** The folder of all code: `src` or, when compiled, `lib`. */
const [CODE = '', NAME] = /^.*\/(src|lib)(?=\/)/.exec(import.meta.url) ?? [];

/**
 * Identifies this version of the program: a digest of its code and the version of Node. A memo of another
 * version is not used.
 *
 * @param kept The file that stores it for later processes, which then only compare stamps of the code.
 */
export function toolIdentity(kept: string): string {
  const folder = fileURLToPath(CODE);
  // Compiled code is bundled, packages included, into files that are side by side.
  const names = readdirSync(folder, { recursive: NAME === 'src', encoding: 'utf8' });
  const code = names.filter((name) => /(?<!\.d)\.c?[jt]s$/.test(name)).sort();
  // It pins the versions of the packages that are not bundled.
  // The client is published, so responses depend on it.
  const files = ['../package.json', '../lib/client/index.js', ...code];
  const stats = files.map((name) => statSync(join(folder, name)));
  const owner = JSON.stringify([process.version, folder, files, stats.map(stampOf)]);
  const known = readSealed<string>(kept, owner);
  if (known !== null) return known;

  const hash = createHash('sha256').update(process.version);
  for (const name of files) hash.update(`\0${name}\0`).update(readFileSync(join(folder, name)));
  const identity = hash.digest('hex');
  const settled = systemClock().now - COARSEST_TIME_MS;
  if (stats.every(({ ctimeMs }) => ctimeMs < settled)) writeSealed(kept, owner, identity);
  return identity;
}
