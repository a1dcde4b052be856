import { groupThousands } from './sentences.ts';
import type { World } from './world.ts';

/** Shorter work needs no progress line. */
const PATIENCE_MILLISECONDS = 500;
const REDRAW_MILLISECONDS = 100;

/**
 * A line on the terminal that is redrawn and finally cleared: "Rendering 120 of 1,353 files
 * (8 %)". Draws nothing if there is no terminal.
 */
export function showProgress(label: string, noun: string, { err, isInteractive }: World) {
  const started = performance.now();
  let drawnAt = 0;
  const clear = () => {
    if (drawnAt > 0) err('\r\u001b[K');
  };
  return {
    update(done: number, total: number): void {
      if (!isInteractive) return;
      const now = performance.now();
      if (now - started < PATIENCE_MILLISECONDS || now - drawnAt < REDRAW_MILLISECONDS) return;
      drawnAt = now;
      const percent = Math.floor((100 * done) / Math.max(1, total));
      err(
        `\r${label} ${groupThousands(done)} of ${groupThousands(total)} ${noun} (${percent} %)\u001b[K`,
      );
    },
    clear,
    /** Writes a message in place of the line. */
    say(sentence: string): void {
      clear();
      err(`${sentence}\n`);
    },
  };
}
