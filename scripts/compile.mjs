/**
 * Compiles the program to lib: declarations by the TypeScript compiler, all that runs by bundle.mjs.
 * Nothing is done where lib is what was compiled of the same files: whoever edits data runs the
 * program a hundred times for every time that it changes.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** Holds the version of Node, and the digests of what was compiled and of what it came to. */
const seal = join(root, 'lib', '.compiled');

const sources = `${process.version} ${digestOf([
  'src',
  ...['compile', 'bundle', 'flatten-types', 'record-code'].map((name) => `scripts/${name}.mjs`),
  ...['generate-dataset', 'bench/dataset-folder'].map((name) => `scripts/${name}.ts`),
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'],
])}`;
const [sourcesThen, libThen] = existsSync(seal) ? readFileSync(seal, 'utf8').split('\n') : [];
const isWhole = libThen === digestOf(['lib']);
// What is gone the TypeScript compiler takes for written.
if (!isWhole) rmSync(join(root, 'lib'), { recursive: true, force: true });

if (!isWhole || sourcesThen !== sources) {
  rmSync(seal, { force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  removeForgotten(join(root, 'lib'), join(root, 'src'));
  if (status === 0) await import('./bundle.mjs');
  else process.exitCode = 1;
  writeFileSync(seal, `${status === 0 ? sources : 'unsound'}\n${digestOf(['lib'])}\n`);
}

/** Removes the declarations of modules that are gone, which the TypeScript compiler leaves there. */
function removeForgotten(declarations, modules) {
  for (const entry of readdirSync(declarations, { withFileTypes: true })) {
    const [, name] = /^(.*?)(?:\.d\.ts)?$/.exec(entry.name);
    const declared = join(declarations, entry.name);
    if (entry.isDirectory()) removeForgotten(declared, join(modules, name));
    else if (entry.name !== name && !existsSync(join(modules, `${name}.ts`))) rmSync(declared);
  }
}

/** Digest of files and of folders, but for the seal: of their names, and of what they hold. */
function digestOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const full = join(root, path);
    if (full === seal || !existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) add(join(path, name));
    } else {
      const bytes = readFileSync(full);
      hash.update(`\0${path}\0${bytes.length}\0`).update(bytes);
    }
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}
