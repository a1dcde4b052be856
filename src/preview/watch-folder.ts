import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Editors save in several steps; changes this close together are one. */
const SETTLE_MILLISECONDS = 40;
/** How often the watched folders are compared with the existing ones. */
const POLL_MILLISECONDS = 500;

/**
 * Calls back once, and again after a change below a folder. Calls do not overlap: changes during a call
 * lead to one more call after it. Names that start with a dot are ignored: they are not sources, and the
 * call itself may write them, such as the lock of a build.
 *
 * @param onError Called for each folder that cannot be watched. The others are watched.
 * @returns After the first call, a function that stops watching. It does not wait for a running call.
 */
export async function watchFolder(
  folder: string,
  onChange: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isStale = false;
  let isStopped = false;
  const run = async () => {
    timer = undefined;
    isStale = true;
    if (isRunning) return;
    isRunning = true;
    while (isStale && !isStopped) {
      isStale = false;
      await onChange();
    }
    isRunning = false;
  };
  const unwatch = watchTree(
    folder,
    () => {
      timer ??= setTimeout(run, SETTLE_MILLISECONDS);
    },
    onError,
  );
  await run();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unwatch();
  };
}

/**
 * Watches every folder of a tree, which needs no watch for each file. A replaced folder sends no more
 * events, so the folders are compared with the watched ones at intervals.
 */
function watchTree(
  root: string,
  onChange: () => void,
  onError: (error: unknown) => void,
): () => void {
  let watched: readonly string[] = [];
  let watchers: readonly FSWatcher[] = [];
  const close = () => {
    for (const watcher of watchers) watcher.close();
  };
  const begin = (folder: string): FSWatcher[] => {
    try {
      const watcher = watch(folder, (_, name) => {
        if (name === null || !isHidden(name)) onChange();
      });
      // The next comparison starts over: Windows reports a removed folder as an error.
      return [watcher.on('error', () => (watched = []))];
    } catch (error) {
      onError(error);
      return [];
    }
  };
  const review = (): boolean => {
    const folders = foldersIn(root);
    const identities = folders.map(({ identity }) => identity);
    if (identities.join() === watched.join()) return false;
    close();
    watched = identities;
    watchers = folders.flatMap(({ path }) => begin(path));
    return true;
  };
  review();
  const poll = setInterval(() => {
    // Files may have been added to a new folder before it was watched.
    if (review()) onChange();
  }, POLL_MILLISECONDS);
  return () => {
    clearInterval(poll);
    close();
  };
}

/** A folder and all folders below it, except hidden and unreadable ones. */
function foldersIn(path: string): { path: string; identity: string }[] {
  try {
    // A new folder can have the inode of a removed one.
    const { dev, ino, birthtimeNs } = statSync(path, { bigint: true });
    const below = readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !isHidden(entry.name))
      .flatMap(({ name }) => foldersIn(join(path, name)));
    return [{ path, identity: `${path}:${dev}:${ino}:${birthtimeNs}` }, ...below];
  } catch {
    return [];
  }
}

function isHidden(name: string): boolean {
  return name.startsWith('.');
}
