import { composeBody } from './body.ts';
import { notePassages, type Passage, type PassageTable } from './passages.ts';

/** How texts stand in a row. */
export interface Layout {
  /** Between two that are not empty. */
  readonly separator: string;
  /** After the last one, to the end of the file. */
  readonly tail: string;
}

/** Texts in a row, in the making: each about one operator, or about none. */
export interface Records {
  /** @param id Of the operator; null for none. For `rows` and `mark` see `Passage`. */
  readonly add: (id: number | null, text: string, rows: number, mark: number) => void;
  /** Takes what an earlier file has. */
  readonly keep: (id: number, passage: Passage) => void;
  readonly finish: () => Composed;
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
export function composeRecords({ separator, tail }: Layout, earlier: Uint8Array | null): Records {
  const body = composeBody();
  const notes = notePassages();
  let total = 0;
  let size = 0;
  /** What is taken from the earlier file next, and may still grow. */
  let [start, end] = [0, 0];
  const endRun = () => {
    if (earlier !== null && end > 0) body.addBytes(earlier.subarray(start, end));
    [start, end] = [0, 0];
  };
  const begin = () => {
    endRun();
    if (size > 0) size += body.add(separator);
  };
  return {
    add(id, text, rows, mark) {
      let length = 0;
      if (text !== '') {
        begin();
        length = body.add(text);
      }
      if (id !== null) notes.add(id, size, length, rows, mark);
      size += length;
      total += rows;
    },
    keep(id, passage) {
      const length = passage.end - passage.start;
      if (end > 0 && passage.start === end + separator.length) {
        end = passage.end;
        size += separator.length;
      } else if (length > 0) {
        begin();
        [start, end] = [passage.start, passage.end];
      }
      notes.add(id, size, length, passage.rows, passage.mark);
      size += length;
      total += passage.rows;
    },
    finish() {
      endRun();
      return { pieces: body.finish(), rows: total, passages: notes.finish(size + tail.length) };
    },
  };
}
