import type { ValidateOptions, ValidateResult } from './build-terms.ts';
import { fetchGiven, readDataFolder } from './intake/index.ts';
import { systemClock } from './model/index.ts';
import { check, countsOf } from './pipeline.ts';
import { holdAgainstRegistry } from './validate/index.ts';

/**
 * Checks the sources, and compares them with the last publication if there is one.
 *
 * @throws EnvironmentError when the data folder or that publication cannot be read
 */
export async function validate({
  data,
  previous,
  clock = systemClock(),
  watcher,
}: ValidateOptions): Promise<ValidateResult> {
  const { value, diagnostics } = check(data, readDataFolder(data), clock);
  if (value === null) return { ok: false, diagnostics };
  const { dataset, findPlace } = value;
  const given = await fetchGiven(previous, false, watcher?.onWarning ?? (() => {}));
  const broken =
    given === null
      ? []
      : holdAgainstRegistry({
          dataset,
          findPlace,
          registry: given.registry,
          now: clock.now,
          keptIn: null,
        });
  return broken.length > 0
    ? { ok: false, diagnostics: broken }
    : { ok: true, counts: countsOf(dataset), diagnostics: [] };
}
