import { isTimestamp, type Timestamp } from '../model/index.ts';
import { isObject, parseObject } from './json-object.ts';
import { type OutputPath, toOwnPath } from './output-path.ts';

/** A manifest that came from somewhere, each entry held against what a build writes. */
export interface ReadManifest {
  /** As it stands there: a time, if a build wrote it. */
  readonly generatedAt: unknown;
  /** Where its build was told that the API stands. */
  readonly baseUrl: string | null;
  readonly precompressed: boolean;
  readonly entries: readonly ReadEntry[];
}

export interface ReadEntry {
  /** As it stands in the manifest. */
  readonly given: unknown;
  /** null where no build writes such an entry. */
  readonly resource: ReadResource | null;
}

export interface ReadResource {
  readonly kind: string;
  /** With a leading slash, without a suffix unless it is the only form. */
  readonly path: string;
  readonly aliases: readonly string[];
  readonly files: readonly ReadFile[];
}

export interface ReadFile {
  /** The canonical path first, then those of the aliases. */
  readonly paths: readonly [OutputPath, ...OutputPath[]];
  readonly suffix: FileSuffix;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly generatedAt: Timestamp;
}

/** What the name of a file ends in beyond the address: nothing where the address is its own. */
export type FileSuffix = '.json' | '.csv' | '';

const FILE_SUFFIXES: readonly FileSuffix[] = ['.json', '.csv', ''];

/**
 * Reads a manifest that nobody vouches for. Only paths that a build can have written pass, since
 * addresses are made of them, and files are written there.
 *
 * @returns null when it is no manifest at all
 */
export function readManifest(bytes: Uint8Array): ReadManifest | null {
  const manifest = parseObject(bytes);
  if (manifest === null || !Array.isArray(manifest['resources'])) return null;
  const { generated_at, base_url, precompressed, resources } = manifest;
  return {
    generatedAt: generated_at,
    baseUrl: typeof base_url === 'string' ? base_url : null,
    precompressed: precompressed === true,
    entries: resources.map((given: unknown) => ({ given, resource: readResource(given) })),
  };
}

function readResource(given: unknown): ReadResource | null {
  if (!isObject(given)) return null;
  const { kind, path, aliases, files } = given;
  if (typeof kind !== 'string' || !isAddress(path)) return null;
  if (!Array.isArray(aliases) || !aliases.every(isAddress)) return null;
  if (!Array.isArray(files) || files.length === 0) return null;
  const read = files.map((file) => readFile(file, [path, ...aliases]));
  return read.every((file) => file !== null) ? { kind, path, aliases, files: read } : null;
}

function readFile(
  given: unknown,
  [address, ...aliases]: readonly [string, ...string[]],
): ReadFile | null {
  if (!isObject(given)) return null;
  const { path, media_type, bytes, sha256, generated_at } = given;
  const suffix = FILE_SUFFIXES.find((suffix) => path === address.slice(1) + suffix);
  const isSound =
    typeof media_type === 'string' &&
    Number.isSafeInteger(bytes) &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    isTimestamp(generated_at);
  if (!isSound || suffix === undefined) return null;
  const canonical = toOwnPath(path);
  const twins = aliases.map((alias) => toOwnPath(alias.slice(1) + suffix));
  if (canonical === null || !twins.every((twin) => twin !== null)) return null;
  return {
    paths: [canonical, ...twins],
    suffix,
    mediaType: media_type,
    size: Number(bytes),
    sha256,
    generatedAt: generated_at,
  };
}

/** Whether a value can be an address; what stands there shows whether it is one of ours. */
function isAddress(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('/');
}
