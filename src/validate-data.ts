import type { ValidateOptions, ValidateResult } from './build-terms.ts';
import { readDataFolder } from './intake/index.ts';
import { systemClock } from './model/index.ts';
import { inspect } from './pipeline.ts';

/**
 * Checks the sources.
 *
 * @throws EnvironmentError when the data folder cannot be read
 */
export function validate({ data, clock = systemClock() }: ValidateOptions): ValidateResult {
  const { value, diagnostics, counts } = inspect(data, readDataFolder(data), clock);
  if (value === null) return { ok: false, diagnostics };
  return { ok: true, counts, diagnostics: [] };
}
