import { rename } from '../edit/index.ts';
import { type EditCommandOptions, runEdit } from './edit-sources.ts';
import type { ExitCode, World } from './world.ts';

/** Gives an operator another slug. */
export function runRename(
  slug: string,
  newSlug: string,
  options: EditCommandOptions,
  world: World,
): Promise<ExitCode> {
  return runEdit(options, world, (sources) => rename(sources, slug, newSlug));
}
