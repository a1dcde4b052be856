import { supersede } from '../edit/index.ts';
import { type EditCommandOptions, runEdit, timeOption } from './edit-sources.ts';
import type { ExitCode, World } from './world.ts';

export interface SupersedeCommandOptions extends EditCommandOptions {
  readonly value: string;
  readonly evidence?: string;
  readonly at?: string;
  readonly archiveUrl?: string;
  readonly quote?: string;
}

/** Adds a claim with a new value, which replaces a current one. */
export function runSupersede(
  claimId: string,
  options: SupersedeCommandOptions,
  world: World,
): Promise<ExitCode> {
  return runEdit(options, world, (sources, clock) =>
    supersede(sources, claimId, { ...options, at: timeOption(options.at, clock) }),
  );
}
