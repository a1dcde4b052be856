import { isTimestamp, type Timestamp } from '../model/index.ts';
import { isObject, parseShallowObject } from './json-object.ts';
import { isPlainPath, type OutputPath, toOwnPath } from './output-path.ts';

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
  /** None where this version of the program knows none of them. */
  readonly files: readonly ReadFile[];
  /** Paths that only a newer version can have written. Nothing else is known of them. */
  readonly unknownPaths: readonly string[];
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
 * Reads a manifest that nobody vouches for. Only paths that a build can have written pass for files,
 * since addresses are made of them, and files are written there; what else could be the path of
 * something is that of a newer version.
 *
 * @returns null when it is no manifest at all
 */
export function readManifest(bytes: Uint8Array): ReadManifest | null {
  const manifest = parseShallowObject(bytes);
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
  if (!read.every((file) => file !== null)) return null;
  const known = read.flatMap(({ known }) => known ?? []);
  return {
    kind,
    path,
    aliases: aliases.filter((alias) =>
      known.every(({ suffix }) => toOwnPath(alias.slice(1) + suffix) !== null),
    ),
    files: known,
    unknownPaths: read.flatMap(({ unknownPaths }) => unknownPaths),
  };
}

/** A file of an entry, as far as this version of the program knows such files. */
interface SoundFile {
  readonly known: ReadFile | null;
  readonly unknownPaths: readonly string[];
}

function readFile(given: unknown, addresses: readonly [string, ...string[]]): SoundFile | null {
  if (!isObject(given)) return null;
  const { path, media_type, bytes, sha256, generated_at } = given;
  const ending = endingOf(path, addresses[0]);
  const isSound =
    typeof media_type === 'string' &&
    Number.isSafeInteger(bytes) &&
    Number(bytes) >= 0 &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    isTimestamp(generated_at);
  if (!isSound || ending === null) return null;
  const suffix = FILE_SUFFIXES.find((suffix) => suffix === ending);
  const paths = addresses.map((address) => address.slice(1) + ending);
  const own = paths.map(toOwnPath);
  const [canonical, ...twins] = own;
  if (suffix === undefined || !canonical) return { known: null, unknownPaths: paths };
  const known = {
    paths: [canonical, ...twins.filter((twin) => twin !== null)],
    suffix,
    mediaType: media_type,
    size: Number(bytes),
    sha256,
    generatedAt: generated_at,
  } satisfies ReadFile;
  return { known, unknownPaths: paths.filter((_, index) => own[index] === null) };
}

/** What the path of a file has beyond its address; null where it is that of something else. */
function endingOf(path: unknown, address: string): string | null {
  if (typeof path !== 'string' || !path.startsWith(address.slice(1))) return null;
  const ending = path.slice(address.length - 1);
  return /^(?:\.[a-z0-9]+)*$/.test(ending) ? ending : null;
}

/** Whether a value can be an address; what stands there shows whether it is one of ours. */
function isAddress(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('/') && isPlainPath(value.slice(1));
}
