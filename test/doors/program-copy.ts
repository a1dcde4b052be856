import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './folders.ts';
import { repository } from './repository.ts';

/** A copy of the compiled program, to be changed: the folder that holds its `lib`. */
export function copyProgram(): string {
  const folder = temporaryFolder();
  cpSync(join(repository, 'lib'), join(folder, 'lib'), { recursive: true });
  copyFileSync(join(repository, 'package.json'), join(folder, 'package.json'));
  return folder;
}
