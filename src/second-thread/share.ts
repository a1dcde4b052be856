import type { StampTable } from '../cache/index.ts';
import type { Clock, Dataset } from '../model/index.ts';
import type { RenderedEntries } from '../represent/index.ts';

/** What the second thread is told to read. */
export interface Errand {
  /** The data folder. */
  readonly data: string;
  /** The names of the sources, whose positions are used from here on. */
  readonly names: readonly string[];
  /** Which stretches of the sources are taken: see `stretchesOf`. */
  readonly reading: SharedArrayBuffer;
  /** The digest of each source that the second thread has looked into: see `digestsOf`. */
  readonly digests: SharedArrayBuffer;
  /** Where the value of each source stands: see `spansOf`. */
  readonly spans: SharedArrayBuffer;
}

/** What the second thread has read. */
export interface ReadReport {
  readonly kind: 'read';
  /** The memory that its values stand in. */
  readonly segments: readonly SharedArrayBuffer[];
}

/** What the second thread is to write: stretches of operators, until none is free. */
export interface WriteOrder {
  /** The memory that values of the first thread stand in. */
  readonly segments: readonly SharedArrayBuffer[];
  /** For each operator, in the order of the dataset, the positions of its two sources; -1 for none. */
  readonly operators: Int32Array;
  /** Which stretches of the operators are taken. */
  readonly writing: SharedArrayBuffer;
  /** A count of the files that the second thread has written, as it goes. */
  readonly progress: SharedArrayBuffer;
  readonly service: Dataset['service'];
  readonly metrics: Dataset['metrics'];
  readonly precompressed: boolean;
  readonly clock: Clock;
  /** Where to write. */
  readonly tree: string;
}

/** A part of what the second thread has written: all at once would be there twice for a moment. */
export interface WriteReport {
  readonly kind: 'written';
  readonly isLast: boolean;
  /** What it has written about each operator, by its position in the dataset. */
  readonly written: ReadonlyMap<number, RenderedEntries>;
  /** The files as the second thread left them. */
  readonly stamps: StampTable;
}

/** What went wrong in the second thread, as far as it can be told to another thread. */
export interface Failure {
  readonly kind: 'failure';
  readonly message: string;
  /** The code of a system error. */
  readonly code: string | null;
}

export type Message = ReadReport | WriteReport | Failure;
