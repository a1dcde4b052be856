import type { FindFile } from '../policy/index.ts';
import {
  digest,
  isObject,
  literally,
  MANIFEST_PATH,
  type OutputPath,
  outputPath,
  parseObject,
} from '../represent/index.ts';
import { INDEX_PATH } from '../resources/index.ts';
import type { LoadedFile } from './published-files.ts';

/** States the base URL that the files were built with. */
const INDEX = outputPath(INDEX_PATH, 'json');

/**
 * Finds the same files as if they had been built with another base URL. Sizes, tags and the digests in
 * the manifest are those of the bytes with that URL. Downloads and pictures stay as they are, because
 * they are binary or listed by digest.
 */
export function withBaseUrl(find: FindFile<LoadedFile>, baseUrl: string): FindFile<LoadedFile> {
  const published = statedBaseUrl(find(INDEX)?.bytes ?? null);
  if (published === null || published === baseUrl) return find;
  const replace = replaceBaseUrl(published, baseUrl);
  const replaceInPage = replaceSite(published, baseUrl);
  const findReplaced = (path: OutputPath) => {
    const file = find(path);
    if (file === null || path.startsWith('snapshots/') || path.endsWith('.png')) return file;
    return path.startsWith('pages/') ? replaceInPage(replace(file), path) : replace(file);
  };
  return (path) => {
    const file = findReplaced(path);
    return file !== null && path === MANIFEST_PATH ? withDigests(file, findReplaced) : file;
  };
}

function statedBaseUrl(index: Uint8Array | null): string | null {
  const { meta } = (index && parseObject(index)) ?? {};
  const stated = isObject(meta) ? meta['base_url'] : null;
  return typeof stated === 'string' && URL.canParse(stated) ? stated : null;
}

function replaceBaseUrl(from: string, to: string): (file: LoadedFile) => LoadedFile {
  const [oldOrigin, newOrigin] = [new URL(from).origin, new URL(to).origin];
  const base = new RegExp(`${literally(from)}(?![\\w-])`, 'g');
  // The API catalogue is at the root of the origin, whose other URLs are pages of the service.
  const atOrigin = new RegExp(
    `(?<="servers":\\[\\{"url":")${literally(oldOrigin)}(?=")|${literally(oldOrigin)}(?=/(?:\\.well-known/api-catalog|llms\\.txt)\\b)`,
    'g',
  );
  return (file) => {
    const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
    if (!bytes.includes(oldOrigin)) return file;
    const text = bytes
      .toString()
      .replace(base, () => to)
      .replace(atOrigin, () => newOrigin);
    return withBytes(file, Buffer.from(text));
  };
}

/** The addresses of pages: whole ones, and in HTML those without an origin, which begin with the path. */
function replaceSite(from: string, to: string): (file: LoadedFile, path: string) => LoadedFile {
  const [oldSite, newSite] = [from, to].map((url) => new URL('../', url)) as [URL, URL];
  const whole = new RegExp(literally(oldSite.href), 'g');
  const link = new RegExp(`="${literally(oldSite.pathname)}`, 'g');
  return (file, path) => {
    const text = Buffer.from(file.bytes).toString();
    const replaced = text.replace(whole, () => newSite.href);
    const isMoved = oldSite.pathname !== newSite.pathname && path.endsWith('.html');
    const moved = isMoved ? replaced.replace(link, () => `="${newSite.pathname}`) : replaced;
    return moved === text ? file : withBytes(file, Buffer.from(moved));
  };
}

function withBytes(file: LoadedFile, bytes: Uint8Array): LoadedFile {
  return { ...file, bytes, size: bytes.length, etag: `"${digest(bytes).slice(0, 32)}"` };
}

/** The manifest with the sizes and digests of the files as they are found. */
function withDigests(manifest: LoadedFile, find: FindFile<LoadedFile>): LoadedFile {
  const parsed = parseObject(manifest.bytes);
  const resources = parsed?.['resources'];
  if (!Array.isArray(resources)) return manifest;
  const toFound = (listed: unknown) => {
    if (!isObject(listed)) return listed;
    const file = find(listed['path'] as OutputPath); // finds nothing at any other value
    if (file === null) return listed;
    return { ...listed, bytes: file.size, sha256: digest(file.bytes) };
  };
  const entries = resources.map((entry) =>
    isObject(entry) && Array.isArray(entry['files'])
      ? { ...entry, files: entry['files'].map(toFound) }
      : entry,
  );
  return withBytes(manifest, Buffer.from(`${JSON.stringify({ ...parsed, resources: entries })}\n`));
}
