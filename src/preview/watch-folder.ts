import { watch } from 'chokidar';

/** Editors save in several steps; changes this close together are one. */
const SETTLE_MILLISECONDS = 40;

/**
 * Calls back once, and again after anything below a folder changed, never twice at a time: changes
 * during a call lead to one more call when it is done.
 *
 * @param onError Hears what cannot be watched; the rest is.
 * @returns A function that stops watching, once the first call is done. That one waits until the
 *   folder is watched, which takes seconds for a large one, so that no change is missed.
 */
export async function watchFolder(
  folder: string,
  onChange: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  let timer: NodeJS.Timeout | null = null;
  let isRunning = false;
  let isStale = false;
  const run = async () => {
    timer = null;
    if (isRunning) {
      isStale = true;
      return;
    }
    isRunning = true;
    do {
      isStale = false;
      await onChange();
    } while (isStale);
    isRunning = false;
  };
  const watcher = watch(folder, { ignoreInitial: true }).on('error', onError);
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  watcher.on('all', () => {
    timer ??= setTimeout(run, SETTLE_MILLISECONDS);
  });
  await run();
  return async () => {
    if (timer !== null) clearTimeout(timer);
    await watcher.close();
  };
}
