import { type Dirent, type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { basename, join } from 'node:path';

/** Editors save in several steps; changes this close together are one. */
const SETTLE_MILLISECONDS = 40;
/** How often to look whether the folder is there, and is the one that is watched. */
const POLL_MILLISECONDS = 500;

/**
 * Calls back once, and again after anything below a folder changed, never twice at a time: changes
 * during a call lead to one more call when it is done. What has a name that starts with a dot is no
 * source, and may be what the call itself leaves: the lock of a build, where the folder that is
 * published stands in this one.
 *
 * @param onError Hears what cannot be watched; the rest is.
 * @returns A function that stops watching, once the first call is done; it leads to no more calls,
 *   but waits for none.
 */
export async function watchFolder(
  folder: string,
  onChange: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<() => void> {
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
  const stop = keepWatching(folder, soon, onError);
  await run();
  return () => {
    isStopped = true;
    if (timer !== null) clearTimeout(timer);
    stop();
  };
}

/** A folder that is watched, or that could not be. */
interface Watched {
  /** What tells it from another of its name that is there at the same time. */
  readonly identity: string;
  readonly watcher: FSWatcher | null;
}

/**
 * Watches every folder of a tree, and no file: a folder hears of what happens to its files, and of
 * the watches that a system has, many files would take too many. Of one that gave way to another of
 * its name nothing is heard again, so it is looked anew which there are whenever names come or go.
 */
function keepWatching(
  root: string,
  onChange: () => void,
  onError: (error: unknown) => void,
): () => void {
  const watched = new Map<string, Watched>();
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  /** Whether every folder could be looked into. */
  let isWhole = true;
  const reviewIn = (milliseconds: number) => {
    if (isStopped) return;
    timer ??= setTimeout(() => {
      timer = null;
      if (review()) onChange();
    }, milliseconds);
  };
  const forget = (folder: string) => {
    watched.get(folder)?.watcher?.close();
    watched.delete(folder);
  };
  const begin = (folder: string): FSWatcher | null => {
    try {
      const watcher = watch(folder, (event, name) => {
        const isItself = name === basename(folder);
        if (name !== null && isHidden(name) && !isItself) return;
        onChange();
        if (event !== 'rename') return;
        // The next of its name can have its inode.
        if (isItself) forget(folder);
        reviewIn(SETTLE_MILLISECONDS);
      });
      return watcher.on('error', (error) => {
        // Of a folder that is gone, Windows says no more than that.
        if (identityOf(folder) === null) forget(folder);
        else onError(error);
        reviewIn(SETTLE_MILLISECONDS);
      });
    } catch (error) {
      if (identityOf(folder) !== null) onError(error);
      return null;
    }
  };
  const watchThese = (folders: ReadonlyMap<string, string>): boolean => {
    for (const [folder, { identity }] of watched) {
      if (folders.get(folder) !== identity) forget(folder);
    }
    const added = [...folders].filter(([folder]) => !watched.has(folder));
    for (const [folder, identity] of added) {
      watched.set(folder, { identity, watcher: begin(folder) });
    }
    return added.length > 0;
  };
  /** Whether there are folders that were not watched before, or can be looked into again. */
  const review = (): boolean => {
    const wasWhole = isWhole;
    let tree = foldersIn(root);
    let isAnyNew = tree.isWhole && !wasWhole;
    // What could not be looked into could not be watched either.
    for (const [folder, { watcher }] of isAnyNew ? watched : []) {
      if (watcher === null) forget(folder);
    }
    // What came into a folder before it was watched is only seen by looking again.
    while (watchThese(tree.folders)) {
      isAnyNew = true;
      tree = foldersIn(root);
    }
    isWhole = tree.isWhole;
    return isAnyNew;
  };
  review();
  // Nothing is heard of one that is back, nor of a link on the way that leads elsewhere now, nor of
  // files that others have closed again where there were too many to look into a folder.
  const poll = setInterval(() => {
    if (!isWhole || identityOf(root) !== (watched.get(root)?.identity ?? null)) reviewIn(0);
  }, POLL_MILLISECONDS);
  return () => {
    isStopped = true;
    clearInterval(poll);
    if (timer !== null) clearTimeout(timer);
    for (const folder of watched.keys()) forget(folder);
  };
}

interface Tree {
  /** A folder and all below it but for hidden ones, each with its identity; none where it is gone. */
  readonly folders: ReadonlyMap<string, string>;
  /** Whether all of them could be looked into. */
  readonly isWhole: boolean;
}

function foldersIn(root: string): Tree {
  const folders = new Map<string, string>();
  let isWhole = true;
  const pending = [root];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const identity = identityOf(folder);
    if (identity === null) continue;
    folders.set(folder, identity);
    const entries = entriesOf(folder);
    if (entries === null && identityOf(folder) !== null) isWhole = false;
    for (const entry of entries ?? []) {
      if (entry.isDirectory() && !isHidden(entry.name)) pending.push(join(folder, entry.name));
    }
  }
  return { folders, isWhole };
}

/** What a folder holds; null where it is gone or may not be read, which whoever builds is told. */
function entriesOf(folder: string): readonly Dirent[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return null;
  }
}

function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** Null where there is nothing, or where it may not be looked at. */
function identityOf(path: string): string | null {
  try {
    // The uppermost folders of two file systems mostly share a number.
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}
