import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';

/** A copy of what is compiled, and a function that compiles it. */
function checkout() {
  const copy = temporaryFolder();
  const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
  for (const name of ['src', 'scripts/compile.mjs', 'scripts/bundle.mjs', 'lib', ...files]) {
    cpSync(join(repository, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'));
  const compile = () => {
    const args = [join('scripts', 'compile.mjs')];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
    return `${status} ${stdout}`;
  };
  return { copy, compile };
}

it('compiles what has changed, and nothing else', () => {
  const { copy, compile } = checkout();
  const program = join(copy, 'lib', 'program.cjs');
  const declarations = join(copy, 'lib', 'index.d.ts');

  const before = statSync(program).mtimeMs;
  expect(compile()).toBe('0 ');
  expect(statSync(program).mtimeMs).toBe(before);

  rmSync(declarations);
  appendFileSync(join(copy, 'src', 'cli.ts'), "\nprocess.stderr.write('changed');\n");
  expect(compile()).toBe('0 ');
  expect(existsSync(declarations)).toBe(true);
  expect(readFileSync(program, 'utf8')).toContain('changed');
}, 60_000);

it('reports a type error each time, until it is mended', () => {
  const { copy, compile } = checkout();
  appendFileSync(join(copy, 'src', 'cli.ts'), '\nconst wrong: string = 1;\n');
  expect(compile()).toMatch(/^1 .*TS2322/);
  expect(compile(), 'again').toMatch(/^1 .*TS2322/);
}, 60_000);
