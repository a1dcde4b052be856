import type { State } from './state-file.ts';

/**
 * What builds in one process leave for each other besides files: nothing that is not checked as what
 * comes from files is, so that a build which finds it is no more than faster.
 */
export interface BuildMemory {
  /** What the last build left, and where it was written; null where that is too much to be kept. */
  last: { readonly path: string; readonly state: State } | null;
  /** What texts of JSON hold, for as long as somebody has the texts. */
  readonly values: WeakMap<Buffer, unknown>;
}

/** For builds that follow each other, as while a folder is watched. */
export function createBuildMemory(): BuildMemory {
  return { last: null, values: new WeakMap() };
}
