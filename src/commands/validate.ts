import { validate } from '../validate-data.ts';
import { warnOfProxies } from './proxies.ts';
import { type ReportOptions, renderReport } from './report-format.ts';
import { count, describeCounts } from './sentences.ts';
import { buildClock, type ExitCode, type World } from './world.ts';

export interface ValidateCommandOptions extends ReportOptions {
  readonly data: string;
  readonly previous?: string;
}

/** Checks the sources, also against the last publication if one is named, and reports every problem. */
export async function runValidate(
  options: ValidateCommandOptions,
  world: World,
): Promise<ExitCode> {
  const { data, previous } = options;
  warnOfProxies('validate', [previous], world);
  const onWarning = (sentence: string) => world.err(`${sentence}\n`);
  const result = await validate({
    data,
    previous,
    clock: buildClock(world),
    watcher: { onWarning },
  });
  world.out(renderReport(result.diagnostics, options, world));
  if (result.ok) {
    world.err(`${data} is valid: ${describeCounts(result.counts)}.\n`);
    return 0;
  }
  world.err(`Found ${count(result.diagnostics.length, 'problem')} in ${data}.\n`);
  return 1;
}
