import { Option } from 'commander';
import { nameFor, toTimeout } from './option-values.ts';
import { REPORT_FORMATS } from './report-format.ts';

// The options that several commands have.

export const DATA = new Option('--data <dir>', 'folder with the YAML sources')
  .default('data')
  .argParser(nameFor('option --data'));
export const OUT = new Option(
  '--out <dir>',
  'folder that is published; the API goes to api/v1 below it',
)
  .default('dist')
  .argParser(nameFor('option --out'));
export const CACHE = new Option(
  '--cache <dir>',
  'folder for the cache that makes the next build faster (default: .operator-api-cache beside the sources)',
).argParser(nameFor('option --cache'));
export const NO_CACHE = new Option('--no-cache', 'do not use a cache');
export const FORMAT = formatOption('how problems are reported', REPORT_FORMATS);
export const ALL = new Option('--all', 'show every problem, not only the first ten of each code');
export const TIMEOUT = new Option('--timeout <seconds>', 'how long a connection may be silent')
  .default(30)
  .argParser(toTimeout);
export const PREVIOUS = new Option(
  '--previous <old>',
  'the last publication: a manifest.json, the folder of a build, or a base URL',
).argParser(nameFor('option --previous'));

/** @param formats The first is the default. */
export function formatOption(description: string, formats: readonly string[]): Option {
  return new Option('--format <format>', description).choices(formats).default(formats[0]);
}
