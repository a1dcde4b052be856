import { groupThousands } from './sentences.ts';
import type { World } from './world.ts';

/** Work shorter than this needs no progress line. */
const PATIENCE_MILLISECONDS = 500;
const REDRAW_MILLISECONDS = 100;

/**
 * A line on the terminal that is drawn over and, in the end, wiped: "Rendering 120 of 1,353 files
 * (8 %)". Nothing where there is none.
 */
export function showProgress(label: string, noun: string, { err, isInteractive }: World) {
  const started = performance.now();
  let drawnAt = 0;
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
    clear(): void {
      if (drawnAt > 0) err('\r\u001b[K');
    },
  };
}
