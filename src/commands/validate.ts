import { validate } from '../validate-data.ts';
import { type ReportOptions, renderReport } from './report-format.ts';
import { count, describeCounts } from './sentences.ts';
import { buildClock, type ExitCode, type World } from './world.ts';

export interface ValidateCommandOptions extends ReportOptions {
  readonly data: string;
}

/** Checks the sources and reports every problem. */
export function runValidate(options: ValidateCommandOptions, world: World): ExitCode {
  const result = validate({ data: options.data, clock: buildClock(world) });
  world.out(renderReport(result.diagnostics, options, world));
  if (result.ok) {
    world.err(`${options.data} is valid: ${describeCounts(result.counts)}.\n`);
    return 0;
  }
  world.err(`Found ${count(result.diagnostics.length, 'problem')} in ${options.data}.\n`);
  return 1;
}
