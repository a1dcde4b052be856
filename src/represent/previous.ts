import { isTimestamp, momentOf, type Timestamp } from '../model/index.ts';
import { digest } from './digest.ts';
import { isObject, parseObject, type UnknownObject } from './json-object.ts';
import {
  MANIFEST_PATH,
  type OutputPath,
  SIBLING_SUFFIXES,
  siblingPath,
  toHostFilePath,
  toOwnPath,
} from './output-path.ts';

/** What an earlier build published: enough to tell what has changed since, and what is ours. */
export interface Previous {
  /** What was published at each path but those of compressed siblings; the manifest is among them. */
  readonly files: ReadonlyMap<OutputPath, Published>;
  readonly resources: readonly Listed[];
  readonly isPrecompressed: boolean;
  /** When the manifest came to be, and where its build was told that the API stands. */
  readonly generatedAt: Timestamp | null;
  readonly baseUrl: string | null;
}

/** A resource of a publication, as its manifest lists it. */
export interface Listed {
  readonly kind: string;
  /** Below the base address, with a leading slash, as the aliases. */
  readonly path: string;
  readonly aliases: readonly string[];
}

export interface Published {
  /** In bytes; null when the manifest does not say. */
  readonly size: number | null;
  readonly sha256: string;
  readonly generatedAt: Timestamp;
}

export const NOTHING_PUBLISHED: Previous = {
  files: new Map(),
  resources: [],
  isPrecompressed: false,
  generatedAt: null,
  baseUrl: null,
};

/** What was published at the paths of a resource. */
export interface PublishedBefore {
  /** Bytes that stood at all of them, as of the first; undefined where none did, or different ones. */
  readonly common: Published | undefined;
  /** The bytes of the first of them. */
  readonly canonical: Published | undefined;
  /** When the newest of it came to be. */
  readonly newest: Timestamp | undefined;
}

/**
 * What was published at the paths of a resource. Of an address that is new nothing was: with another
 * slug, an operator still has the address with its id.
 */
export function publishedAt(
  { files }: Previous,
  paths: readonly [OutputPath, ...OutputPath[]],
): PublishedBefore {
  // Of one entry of the manifest, all paths have one object.
  const [first, ...others] = new Set(paths.flatMap((path) => files.get(path) ?? []));
  const canonical = files.get(paths[0]);
  if (first === undefined) return { common: undefined, canonical, newest: undefined };
  const isCommon = others.every(({ sha256 }) => sha256 === first.sha256);
  const newest = others.reduce(
    (newest, one) => (momentOf(one.generatedAt) > momentOf(newest.generatedAt) ? one : newest),
    first,
  );
  return { common: isCommon ? first : undefined, canonical, newest: newest.generatedAt };
}

/** Every path that was written, compressed siblings included; none where no manifest tells. */
export function pathsOf({ files, resources, isPrecompressed }: Previous): Set<OutputPath> {
  if (resources.length === 0) return new Set();
  const paths = new Set(files.keys());
  if (isPrecompressed) {
    for (const path of files.keys()) {
      if (toHostFilePath(path) !== null) continue;
      for (const suffix of SIBLING_SUFFIXES) paths.add(siblingPath(path, suffix));
    }
  }
  return paths;
}

/**
 * Reads the manifest of an earlier build, whoever kept it: entries that make no sense are passed
 * over, so that a damaged manifest costs times and never a wrong byte.
 *
 * @param abridged The manifest without the entries that nobody asks for.
 * @returns null when it is no manifest at all
 */
export function readPrevious(bytes: Uint8Array, abridged: Uint8Array = bytes): Previous | null {
  const manifest = parseObject(abridged);
  if (manifest === null || !Array.isArray(manifest['resources'])) return null;

  const { generated_at, base_url } = manifest;
  const entries = manifest['resources'].filter(isObject);
  const generatedAt = isTime(generated_at) ? generated_at : null;
  const files = new Map<OutputPath, Published>();
  if (generatedAt !== null) {
    const published = { size: bytes.length, generatedAt };
    files.set(
      MANIFEST_PATH,
      abridged === bytes
        ? { ...published, sha256: digest(bytes) }
        : digestedLater(bytes, published),
    );
  }
  const toPublished = publishedFiles();
  const hostFiles = listOf(manifest['host_files']).filter(isObject);
  for (const entry of [...entries, ...hostFiles]) {
    const aliases = listOf(entry['aliases']).filter(isText);
    for (const file of listOf(entry['files']).filter(isObject)) {
      const published = toPublished(file);
      const canonical = file['path'];
      if (published === null || !isText(canonical)) continue;
      const suffix = canonical.split('.').pop();
      const twins = aliases.map((alias) => `${alias.replace(/^\//, '')}.${suffix}`);
      for (const path of [canonical, ...twins].map(toListedPath)) {
        if (path !== null) files.set(path, published);
      }
    }
  }
  return {
    files,
    resources: entries.flatMap(toListed),
    isPrecompressed: manifest['precompressed'] === true,
    generatedAt,
    baseUrl: typeof base_url === 'string' ? base_url : null,
  };
}

function toListedPath(path: string): OutputPath | null {
  return toOwnPath(path) ?? toHostFilePath(path);
}

/** Reads what entries say of files. Most say the same time, of which one is kept. */
function publishedFiles(): (file: UnknownObject) => Published | null {
  const times = new Map<string, Timestamp>();
  return ({ bytes, sha256, generated_at }) => {
    if (typeof sha256 !== 'string' || !isTime(generated_at)) return null;
    const generatedAt = times.get(generated_at) ?? generated_at;
    times.set(generatedAt, generatedAt);
    return { size: typeof bytes === 'number' ? bytes : null, sha256, generatedAt };
  };
}

function toListed({ kind, path, aliases }: UnknownObject): readonly Listed[] {
  if (!isText(kind) || !isText(path)) return [];
  const texts = listOf(aliases);
  // A filtered copy would keep room for more.
  return [{ kind, path, aliases: texts.every(isText) ? texts : texts.filter(isText) }];
}

/**
 * Makes the digest when somebody asks, for which it keeps the bytes: where few entries of a manifest
 * matter, to digest all of it takes longer than they do.
 */
function digestedLater(bytes: Uint8Array, published: Omit<Published, 'sha256'>): Published {
  return {
    ...published,
    get sha256() {
      return digest(bytes);
    },
  };
}

/** A time after which there can be a later one, which has four digits for the year as well. */
function isTime(value: unknown): value is Timestamp {
  return isTimestamp(value) && value < '9999';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
