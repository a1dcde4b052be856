import type { Diagnostic } from './diagnostic.ts';

/** What a stage gives: as much of the value as could be made, and everything that is wrong. */
export interface Checked<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}
