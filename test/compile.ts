import { execFileSync } from 'node:child_process';
import { repository } from './doors/repository.ts';

/** Compiles the program where it has changed, so that tests run what is written and not what was. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/compile.mjs'], { cwd: repository, stdio: 'inherit' });
}
