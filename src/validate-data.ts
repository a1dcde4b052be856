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
  let [operators, claims] = [0, 0];
  const { value, diagnostics } = inspect(data, readDataFolder(data), clock, (operator) => {
    operators += 1;
    claims += operator.claims.length;
  });
  if (value === null) return { ok: false, diagnostics };
  const { metrics, activeCategories } = value;
  const counts = { operators, claims, metrics: metrics.size, categories: activeCategories.length };
  return { ok: true, counts, diagnostics: [] };
}
