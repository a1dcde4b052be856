import type { Finding } from '../diagnostics/index.ts';

/** What YAML takes for something else than was probably meant. */
export interface Misread {
  readonly start: number;
  readonly end: number;
  readonly finding: Finding;
}
