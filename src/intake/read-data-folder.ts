import { readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastGlob from 'fast-glob';
import {
  type Checked,
  collectDiagnostics,
  EnvironmentError,
  environmentError,
  type Report,
  systemErrorCode,
  wholeFile,
} from '../diagnostics/index.ts';
import type { DataFile } from '../source/index.ts';

/**
 * Lists the YAML files of a data folder, sorted by name. Names that start with a dot and files of
 * other kinds are passed over; folders and devices named like files, and links that lead out of
 * the folder, are reported.
 *
 * @throws EnvironmentError when the folder is missing or cannot be read
 */
export function readDataFolder(folder: string): Checked<readonly DataFile[]> {
  const { diagnostics, report } = collectDiagnostics();
  const root = resolveFolder(folder);
  const files: DataFile[] = [];
  for (const { path: name, dirent } of listEntries(root, folder)) {
    const isNamedLikeSource = /\.ya?ml$/i.test(name);
    const isLink = dirent.isSymbolicLink();
    if (!isNamedLikeSource && !isLink) continue;

    const path = displayPath(folder, name);
    const target = isLink
      ? followLink(root, name, path, isNamedLikeSource, report)
      : join(root, name);
    if (target === null) continue;
    const { kind, size } = examine(target, path);
    if (kind === 'a file') {
      if (isNamedLikeSource) files.push({ name, path, size, read: () => readSource(target, path) });
    } else if (isNamedLikeSource || isLink) {
      const found = isLink ? `a symbolic link to ${kind}` : kind;
      report(wholeFile({ path, text: '' }), { code: 'source/not-a-file', kind: found });
    }
  }
  return { value: files, diagnostics };
}

function resolveFolder(folder: string): string {
  let root: string;
  if (folder === '')
    throw new EnvironmentError('Cannot read the data folder "": the name is empty');
  try {
    root = realpathSync(folder);
  } catch (error) {
    throw environmentError(error, 'read the data folder', folder);
  }
  if (!statSync(root).isDirectory()) {
    throw new EnvironmentError(`Cannot read the data folder ${folder}: it is not a folder`);
  }
  return root;
}

function listEntries(root: string, folder: string) {
  try {
    return fastGlob
      .globSync('**/*', {
        cwd: root,
        objectMode: true,
        onlyFiles: false,
        followSymbolicLinks: false,
      })
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  } catch (error) {
    const path = error instanceof Error && 'path' in error ? String(error.path) : root;
    throw environmentError(error, 'read', displayPath(folder, relative(root, path)));
  }
}

/** Where a link leads; null when that was reported, or does not matter. */
function followLink(
  root: string,
  name: string,
  path: string,
  isNamedLikeSource: boolean,
  report: Report,
): string | null {
  const place = wholeFile({ path, text: '' });
  try {
    const target = realpathSync(join(root, name));
    const fromRoot = relative(root, target);
    const leaves = fromRoot.startsWith(`..${sep}`) || fromRoot === '..' || fromRoot.startsWith('/');
    if (!leaves) return target;
    if (!isNamedLikeSource && statSync(target).isFile()) return null;
    report(place, { code: 'source/link-outside', target: toSlashes(fromRoot) });
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== 'ENOENT' && code !== 'ELOOP') throw environmentError(error, 'read', path);
    if (isNamedLikeSource) {
      const target = readlinkSync(join(root, name));
      report(place, { code: 'source/broken-link', target, isCircle: code === 'ELOOP' });
    }
  }
  return null;
}

function examine(target: string, path: string): { kind: string; size: number } {
  try {
    const stats = statSync(target);
    if (stats.isFile()) return { kind: 'a file', size: stats.size };
    return { kind: stats.isDirectory() ? 'a folder' : 'a device, a pipe or a socket', size: 0 };
  } catch (error) {
    throw environmentError(error, 'read', path);
  }
}

function readSource(target: string, path: string): Uint8Array {
  try {
    return readFileSync(target);
  } catch (error) {
    throw environmentError(error, 'read', path);
  }
}

function displayPath(folder: string, name: string): string {
  return toSlashes(join(folder, name));
}

function toSlashes(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
