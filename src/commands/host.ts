import { join } from 'node:path';
import {
  type ConfigureOptions,
  checkConfiguration,
  checkPublished,
  configure,
} from '../configure.ts';
import { type Diagnostic, EnvironmentError } from '../diagnostics/index.ts';
import { isThere, writeFile } from '../emit/index.ts';
import type { ConfigFile, HostName } from '../hosts/index.ts';
import { type ReportOptions, renderReport } from './report-format.ts';
import { count } from './sentences.ts';
import { buildClock, type ExitCode, type World } from './world.ts';

export interface HostCommandOptions
  extends ReportOptions,
    Omit<ConfigureOptions, 'host' | 'clock'> {
  readonly out: string;
  readonly write?: string;
  /** A folder; true for the current one. */
  readonly check?: string | true;
}

/** Prints, writes or compares the configuration of a host. */
export function runHost(host: HostName, options: HostCommandOptions, world: World): ExitCode {
  const { value: files, diagnostics } = configure({ ...options, host, clock: buildClock(world) });
  if (files === null) return report(diagnostics, `in ${options.data}`, options, world);
  if (options.check !== undefined) return runCheck(host, files, options, world);
  if (options.write !== undefined) return write(files, options.write, world);

  const [file, ...others] = files;
  if (others.length > 0) {
    const names = files.map(({ path }) => path).join(', ');
    throw new EnvironmentError(
      `Cannot print the ${files.length} files of ${host} (${names}) as one; choose a folder with --write`,
    );
  }
  world.out(file?.text ?? '');
  return 0;
}

function runCheck(
  host: HostName,
  files: readonly ConfigFile[],
  options: HostCommandOptions,
  world: World,
): ExitCode {
  const folder = typeof options.check === 'string' ? options.check : '.';
  const diagnostics = [
    ...checkConfiguration(host, folder, files),
    ...checkPublished(host, options.out),
  ];
  if (diagnostics.length > 0) return report(diagnostics, `with ${host}`, options, world);
  if (options.format !== 'text') world.out(renderReport([], options, world));
  const limits = isThere(options.out)
    ? `${options.out} is within its limits`
    : `there is no ${options.out} yet to check`;
  world.err(`The ${host} configuration is up to date, and ${limits}.\n`);
  return 0;
}

function write(files: readonly ConfigFile[], folder: string, world: World): ExitCode {
  for (const { path, text } of files) {
    writeFile(join(folder, path), text);
    world.err(`Wrote ${join(folder, path)}.\n`);
  }
  return 0;
}

function report(
  diagnostics: readonly Diagnostic[],
  where: string,
  options: HostCommandOptions,
  world: World,
): ExitCode {
  world.out(renderReport(diagnostics, options, world));
  world.err(`Found ${count(diagnostics.length, 'problem')} ${where}.\n`);
  return 1;
}
