import { retract } from '../edit/index.ts';
import { type EditCommandOptions, runEdit, timeOption } from './edit-sources.ts';
import type { ExitCode, World } from './world.ts';

export interface RetractCommandOptions extends EditCommandOptions {
  readonly reason: string;
  readonly at?: string;
  readonly earlier?: 'current' | 'retract';
}

/** Marks a claim as wrong, or as no longer true. */
export function runRetract(
  claimId: string,
  options: RetractCommandOptions,
  world: World,
): Promise<ExitCode> {
  return runEdit(options, world, (sources, clock) =>
    retract(sources, claimId, { ...options, at: timeOption(options.at, clock) }),
  );
}
