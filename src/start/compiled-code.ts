import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

/** Below the folder of the modules: what V8 made of each of them when the program was compiled. */
const CODE = '.code';

/**
 * Runs a module of CommonJS, and with it what it requires from its own folder, sparing V8 what it has
 * compiled before.
 *
 * @param folder Holds the modules, no other folder below it among them.
 * @param onScript Hears of each module once V8 knows it: where to keep the code of it, what it was made
 *   of, and how to come by it.
 */
export function runCompiled(
  folder: string,
  main: string,
  onScript: (file: string, source: Buffer, script: Script) => void = () => {},
): void {
  const modules = new Map<string, { readonly exports: object }>();
  const requireOther = createRequire(join(folder, main));
  const require = (id: string): unknown =>
    id.startsWith('./') ? load(id.slice(2)) : requireOther(id);
  const load = (name: string): object => {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const file = join(folder, name);
    const source = readFileSync(file);
    const kept = join(folder, CODE, name);
    const code = readCode(kept, source);
    const script = new Script(`${HEAD}${source}\n})`, {
      filename: file,
      columnOffset: -HEAD.length,
      ...(code !== null && { cachedData: code }),
    });
    onScript(kept, source, script);
    const module = { exports: {} };
    modules.set(name, module);
    script.runInThisContext()(module.exports, require, module, file, folder);
    return module.exports;
  };
  load(main);
}

/** What a module of CommonJS can use. */
const HEAD = '(function (exports, require, module, __filename, __dirname) {';

/** What V8 made of a module; null where that is not known, or not to be trusted. */
function readCode(file: string, source: Buffer): Buffer | null {
  try {
    const sealed = readFileSync(file);
    const code = sealed.subarray(SEAL_BYTES);
    return sealed.subarray(0, SEAL_BYTES).equals(sealOf(code, source)) ? code : null;
  } catch {
    return null;
  }
}

const SEAL_BYTES = 32;

/**
 * What V8 made of a module, as it is kept. V8 looks at its own version and at its flags, but takes code
 * for that of any module of the same length, and runs what was damaged.
 */
export function sealCode(code: Buffer, source: Buffer): Buffer {
  return Buffer.concat([sealOf(code, source), code]);
}

function sealOf(code: Buffer, source: Buffer): Buffer {
  const { version, arch, platform } = process;
  const hash = createHash('sha256').update(`${version} ${arch} ${platform} ${source.length}\0`);
  return hash.update(source).update(code).digest();
}
