import { confirm } from '../edit/index.ts';
import { type EditCommandOptions, runEdit, timeOption } from './edit-sources.ts';
import type { ExitCode, World } from './world.ts';

export interface ConfirmCommandOptions extends EditCommandOptions {
  readonly at?: string;
  readonly source?: string;
}

/** Adds a further observation to claims that are still true. */
export function runConfirm(
  names: readonly string[],
  options: ConfirmCommandOptions,
  world: World,
): Promise<ExitCode> {
  return runEdit(options, world, (sources, clock) =>
    confirm(sources, names, { ...options, at: timeOption(options.at, clock) }),
  );
}
