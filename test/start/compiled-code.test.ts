import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { runCompiled, sealCode } from '../../src/start/compiled-code.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { copyProgram } from '../doors/program-copy.ts';
import { repository } from '../doors/repository.ts';

const MODULES = {
  'main.cjs':
    "const { sum } = require('./sum.cjs');\nexports.later = () => sum(1, 2);\nthrow exports.later();\n",
  'sum.cjs': 'exports.sum = (a, b) => a + b;\nexports.folder = __dirname;\n',
};

/** Runs the modules of a folder: what came of it, and of which V8 took the code that it had made before. */
function run(folder: string) {
  const scripts: [string, Buffer, Script][] = [];
  let thrown: unknown = null;
  try {
    runCompiled(folder, 'main.cjs', (...script) => scripts.push(script));
  } catch (error) {
    thrown = error;
  }
  const isKept = scripts.map(([, , { cachedDataRejected }]) => cachedDataRejected === false);
  return { thrown, isKept, scripts };
}

function keepCode(scripts: ReturnType<typeof run>['scripts']): readonly string[] {
  return scripts.map(([file, source, script]) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, sealCode(script.createCachedData(), source));
    return file;
  });
}

/** Modules beside which stands what V8 made of them. */
function compiled() {
  const folder = temporaryFolder();
  writeFiles(folder, MODULES);
  return { folder, files: keepCode(run(folder).scripts) };
}

describe('the code that V8 made of a module', () => {
  it('is taken where it was kept', () => {
    const { folder } = compiled();
    expect(run(folder)).toMatchObject({ thrown: 3, isKept: [true, true] });
  });

  it.each<[string, (code: Buffer) => Buffer]>([
    ['was cut short', (code) => code.subarray(0, -1)],
    ['is empty', () => Buffer.alloc(0)],
    ['was damaged', (code) => code.fill(0x5a, code.length / 2, code.length / 2 + 1)],
    ['was kept by another version', (code) => code.fill(0x5a, 0, 1)],
  ])('is not taken where it %s', (_, change) => {
    const { folder, files } = compiled();
    for (const file of files) writeFileSync(file, change(readFileSync(file)));
    expect(run(folder)).toMatchObject({ thrown: 3, isKept: [false, false] });
  });

  it('is not taken for a module that changed, though it is as long', () => {
    const { folder } = compiled();
    writeFiles(folder, { 'sum.cjs': MODULES['sum.cjs'].replace('a + b', 'a - b') });
    expect(run(folder)).toMatchObject({ thrown: -1, isKept: [true, false] });
  });

  it('keeps its place in messages about errors', () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'main.cjs': "throw new Error('here');\n" });
    const { thrown } = run(folder);
    expect((thrown as Error).stack).toContain(`${join(folder, 'main.cjs')}:1:7`);
  });
});

describe('the command line', () => {
  const lib = join(repository, 'lib');
  const call = (folder: string, args: readonly string[]) =>
    spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

  it('runs the code that was kept when it was compiled', () => {
    const program = `
      const names = [];
      process.argv.splice(1, 0, 'operator-api');
      require(${JSON.stringify(join(lib, 'start.cjs'))}).startProgram((file, source, script) =>
        names.push(script.cachedDataRejected === false));
      process.once('exit', () => console.log(JSON.stringify(names)));`;
    const out = temporaryFolder();
    const args = ['-e', program, '--', 'build', '--no-cache', '--out', out];
    const { stdout } = call(repository, args);
    const taken = JSON.parse(stdout) as boolean[];
    expect(taken.length).toBeGreaterThan(4);
    expect(taken).not.toContain(false);
  });

  it('does without', () => {
    const folder = copyProgram();
    const kept = join(folder, 'lib', '.code');
    expect(readdirSync(kept)).not.toEqual([]);
    for (const name of readdirSync(kept)) {
      writeFileSync(join(kept, name), readFileSync(join(kept, name)).reverse());
    }
    const { stdout, stderr } = call(folder, [join(folder, 'lib', 'cli.cjs'), '--version']);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
