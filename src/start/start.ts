import { runCompiled } from './compiled-code.ts';
import { tierUpLater } from './tier-up.ts';

export { sealCode } from './compiled-code.ts';

/** Runs the command line. */
export function startProgram(onScript?: Parameters<typeof runCompiled>[2]): void {
  // First of all: it counts among what V8 asks of code that it has compiled before.
  tierUpLater();
  runCompiled(import.meta.dirname, 'program.cjs', onScript);
}
