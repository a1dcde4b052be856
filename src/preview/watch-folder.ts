import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Editors save in several steps; changes this close together are one. */
const SETTLE_MILLISECONDS = 40;
/** How often to look whether the folders are still those that are watched. */
const POLL_MILLISECONDS = 500;

/**
 * Calls back once, and again after anything below a folder changed, never twice at a time: changes
 * during a call lead to one more call when it is done. Names that start with a dot are ignored: they
 * are no sources, and may be written by the call itself, as the lock of a build is.
 *
 * @param onError Hears of folders that cannot be watched; the others are.
 * @returns A function that stops watching, once the first call is done; it leads to no more calls,
 *   but waits for none.
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
 * Watches every folder of a tree, which hears of its files without a watch for each. A watched folder
 * that is replaced is silent from then on, so the tree is compared with what is watched now and then.
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
      // The next comparison begins again: Windows reports a folder that is removed as an error.
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
    // What came into a new folder before it was watched is seen by looking again.
    if (review()) onChange();
  }, POLL_MILLISECONDS);
  return () => {
    clearInterval(poll);
    close();
  };
}

/** A folder and all below it, without hidden ones and those that cannot be read. */
function foldersIn(path: string): { path: string; identity: string }[] {
  try {
    // A folder that is made after another was removed can have its number.
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
