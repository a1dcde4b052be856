import { composeBody } from './body.ts';
import { notePassages, type Passage, type PassageTable } from './passages.ts';

/** How texts stand in a row. */
export interface Layout {
  /** Between two that are not empty. */
  readonly separator: string;
  /** After the last one, to the end of the file. */
  readonly tail: string;
}

/** What is to stand there about one operator, or about none: a text, or what an earlier file has. */
export type Entry = Made | Kept;

interface Made {
  /** Of the operator; null for none. */
  readonly id: number | null;
  readonly text: string;
  /** See `Passage`. */
  readonly rows: number;
  readonly mark: number;
}

interface Kept {
  readonly id: number;
  readonly passage: Passage;
}

export interface Composed {
  /** Without the tail. */
  readonly pieces: readonly Uint8Array[];
  readonly rows: number;
  readonly passages: PassageTable;
}

/**
 * Puts texts in a row. What an earlier file has already is taken from there, together with its
 * neighbours wherever these are the same.
 */
export function composeRecords(
  entries: Iterable<Entry>,
  { separator, tail }: Layout,
  earlier: Uint8Array | null,
): Composed {
  const body = composeBody();
  const notes = notePassages();
  let total = 0;
  let size = 0;
  /** What is taken from the earlier file next, and may still grow. */
  let run = { start: 0, end: 0 };
  const endRun = () => {
    if (earlier !== null && run.end > 0) body.addBytes(earlier.subarray(run.start, run.end));
    run = { start: 0, end: 0 };
  };
  const begin = () => {
    endRun();
    if (size > 0) size += body.add(separator);
  };
  for (const entry of entries) {
    let length = 0;
    if ('text' in entry) {
      if (entry.text !== '') {
        begin();
        length = body.add(entry.text);
      }
    } else {
      const { start, end } = entry.passage;
      length = end - start;
      if (run.end > 0 && start === run.end + separator.length) {
        run.end = end;
        size += separator.length;
      } else if (length > 0) {
        begin();
        run = { start, end };
      }
    }
    const { rows, mark } = 'text' in entry ? entry : entry.passage;
    if (entry.id !== null) notes.add(entry.id, size, length, rows, mark);
    size += length;
    total += rows;
  }
  endRun();
  return { pieces: body.finish(), rows: total, passages: notes.finish(size + tail.length) };
}
