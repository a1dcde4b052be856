import type { BigIntStats } from 'node:fs';
import type { OutputPath } from '../represent/index.ts';

/** What is remembered of published files besides their content, from one commit to the next. */
export interface Ledger {
  /** Whether the file at a path is the one that the last commit left there, untouched since. */
  readonly isUntouched: (path: OutputPath, stats: BigIntStats) => boolean;
  /** Whether nothing that the last commit left was touched since: no file, no folder. */
  readonly isAllUntouched: () => boolean;
  /** The file at a path stays as the last commit left it. */
  readonly keep: (path: OutputPath) => void;
  /** A file as this commit leaves it; of paths that share an inode, one. */
  readonly note: (path: OutputPath, stats: BigIntStats) => void;
}

/** Remembers nothing. */
export const NO_LEDGER: Ledger = {
  isUntouched: () => false,
  isAllUntouched: () => false,
  keep: () => {},
  note: () => {},
};
