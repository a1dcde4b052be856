import { execFileSync } from 'node:child_process';
import { repository } from './doors/repository.ts';

/** Compiles the command line and the edge code, so that tests run what is written and not what was. */
export function setup(): void {
  for (const args of [
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
    ['scripts/bundle.mjs'],
  ]) {
    execFileSync(process.execPath, args, { cwd: repository, stdio: 'inherit' });
  }
}
