import type { ValidateOptions, ValidateResult } from './build-terms.ts';
import { readDataFolder } from './intake/index.ts';
import { systemClock } from './model/index.ts';
import { check, countsOf } from './pipeline.ts';

/**
 * Checks the sources.
 *
 * @throws EnvironmentError when the data folder cannot be read
 */
export function validate({ data, clock = systemClock() }: ValidateOptions): ValidateResult {
  const { value, diagnostics } = check(data, readDataFolder(data), clock);
  return value === null
    ? { ok: false, diagnostics }
    : { ok: true, counts: countsOf(value.dataset), diagnostics: [] };
}
