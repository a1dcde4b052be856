import { statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/** Editors save in several steps; changes this close together are one. */
const SETTLE_MILLISECONDS = 40;
/** How often to look whether a folder that is gone is back. */
const POLL_MILLISECONDS = 500;

/**
 * Calls back once, and again after anything below a folder changed, never twice at a time: changes
 * during a call lead to one more call when it is done. What has a name that starts with a dot is no
 * source, and may be what the call itself leaves: the lock of a build, where the folder that is
 * published stands in this one.
 *
 * @param onError Hears what cannot be watched; the rest is.
 * @returns A function that stops watching, once the first call is done; it leads to no more calls,
 *   but waits for none. The first one waits until the folder is watched, which takes seconds for a
 *   large one, so that no change is missed.
 */
export async function watchFolder(
  folder: string,
  onChange: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  let timer: NodeJS.Timeout | null = null;
  let isRunning = false;
  let isStale = false;
  let isStopped = false;
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
    } while (isStale && !isStopped);
    isRunning = false;
  };
  const soon = () => {
    if (!isStopped) timer ??= setTimeout(run, SETTLE_MILLISECONDS);
  };
  const stop = await keepWatching(folder, soon, onError);
  await run();
  return async () => {
    isStopped = true;
    if (timer !== null) clearTimeout(timer);
    await stop();
  };
}

/**
 * Watches a folder, anew where it, or one below it, gave way to another of its name: chokidar takes
 * the new one for the old if it comes within milliseconds, and goes on watching what is gone. Of the
 * folder itself it never hears again once that is gone.
 */
async function keepWatching(
  folder: string,
  onChange: () => void,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  let watcher = await begin(folder, onError);
  const inodes = new Map(Object.keys(watcher.getWatched()).map((path) => [path, inodeOf(path)]));
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  /** Whether there is a folder now where another, or none, was when this was asked last. */
  const noteReplaced = () => {
    let isReplaced = false;
    for (const [path, before] of inodes) {
      const now = inodeOf(path);
      isReplaced ||= now !== null && now !== before;
      inodes.set(path, now);
    }
    return isReplaced;
  };
  const check = async () => {
    while (noteReplaced() && !isStopped) {
      await watcher.close();
      watcher = await begin(folder, onError);
      listen();
      onChange();
    }
    const isGone = inodes.get(resolve(folder)) === null && !isStopped;
    timer = isGone ? setTimeout(check, POLL_MILLISECONDS) : null;
    if (isStopped) await watcher.close();
  };
  const listen = () => {
    watcher
      .on('all', onChange)
      .on('addDir', (path) => inodes.set(path, inodeOf(path)))
      .on('raw', (_, name) => {
        if (isHidden(name ?? '')) return;
        // Of two changes of a file within 50 milliseconds, it passes on one.
        onChange();
        timer ??= setTimeout(check, SETTLE_MILLISECONDS);
      });
  };
  listen();
  return async () => {
    isStopped = true;
    if (timer !== null) clearTimeout(timer);
    await watcher.close();
  };
}

/** Starts to watch, and waits until all of it is watched. */
async function begin(folder: string, onError: (error: unknown) => void): Promise<FSWatcher> {
  const ignored = (path: string) => isHidden(relative(folder, path));
  const watcher = watch(folder, { ignoreInitial: true, ignored }).on('error', onError);
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return watcher;
}

/** Whether a path leads to something, or through a folder, whose name starts with a dot. */
function isHidden(path: string): boolean {
  return path.split(sep).some((name) => name.startsWith('.'));
}

/** What tells a folder from another of its name; null where there is none. */
function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}
