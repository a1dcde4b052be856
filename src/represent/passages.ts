import type { OutputPath } from './output-path.ts';

/** What of a file is about one operator, and stands together. */
export interface Passage {
  /** Its first byte, and the one after its last. */
  readonly start: number;
  readonly end: number;
  /** How many records it has; of a manifest, how many files it lists. */
  readonly rows: number;
  /** The rank that it tells; of a manifest, how many bytes the files have. */
  readonly mark: number;
}

/**
 * Where the passages of a file stand, five numbers each: the id of the operator, how far before the
 * end of the file it starts, its length, and the others of `Passage`. Sizes are in bytes.
 */
export type PassageTable = Float64Array;

const COLUMNS = 5;

/** A file as it was published last, of which passages can be taken over. */
export interface EarlierFile {
  readonly bytes: Buffer;
  /** The passage about an operator; undefined where it would not be the same again. */
  readonly passageOf: (id: number) => Passage | undefined;
}

/** What is known of passages, from one publication to the next. */
export interface Passages {
  /**
   * What was published last; null where nothing of it can be taken over.
   *
   * @param basis What the file was made of besides operators, the service and the metrics.
   */
  readonly recall: (path: OutputPath, basis: string) => EarlierFile | null;
  /** Takes note of where the passages of a file stand now. */
  readonly note: (path: OutputPath, basis: string, table: PassageTable) => void;
}

/** Nothing is known. */
export const NO_PASSAGES: Passages = { recall: () => null, note: () => {} };

/** Gives the passages of a file of some size, by the id of the operator. */
export function readPassages(
  table: PassageTable,
  size: number,
): (id: number) => Passage | undefined {
  let rows: Map<number, number> | null = null;
  let next = 0;
  const find = (id: number): number | undefined => {
    // Mostly they are asked for in the order in which they stand, but for one that changed.
    if (table[next] === id) return next;
    if (table[next + COLUMNS] === id) return next + COLUMNS;
    if (rows === null) {
      rows = new Map();
      for (let at = 0; at < table.length; at += COLUMNS) rows.set(table[at] ?? 0, at);
    }
    return rows.get(id);
  };
  return (id) => {
    const at = find(id);
    if (at === undefined) return undefined;
    next = at + COLUMNS;
    const start = size - (table[at + 1] ?? 0);
    const end = start + (table[at + 2] ?? 0);
    return { start, end, rows: table[at + 3] ?? 0, mark: table[at + 4] ?? 0 };
  };
}

/** A table in the making. */
export interface PassageNotes {
  /** @param start How far it is from where the first one starts. */
  readonly add: (id: number, start: number, length: number, rows: number, mark: number) => void;
  /** @param size How far the end of the file is from where the first one starts. */
  readonly finish: (size: number) => PassageTable;
}

export function notePassages(): PassageNotes {
  const numbers: number[] = [];
  return {
    add: (id, start, length, rows, mark) => void numbers.push(id, start, length, rows, mark),
    finish(size) {
      const table = Float64Array.from(numbers);
      for (let at = 1; at < table.length; at += COLUMNS) table[at] = size - (table[at] ?? 0);
      return table;
    },
  };
}
