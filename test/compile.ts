import { execFileSync } from 'node:child_process';
import { repository } from './doors/repository.ts';

/** Compiles the command line, so that tests run what is written and not what was. */
export function setup(): void {
  const tsc = `${repository}/node_modules/typescript/bin/tsc`;
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: repository,
    stdio: 'inherit',
  });
}
