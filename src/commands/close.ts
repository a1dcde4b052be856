import { close } from '../edit/index.ts';
import { type EditCommandOptions, runEdit, timeOption, today } from './edit-sources.ts';
import type { ExitCode, World } from './world.ts';

export interface CloseCommandOptions extends EditCommandOptions {
  readonly at?: string;
  readonly reason?: string;
  readonly mergedInto?: string;
}

/** Marks an operator as closed, or as merged into another one. */
export function runClose(
  slug: string,
  options: CloseCommandOptions,
  world: World,
): Promise<ExitCode> {
  return runEdit(options, world, (sources, clock) => {
    const at = options.at === undefined ? today(clock) : timeOption(options.at, clock);
    return close(sources, slug, { ...options, at });
  });
}
