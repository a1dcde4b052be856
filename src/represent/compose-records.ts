import { composeBody } from './body.ts';
import { notePassages, type Passage, type PassageTable } from './passages.ts';

/** How texts stand in a row. */
export interface Layout {
  /** Between two that are not empty. */
  readonly separator: string;
  /** After the last one, to the end of the file. */
  readonly tail: string;
}

/** What is to stand there about one operator, or about none. */
export interface Entry {
  /** Of the operator; null for none. */
  readonly id: number | null;
  /** What the earlier file has of it, if that is the same. */
  readonly passage?: Passage | undefined;
  /** Otherwise, the text, and how many records it has. */
  readonly make: () => { readonly text: string; readonly rows: number };
  /** See `Passage`. */
  readonly mark: number;
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
  for (const { id, passage, make, mark } of entries) {
    let length = 0;
    let rows = 0;
    if (passage === undefined) {
      const made = make();
      rows = made.rows;
      if (made.text !== '') {
        begin();
        length = body.add(made.text);
      }
    } else {
      rows = passage.rows;
      length = passage.end - passage.start;
      if (run.end > 0 && passage.start === run.end + separator.length) {
        run.end = passage.end;
        size += separator.length;
      } else if (length > 0) {
        begin();
        run = { start: passage.start, end: passage.end };
      }
    }
    if (id !== null) notes.add(id, size, length, rows, mark);
    size += length;
    total += rows;
  }
  endRun();
  return { pieces: body.finish(), rows: total, passages: notes.finish(size + tail.length) };
}
