import {
  closeSync,
  type Dirent,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import {
  type Checked,
  collectDiagnostics,
  EnvironmentError,
  environmentError,
  type Report,
  SourceVanished,
  systemErrorCode,
  wholeFile,
} from '../diagnostics/index.ts';
import {
  LARGEST_SOURCE,
  mayBeSource,
  ROOT_SOURCES,
  SOURCE_FOLDERS,
  type StoredFile,
} from '../source/index.ts';

/**
 * Lists the files of a data folder that have the place or the name of a source, sorted by name. Names that
 * start with a dot, leftovers of editors and the files of other folders are ignored. Folders and devices
 * with the name of a source, and links out of the folder, are reported.
 *
 * @throws EnvironmentError when the folder is missing or cannot be read
 */
export function readDataFolder(folder: string): Checked<readonly StoredFile[]> {
  const { diagnostics, report } = collectDiagnostics();
  const root = locateFolder(folder);
  const files: StoredFile[] = [];
  for (const { name, dirent } of listEntries(root, folder)) {
    const isNamedLikeSource = /\.ya?ml$/i.test(name);
    const isLink = dirent.isSymbolicLink();
    const isPart = SOURCE_FOLDERS.includes(name) && !dirent.isDirectory();
    const isFile = isLink || dirent.isFile();
    const isListed = isNamedLikeSource || (isFile && !isPart && mayBeSource(name));
    if (!isListed && !isLink && !isPart) continue;

    const path = displayPath(folder, name);
    const isPlaced = isNamedLikeSource || name.includes('/') || isRootSource(name);
    const isExpected = isPart || (isListed && isPlaced);
    const target = isLink ? followLink(root, name, path, isExpected, report) : join(root, name);
    if (target === null) continue;
    const kind = dirent.isFile() ? 'a file' : examine(target, path);
    if (kind === 'a file') {
      if (isListed) files.push(storedFile(name, path, target));
      if (isPart) report(wholeFile({ path, text: '' }), { code: 'source/not-a-folder' });
    } else {
      const found = isLink ? `a symbolic link to ${kind}` : kind;
      const finding = { code: 'source/not-a-file', kind: found, isNamedLikeSource } as const;
      report(wholeFile({ path, text: '' }), finding);
    }
  }
  return { value: files, diagnostics };
}

/**
 * Returns a file of a data folder by a name that `readDataFolder` has listed.
 *
 * @throws EnvironmentError when the folder is missing
 */
export function openDataFolder(folder: string): (name: string) => StoredFile {
  const root = locateFolder(folder);
  return (name) => storedFile(name, displayPath(folder, name), join(root, name));
}

/** The real path of a data folder. */
function locateFolder(folder: string): string {
  if (folder === '') {
    throw new EnvironmentError('Cannot read the data folder "": the name is empty');
  }
  let root: string;
  let isFolder: boolean;
  try {
    root = realpathSync(folder);
    isFolder = statSync(root).isDirectory();
  } catch (error) {
    throw environmentError(error, 'read the data folder', folder);
  }
  if (!isFolder) {
    throw new EnvironmentError(`Cannot read the data folder ${folder}: it is not a folder`);
  }
  return root;
}

interface Entry {
  /** Below the folder, with forward slashes. */
  readonly name: string;
  readonly dirent: Dirent;
}

/**
 * Everything below the folder, sorted, except names that start with a dot. The patterns of fast-glob do not
 * match names with a line break, which must be reported.
 */
function listEntries(root: string, folder: string): readonly Entry[] {
  const entries: Entry[] = [];
  const pending = [''];
  for (let below = pending.pop(); below !== undefined; below = pending.pop()) {
    const path = join(root, below);
    const dirents = orReport(displayPath(folder, below), () =>
      readdirSync(path, { withFileTypes: true }),
    );
    for (const dirent of dirents) {
      if (dirent.name.startsWith('.')) continue;
      const name = below === '' ? dirent.name : `${below}/${dirent.name}`;
      entries.push({ name, dirent });
      if (dirent.isDirectory()) pending.push(name);
    }
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether a link directly in the data folder has the name of a source, with any extension. */
function isRootSource(name: string): boolean {
  const stem = name.toLowerCase().replace(/\..*$/, '');
  return ROOT_SOURCES.some((source) => source === stem);
}

/** The target of a link; null if it was reported or can be ignored. */
function followLink(
  root: string,
  name: string,
  path: string,
  isExpected: boolean,
  report: Report,
): string | null {
  const place = wholeFile({ path, text: '' });
  try {
    const target = realpathSync(join(root, name));
    const fromRoot = relative(root, target);
    const leaves = fromRoot.startsWith(`..${sep}`) || fromRoot === '..' || isAbsolute(fromRoot);
    if (!leaves) return target;
    if (!isExpected && statSync(target).isFile()) return target;
    report(place, { code: 'source/link-outside', target: toSlashes(fromRoot) });
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== 'ENOENT' && code !== 'ELOOP') throw cannotRead(error, path);
    if (isExpected) {
      const target = orReport(path, () => readlinkSync(join(root, name)));
      report(place, { code: 'source/broken-link', target, isCircle: code === 'ELOOP' });
    }
  }
  return null;
}

function examine(target: string, path: string): string {
  const stats = orReport(path, () => statSync(target));
  if (stats.isFile()) return 'a file';
  return stats.isDirectory() ? 'a folder' : 'a device, a pipe or a socket';
}

function storedFile(name: string, path: string, target: string): StoredFile {
  const look = () => orReport(path, () => statSync(target));
  return {
    name,
    path,
    look,
    measure: () => look().size,
    read: () => orReport(path, () => readStart(target)),
  };
}

function orReport<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw cannotRead(error, path);
  }
}

/** Node decodes names as UTF-8, and cannot open files with other names. */
function cannotRead(error: unknown, path: string): Error {
  if (systemErrorCode(error) !== 'ENOENT') return environmentError(error, 'read', path);
  return path.includes('\uFFFD')
    ? new EnvironmentError(`Cannot read ${path}: its name is not UTF-8`)
    : new SourceVanished(`Cannot read ${path}: it does not exist any more`);
}

/** Space for the largest source and one byte more, which shows that a file is too large. */
const buffer = Buffer.allocUnsafeSlow(LARGEST_SOURCE + 1);

/** The bytes of a file; if it is too large, only the first. */
function readStart(target: string): Uint8Array {
  const file = openSync(target, 'r');
  try {
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = readSync(file, buffer, length, buffer.length - length, null);
    }
    return buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function displayPath(folder: string, name: string): string {
  return toSlashes(join(folder, name));
}

function toSlashes(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
