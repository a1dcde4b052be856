import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../model/index.ts';
import { readSealed, writeSealed } from './sealed-file.ts';
import { COARSEST_TIME_MS, stampOf } from './stamp.ts';

/** The folder of all code, seen from a source and from what it was compiled into alike. */
const [CODE = '', NAME] = /^.*\/(src|lib)(?=\/)/.exec(import.meta.url) ?? [];

/**
 * What tells this program from any other version of it: a digest of its code and of the Node that
 * runs it. What another program remembered is not to be trusted.
 *
 * @param kept Where to keep it for the next process, which asks no more than whether anybody has
 *   touched the code.
 */
export function toolIdentity(kept: string): string {
  const folder = fileURLToPath(CODE);
  // What is compiled is bundled, packages included, into files that stand side by side.
  const names = readdirSync(folder, { recursive: NAME === 'src', encoding: 'utf8' });
  const code = names.filter((name) => /(?<!\.d)\.c?[jt]s$/.test(name)).sort();
  // It pins the versions of the packages that are not bundled.
  const files = ['../package.json', ...code];
  const stamps = files.map((name) => stampOf(statSync(join(folder, name))));
  const owner = [Buffer.from(JSON.stringify([process.version, folder, files, stamps]))];
  const known = readSealed(kept, owner);
  if (known !== null) return known.toString();

  const hash = createHash('sha256').update(process.version);
  for (const name of files) hash.update(`\0${name}\0`).update(readFileSync(join(folder, name)));
  const identity = hash.digest('hex');
  const settled = systemClock().now - COARSEST_TIME_MS;
  if (stamps.every(({ changed }) => changed < settled)) keep(kept, owner, identity);
  return identity;
}

/** Where that is impossible, the next process is merely slower. */
function keep(path: string, owner: readonly Buffer[], identity: string): void {
  try {
    writeSealed(path, owner, [Buffer.from(identity)]);
  } catch {
    // As when the folder is not there yet.
  }
}
