import { setFlagsFromString } from 'node:v8';

/** The V8 of Node 20, which stays as it is. Later ones count otherwise, and wait by themselves. */
const EAGER_V8 = /^11\.3\./;

/**
 * Has code run for longer before it is optimised. Most builds last for less than a second, and their
 * threads have all processors busy: what V8 compiles beside them costs more than it brings. Measured
 * on two processors: 0.82 of the time for a first build of 1,000 operators, 0.88 after a change, the
 * same at 10,000. The same with Node 22 and 24, by options of other names, brought 0.89 and 0.97.
 */
export function tierUpLater(): void {
  if (EAGER_V8.test(process.versions.v8)) setFlagsFromString('--interrupt-budget=500000');
}
