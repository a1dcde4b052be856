import { MOST_BYTES_A_UNIT } from '../represent/index.ts';

/** Texts by number, in memory that two threads share: each writes its own and reads all. */
export interface SharedTexts {
  readonly set: (index: number, text: string) => void;
  /** In UTF-8; undefined where none was set. Good for as long as the texts are. */
  readonly bytesOf: (index: number) => Buffer | undefined;
  /** The memory that this thread has written to, for the other to adopt. */
  readonly segments: readonly SharedArrayBuffer[];
  readonly adopt: (segments: readonly SharedArrayBuffer[]) => void;
}

/** Three numbers a text: segment, start, end. The segments of a thread have even or odd numbers. */
const SPAN = 3;

const SEGMENT_BYTES = 8 * 1024 * 1024;

/** Memory for where the texts stand. */
export function spansOf(amount: number): SharedArrayBuffer {
  return new SharedArrayBuffer(4 * SPAN * amount);
}

/** @param thread Which of the two this is. */
export function sharedTexts(memory: SharedArrayBuffer, thread: 0 | 1): SharedTexts {
  const spans = new Int32Array(memory);
  const own: SharedArrayBuffer[] = [];
  const buffers = new Map<number, Buffer>();
  let last: Buffer = Buffer.alloc(0);
  let used = 0;
  const numberOf = (which: 0 | 1, index: number) => 2 * index + which;
  return {
    segments: own,
    set(index, text) {
      const room = text.length * MOST_BYTES_A_UNIT;
      if (used + room > last.length) {
        const segment = new SharedArrayBuffer(Math.max(SEGMENT_BYTES, room));
        last = Buffer.from(segment);
        buffers.set(numberOf(thread, own.length), last);
        own.push(segment);
        used = 0;
      }
      const end = used + last.write(text, used);
      spans.set([numberOf(thread, own.length - 1), used, end], SPAN * index);
      used = end;
    },
    bytesOf(index) {
      const at = SPAN * index;
      const [segment = 0, start = 0, end = 0] = [spans[at], spans[at + 1], spans[at + 2]];
      return end === 0 ? undefined : buffers.get(segment)?.subarray(start, end);
    },
    adopt(segments) {
      const other = thread === 0 ? 1 : 0;
      for (const [index, segment] of segments.entries()) {
        buffers.set(numberOf(other, index), Buffer.from(segment));
      }
    },
  };
}
