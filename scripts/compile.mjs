/**
 * Compiles the program to lib: the TypeScript compiler checks it and writes declarations, bundle.mjs
 * bundles them and the code. Does nothing where lib is up to date, since every `npm run build` asks.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** Holds the digests of what was compiled and of the result. */
const seal = join(root, 'lib', '.compiled');

const sources = digestOf([
  'src',
  ...['compile', 'bundle'].map((name) => `scripts/${name}.mjs`),
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'],
]);
const [sourcesThen, libThen] = existsSync(seal) ? readFileSync(seal, 'utf8').split('\n') : [];
const isWhole = libThen === digestOf(['lib']);

if (!isWhole || sourcesThen !== sources) compile();

async function compile() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  if (!existsSync(tsc)) {
    console.error(
      'The program cannot be compiled without its development dependencies: run npm ci',
    );
    process.exitCode = 1;
    return;
  }
  // The TypeScript compiler does not write again what it wrote once.
  if (!isWhole) rmSync(join(root, 'lib'), { recursive: true, force: true });
  rmSync(seal, { force: true });
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status === 0) await import('./bundle.mjs');
  else process.exitCode = 1;
  writeFileSync(seal, `${status === 0 ? sources : 'unsound'}\n${digestOf(['lib'])}\n`);
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
