import { ALL_ANSWERS } from './answers.ts';
import type { ProblemName } from './resource.ts';

// Data alone: `scripts/bundle.mjs` makes it when the program is compiled, so that code at a host's edge
// knows the addresses of answers without their schemas.

/** Where an answer is, and what answers where there is none. */
export interface Address {
  /** A key of `ANSWERS`. */
  readonly kind: string;
  /** What manifests call it. */
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
