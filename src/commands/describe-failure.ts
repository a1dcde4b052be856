import { EnvironmentError, environmentError } from '../diagnostics/index.ts';

/** A failure for people: one line for the world's fault, all there is for a fault of this program. */
export function describeFailure(error: unknown): string {
  if (error instanceof EnvironmentError) return `${error.message}.`;
  return `This is a bug, please report it. ${error instanceof Error ? error.stack : String(error)}`;
}

/** Why nothing more can be written to standard output. */
export function describeOutputFailure(error: Error): string {
  return describeFailure(environmentError(error, 'write to', 'standard output'));
}
