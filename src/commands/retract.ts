import { retract } from '../edit/index.ts';
import { type EditCommandOptions, runEdit, timeOption } from './edit-sources.ts';
import type { ExitCode, World } from './world.ts';

export interface RetractCommandOptions extends EditCommandOptions {
  readonly reason: string;
  readonly at?: string;
  readonly earlier?: 'current' | 'retract';
}

/** Marks claims as wrong, or as no longer true. */
export function runRetract(
  claimIds: readonly string[],
  options: RetractCommandOptions,
  world: World,
): Promise<ExitCode> {
  return runEdit(options, world, (sources, clock) =>
    retract(sources, claimIds, { ...options, at: timeOption(options.at, clock) }),
  );
}
