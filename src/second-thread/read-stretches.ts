import type { DataFile } from '../source/index.ts';
import { STRETCH, take } from './share.ts';
import type { SharedTexts } from './shared-texts.ts';

/**
 * Reads sources, stretch by stretch, until another thread has taken the rest. What is sound by
 * itself is kept as JSON; of anything else the one who reports it makes more.
 *
 * @param direction Two threads that come from both ends meet once.
 */
export function readStretches(
  files: readonly (DataFile | undefined)[],
  readAlone: (file: DataFile) => unknown,
  taken: Int32Array,
  texts: SharedTexts,
  direction: 'forwards' | 'backwards',
): void {
  for (let turn = 0; turn < taken.length; turn += 1) {
    const stretch = direction === 'backwards' ? taken.length - 1 - turn : turn;
    if (!take(taken, stretch)) break;
    const end = Math.min(files.length, STRETCH * (stretch + 1));
    for (let index = STRETCH * stretch; index < end; index += 1) {
      const file = files[index];
      const value = file && readAlone(file);
      if (value !== undefined) texts.set(index, JSON.stringify(value));
    }
  }
}
