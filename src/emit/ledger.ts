import type { BigIntStats } from 'node:fs';
import type { OutputPath } from '../represent/index.ts';

/** What is remembered of published files besides their content, from one commit to the next. */
export interface Ledger {
  /** Whether the file at a path is the one that the last commit left there, untouched since. */
  readonly isUntouched: (path: OutputPath, stats: BigIntStats) => boolean;
  /**
   * A file as this commit leaves it; of paths that share an inode, one, with the others as its twins.
   * All others stay as the last commit left them, if nothing was touched since.
   */
  readonly note: (path: OutputPath, stats: BigIntStats, twins?: readonly OutputPath[]) => void;
  /** A file is gone. */
  readonly forget: (path: OutputPath) => void;
}

/** Remembers nothing. */
export const NO_LEDGER: Ledger = {
  isUntouched: () => false,
  note: () => {},
  forget: () => {},
};
