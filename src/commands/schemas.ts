import { join } from 'node:path';
import { editorSchemas } from '../contract/index.ts';
import { writeFile } from '../emit/index.ts';
import type { ExitCode, World } from './world.ts';

/** Writes the schemas of the source files, for editors. */
export function runSchemas(folder: string, world: World): ExitCode {
  for (const [name, text] of editorSchemas()) {
    const path = join(folder, name);
    writeFile(path, text);
    world.err(`Wrote ${path}.\n`);
  }
  return 0;
}
