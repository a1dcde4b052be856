import { quote } from '../diagnostics/index.ts';
import { isTimestamp, type Timestamp } from '../model/index.ts';
import { MANIFEST_PATH, type OutputPath, toOwnPath } from '../represent/index.ts';

/** What a manifest says has to be there, itself aside. */
export interface Listing {
  readonly generatedAt: Timestamp;
  readonly precompressed: boolean;
  readonly files: readonly ListedFile[];
  /** What no build writes, described: a mirror of the rest would not be the deployment. */
  readonly malformed: readonly string[];
}

export interface ListedFile {
  /** The canonical path first, then those of its aliases. */
  readonly paths: readonly [OutputPath, ...OutputPath[]];
  /** In bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly mediaType: string;
  readonly generatedAt: Timestamp;
}

/**
 * Reads a manifest that came from somewhere. Files are written where it says, so only paths that a
 * build can have written pass, each of them once.
 *
 * @returns null when it is no manifest at all
 */
export function readListing(manifest: Uint8Array): Listing | null {
  const object = parseObject(new TextDecoder().decode(manifest));
  if (object === null || !Array.isArray(object['resources'])) return null;
  const { generated_at, precompressed, resources } = object;
  if (!isTimestamp(generated_at)) return null;
  const files: ListedFile[] = [];
  const malformed: string[] = [];
  const taken = new Set<string>([MANIFEST_PATH]);
  const sizes = new Map<string, number>();
  for (const [index, entry] of resources.entries()) {
    const listed = readEntry(entry);
    const paths = listed?.flatMap((file) => file.paths) ?? [];
    const twice = paths.find((path, at) => taken.has(path) || paths.indexOf(path) < at);
    if (listed === null) {
      malformed.push(`entry ${index + 1} makes no sense: ${quote(JSON.stringify(entry))}`);
    } else if (twice !== undefined) {
      malformed.push(`entry ${index + 1} lists ${quote(twice)} again`);
    } else if (listed.some(({ size, sha256 }) => (sizes.get(sha256) ?? size) !== size)) {
      malformed.push(
        `entry ${index + 1} has the digest of other content: ${quote(paths[0] ?? '')}`,
      );
    } else {
      files.push(...listed);
    }
    for (const { size, sha256 } of listed ?? []) sizes.set(sha256, size);
    for (const path of paths) taken.add(path);
  }
  return { generatedAt: generated_at, precompressed: precompressed === true, files, malformed };
}

function readEntry(entry: unknown): readonly ListedFile[] | null {
  if (!isObject(entry)) return null;
  const { aliases, files } = entry;
  if (!Array.isArray(aliases) || !Array.isArray(files) || files.length === 0) return null;
  const listed = files.map((file) => readFile(file, aliases));
  return listed.every((file) => file !== null) ? listed : null;
}

function readFile(file: unknown, aliases: readonly unknown[]): ListedFile | null {
  if (!isObject(file)) return null;
  const { path, media_type, bytes, sha256, generated_at } = file;
  const suffix = String(path).split('.').pop();
  const paths = [path, ...aliases.map((alias) => `${String(alias).replace(/^\//, '')}.${suffix}`)];
  const [first, ...twins] = paths.map(toOwnPath);
  const isSound =
    typeof media_type === 'string' &&
    Number.isSafeInteger(bytes) &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    isTimestamp(generated_at);
  if (!isSound || first === undefined || first === null) return null;
  if (!twins.every((twin) => twin !== null)) return null;
  return {
    paths: [first, ...twins],
    size: Number(bytes),
    sha256,
    mediaType: media_type,
    generatedAt: generated_at,
  };
}

type UnknownObject = { readonly [key: string]: unknown };

function isObject(value: unknown): value is UnknownObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseObject(text: string): UnknownObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
