import { isTimestamp, type Timestamp } from '../model/index.ts';
import { digest } from './digest.ts';
import { isObject, parseObject, type UnknownObject } from './json-object.ts';
import {
  MANIFEST_PATH,
  type OutputPath,
  SIBLING_SUFFIXES,
  siblingPath,
  toOwnPath,
} from './output-path.ts';

/** What an earlier build published: enough to tell what has changed since, and what is ours. */
export interface Previous {
  /** The canonical files and the manifest itself. */
  readonly files: ReadonlyMap<OutputPath, Published>;
  /** The canonical file that stands at each alias. */
  readonly aliases: ReadonlyMap<OutputPath, OutputPath>;
  /** Every path that was written, aliases and compressed siblings included. */
  readonly paths: ReadonlySet<OutputPath>;
  /** What the manifest says of each resource, by its path: nothing of it is checked. */
  readonly entries: ReadonlyMap<unknown, UnknownObject>;
  /** When the manifest came to be, and where its build was told that the API stands. */
  readonly generatedAt: Timestamp | null;
  readonly baseUrl: string | null;
}

export interface Published {
  /** In bytes; null when the manifest does not say. */
  readonly size: number | null;
  readonly sha256: string;
  readonly generatedAt: Timestamp;
}

export const NOTHING_PUBLISHED: Previous = {
  files: new Map(),
  aliases: new Map(),
  paths: new Set(),
  entries: new Map(),
  generatedAt: null,
  baseUrl: null,
};

/**
 * What was published at one of the paths of a resource, in their order: with another slug, it still
 * has the address with its id.
 */
export function publishedAt(
  { files, aliases }: Previous,
  paths: readonly OutputPath[],
): Published | undefined {
  for (const path of paths) {
    const published = files.get(aliases.get(path) ?? path);
    if (published !== undefined) return published;
  }
  return undefined;
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
  const resources = manifest['resources'].filter(isObject);
  const generatedAt = isTimestamp(generated_at) ? generated_at : null;
  const files = new Map<OutputPath, Published>();
  const aliases = new Map<OutputPath, OutputPath>();
  const paths = new Set<OutputPath>([MANIFEST_PATH]);
  const remember = (path: unknown, bytes: unknown, sha256: unknown, generatedAt: unknown) => {
    const own = toOwnPath(path);
    if (own === null || typeof sha256 !== 'string' || !isTimestamp(generatedAt)) return;
    files.set(own, { size: typeof bytes === 'number' ? bytes : null, sha256, generatedAt });
    paths.add(own);
  };
  if (generatedAt !== null) files.set(MANIFEST_PATH, publishedManifest(bytes, generatedAt));
  for (const entry of resources) {
    const others = listOf(entry['aliases']);
    for (const file of listOf(entry['files']).filter(isObject)) {
      remember(file['path'], file['bytes'], file['sha256'], file['generated_at']);
      const canonical = toOwnPath(file['path']);
      const suffix = String(file['path']).split('.').pop();
      for (const other of others) {
        const alias = toOwnPath(`${String(other).replace(/^\//, '')}.${suffix}`);
        if (alias === null) continue;
        paths.add(alias);
        if (canonical !== null) aliases.set(alias, canonical);
      }
    }
  }
  if (manifest['precompressed'] === true) {
    for (const path of [...paths]) {
      for (const suffix of SIBLING_SUFFIXES) paths.add(siblingPath(path, suffix));
    }
  }
  return {
    files,
    aliases,
    paths,
    entries: new Map(resources.map((entry) => [entry['path'], entry])),
    generatedAt,
    baseUrl: typeof base_url === 'string' ? base_url : null,
  };
}

/** Its digest is made when somebody asks, since it is the longest of all files. */
function publishedManifest(bytes: Uint8Array, generatedAt: Timestamp): Published {
  return {
    size: bytes.length,
    generatedAt,
    get sha256() {
      return digest(bytes);
    },
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
