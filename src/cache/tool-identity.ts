import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of all code, seen from a source and from what it was compiled into alike. */
const [CODE = '', NAME] = /^.*\/(src|lib)(?=\/)/.exec(import.meta.url) ?? [];

/**
 * What tells this program from any other version of it: a digest of its code and of the Node that
 * runs it. What another program remembered is not to be trusted.
 */
export function toolIdentity(): string {
  const hash = createHash('sha256').update(process.version);
  const folder = fileURLToPath(CODE);
  // It pins the versions of the packages that are not bundled.
  hash.update(readFileSync(join(folder, '..', 'package.json')));
  // What is compiled is bundled, packages included, into files that stand side by side.
  const names = readdirSync(folder, { recursive: NAME === 'src', encoding: 'utf8' });
  for (const name of names.filter((name) => /(?<!\.d)\.c?[jt]s$/.test(name)).sort()) {
    hash.update(`\0${name}\0`).update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex');
}
