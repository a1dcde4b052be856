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
  type FileStatus,
  LARGEST_SOURCE,
  mayBeSource,
  SOURCE_FOLDERS,
  type StoredFile,
} from '../source/index.ts';

/**
 * Lists the files of a data folder that may be meant as sources, sorted by name. Names that start with
 * a dot and other files are passed over; folders and devices named like files, and links that lead out of
 * the folder, are reported.
 *
 * @throws EnvironmentError when the folder is missing or cannot be read
 */
export function readDataFolder(folder: string): Checked<readonly StoredFile[]> {
  const { diagnostics, report } = collectDiagnostics();
  const place = locateFolder(folder);
  const { root, shown } = place;
  const files: StoredFile[] = [];
  const { names, special } = listEntries(root, folder);
  for (const name of names) {
    const dirent = special.get(name) ?? null;
    const isNamedLikeSource = /\.ya?ml$/i.test(name);
    const isLink = dirent?.isSymbolicLink() === true;
    const isPart = SOURCE_FOLDERS.includes(name) && dirent?.isDirectory() !== true;
    const isListed = isNamedLikeSource || ((dirent === null || isLink) && mayBeSource(name));
    if (!isListed && !isLink && !isPart) continue;

    const path = `${shown}${name}`;
    const target = isLink
      ? followLink(root, name, path, isListed || isPart, report)
      : placeOf(name, place);
    if (target === null) continue;
    const kind = dirent === null ? 'a file' : examine(target, path);
    if (kind === 'a file') {
      if (isListed) files.push(new DiskFile(name, place, isLink ? target : null));
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
 * Gives files of a data folder by names that `readDataFolder` has listed.
 *
 * @throws EnvironmentError when the folder is missing
 */
export function openDataFolder(folder: string): (name: string) => StoredFile {
  const place = locateFolder(folder);
  return (name) => new DiskFile(name, place, null);
}

/** Where a data folder is, with what the paths in it begin with, as diagnostics print them. */
interface Place {
  readonly root: string;
  readonly shown: string;
}

function locateFolder(folder: string): Place {
  let root: string;
  let isFolder: boolean;
  if (folder === '')
    throw new EnvironmentError('Cannot read the data folder "": the name is empty');
  try {
    root = realpathSync(folder);
    isFolder = statSync(root).isDirectory();
  } catch (error) {
    throw environmentError(error, 'read the data folder', folder);
  }
  if (!isFolder) {
    throw new EnvironmentError(`Cannot read the data folder ${folder}: it is not a folder`);
  }
  return { root, shown: displayPath(folder, 'x').slice(0, -1) };
}

function placeOf(name: string, { root }: Place): string {
  // By `join`, each of a hundred thousand tidy paths would be tidied.
  return `${root}${sep}${name}`;
}

/** Everything below the folder, but for what has a name that starts with a dot. */
function listEntries(root: string, folder: string): Entries {
  const names: string[] = [];
  const special = new Map<string, Dirent>();
  const pending = [''];
  for (let below = pending.pop(); below !== undefined; below = pending.pop()) {
    for (const dirent of listFolder(join(root, below), displayPath(folder, below))) {
      if (dirent.name.startsWith('.')) continue;
      const name = below === '' ? dirent.name : `${below}/${dirent.name}`;
      names.push(name);
      // Of the others, which are many, nothing is to be told but that they are there.
      if (!dirent.isFile()) special.set(name, dirent);
      if (dirent.isDirectory()) pending.push(name);
    }
  }
  return { names: names.sort(), special };
}

interface Entries {
  /** Sorted. */
  readonly names: readonly string[];
  /** What is no regular file, by its name. */
  readonly special: ReadonlyMap<string, Dirent>;
}

function listFolder(path: string, displayed: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    throw cannotRead(error, displayed);
  }
}

/** Where a link leads; null when that was reported, or does not matter. */
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
    if (!isExpected && statSync(target).isFile()) return null;
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

/** Of a hundred thousand of them, functions and paths of each one's own would add up. */
class DiskFile implements StoredFile {
  readonly name: string;
  readonly #place: Place;
  readonly #target: string | null;

  /** @param target Where it leads, if it is a link. */
  constructor(name: string, place: Place, target: string | null) {
    this.name = name;
    this.#place = place;
    this.#target = target;
  }
  get path(): string {
    return `${this.#place.shown}${this.name}`;
  }
  look(): FileStatus {
    return orReport(this.path, () => statSync(this.#whereabouts()));
  }
  measure(): number {
    return this.look().size;
  }
  read(): Uint8Array {
    return orReport(this.path, () => readStart(this.#whereabouts()));
  }
  #whereabouts(): string {
    return this.#target ?? placeOf(this.name, this.#place);
  }
}

function orReport<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw cannotRead(error, path);
  }
}

/** Node reads names as UTF-8, and asks for one that is none by another name. */
function cannotRead(error: unknown, path: string): Error {
  if (systemErrorCode(error) !== 'ENOENT') return environmentError(error, 'read', path);
  return path.includes('\uFFFD')
    ? new EnvironmentError(`Cannot read ${path}: its name is not UTF-8`)
    : new SourceVanished(`Cannot read ${path}: it does not exist any more`);
}

/** Where each file is read to; one byte more than a source may have tells that there is more. */
const buffer = Buffer.allocUnsafeSlow(LARGEST_SOURCE + 1);

/** The bytes of a file, of a very large one the first: with no call more than it takes. */
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
