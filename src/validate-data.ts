import type { ValidateOptions, ValidateResult } from './build-terms.ts';
import { readDataFolder } from './intake/index.ts';
import { systemClock } from './model/index.ts';
import { check } from './pipeline.ts';
import { countDataset } from './publish.ts';

/**
 * Checks the sources.
 *
 * @throws EnvironmentError when the data folder cannot be read
 */
export function validate({ data, clock = systemClock() }: ValidateOptions): ValidateResult {
  const { value: dataset, diagnostics } = check(data, readDataFolder(data), clock);
  if (dataset === null) return { ok: false, diagnostics };
  return { ok: true, counts: countDataset(dataset), diagnostics: [] };
}
