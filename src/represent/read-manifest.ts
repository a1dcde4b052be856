import { isTimestamp, type Timestamp } from '../model/index.ts';
import { isObject, parseShallowObject } from './json-object.ts';
import { isPlainPath, type OutputPath, toOwnPath } from './output-path.ts';

/** A manifest from an untrusted source, with validated entries. */
export interface ReadManifest {
  /** The raw value: a timestamp if a build wrote it. */
  readonly generatedAt: unknown;
  /** The base address of the API. */
  readonly baseUrl: string | null;
  readonly precompressed: boolean;
  /** Each as it was given; without a resource if no build writes such an entry. */
  readonly entries: readonly { readonly given: unknown; readonly resource: ReadResource | null }[];
}

export interface ReadResource {
  readonly kind: string;
  /** With a leading slash, without a suffix unless it is the only form. */
  readonly path: string;
  readonly aliases: readonly string[];
  /** Empty if this version of the program does not know any of them. */
  readonly files: readonly ReadFile[];
  /** Paths that only a newer version can have written. */
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

/** The suffix that a file has in addition to the address; empty for documents. */
export type FileSuffix = '.json' | '.csv' | '';

const FILE_SUFFIXES: readonly FileSuffix[] = ['.json', '.csv', ''];

/**
 * Reads a manifest from an untrusted source. Files are requested and written at its paths, so only paths
 * that a build can have written are accepted. Other plain paths belong to a newer version.
 *
 * @returns null if it is not a manifest
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
function readFile(
  given: unknown,
  addresses: readonly [string, ...string[]],
): { readonly known: ReadFile | null; readonly unknownPaths: readonly string[] } | null {
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

/** The suffix of a file after its address; null if the address is not the start of its path. */
function endingOf(path: unknown, address: string): string | null {
  if (typeof path !== 'string' || !path.startsWith(address.slice(1))) return null;
  const ending = path.slice(address.length - 1);
  return /^(?:\.[a-z0-9]+)*$/.test(ending) ? ending : null;
}

/** Whether a value can be an address. Its files show whether this version of the program knows it. */
function isAddress(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('/') && isPlainPath(value.slice(1));
}
