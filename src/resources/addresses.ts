import { ALL_ANSWERS } from './answers.ts';
import type { ProblemName } from './resource.ts';

// Only data: `scripts/bundle.mjs` computes it at compile time, so that edge code contains the addresses of
// answers without their schemas.

/** The path of an answer, and the errors for paths without one. */
export interface Address {
  /** A key of `ANSWERS`. */
  readonly kind: string;
  /** Its name in manifests. */
  readonly listedAs: string;
  /** Below the base address, without a suffix; a part in braces is a parameter. */
  readonly path: string;
  /** The names of problem documents. */
  readonly errors: readonly ProblemName[];
}

/** The addresses of all answers. */
export const ADDRESSES: readonly Address[] = ALL_ANSWERS.map(
  ({ kind, listedAs = kind, path, errors }) => ({ kind, listedAs, path, errors }),
);
