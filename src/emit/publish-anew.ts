import { lstatSync, realpathSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { OutputPath } from '../represent/index.ts';
import type { Content } from './content.ts';
import type { Ledger } from './ledger.ts';
import { makeFolder } from './make-folder.ts';
import type { OutputFolder } from './output-folder.ts';
import type { Publishing } from './publishing.ts';
import { writeStaged } from './staged-file.ts';

/**
 * Publishes where nothing is published yet: the whole folder is written beside its place, and one
 * rename makes all of it visible. That spares a look and a rename for every file.
 */
export function publishAnew(
  { published, staging, tree }: OutputFolder,
  { note }: Ledger,
): Publishing {
  const put = writeTree(tree, note);
  let files = 0;
  /** Files that a host reads from the output folder, which the rename of the tree does not move. */
  const hostFiles: { readonly staged: string; readonly path: OutputPath }[] = [];
  return {
    put(content) {
      const [path] = content.paths;
      if (path.startsWith('../')) {
        const staged = join(staging, basename(path));
        const made = content.make();
        if (made === null) return null;
        hostFiles.push({ staged, path });
        files += 1;
        return Number(writeStaged(staged, made, content.modifiedAt, []).size);
      }
      const size = put(content);
      if (size !== null) files += content.paths.length;
      return size;
    },
    finish() {
      makeFolder(dirname(published));
      renameSync(tree, isLink(published) ? realpathSync.native(published) : published);
      for (const { staged, path } of hostFiles) {
        const place = join(published, path);
        renameSync(staged, place);
        note(path, lstatSync(place, { bigint: true }));
      }
      return { files, written: files, removed: 0 };
    },
  };
}

/** Whether a name leads to a folder elsewhere, which a rename does not follow. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Writes contents into a folder that nobody sees yet, as `Publishing.put` does. */
export function writeTree(tree: string, note: Ledger['note']): Publishing['put'] {
  const folders = new Set<string>();
  const placeOf = (path: string) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (!folders.has(folder)) {
      makeFolder(`${tree}/${folder}`);
      folders.add(folder);
    }
    return `${tree}/${path}`;
  };
  return ({ paths: [path, ...twins], modifiedAt, make }: Content) => {
    const content = make();
    if (content === null) return null;
    const stats = writeStaged(placeOf(path), content, modifiedAt, twins.map(placeOf));
    note(path, stats, twins);
    if (stats.nlink === 1n) {
      for (const twin of twins) note(twin, lstatSync(placeOf(twin), { bigint: true }));
    }
    return Number(stats.size);
  };
}
