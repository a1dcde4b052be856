import * as crypto from 'node:crypto';
import { isTimestamp, momentOf, type Timestamp } from '../model/index.ts';
import { ADDRESSES } from '../resources/index.ts';
import { isObject, parseObject, type UnknownObject } from './json-object.ts';
import type { ManifestEntry } from './manifest.ts';
import {
  MANIFEST_PATH,
  type OutputPath,
  SIBLING_SUFFIXES,
  siblingPath,
  toHostFilePath,
  toOwnPath,
} from './output-path.ts';

/** The last publication, as far as its manifest describes it. */
export interface Previous {
  /** The published files by path, including the manifest, without compressed files. */
  readonly files: ReadonlyMap<OutputPath, Published>;
  readonly resources: readonly Listed[];
  readonly isPrecompressed: boolean;
  /** The time and the base address in the manifest. */
  readonly generatedAt: Timestamp | null;
  readonly baseUrl: string | null;
  /** Entries of the manifest that are kept, by path. They are in no other member. */
  readonly kept: ReadonlyMap<string, ManifestEntry>;
}

/** A resource of a publication, as its manifest lists it. */
export interface Listed {
  /** A key of `ANSWERS`, or another kind in the manifest. */
  readonly kind: string;
  /** Below the base address, with a leading slash, as the aliases. */
  readonly path: string;
  readonly aliases: readonly string[];
}

export interface Published {
  readonly sha256: string;
  readonly generatedAt: Timestamp;
}

export const NOTHING_PUBLISHED: Previous = {
  files: new Map(),
  resources: [],
  isPrecompressed: false,
  generatedAt: null,
  baseUrl: null,
  kept: new Map(),
};

/** What was published at the paths of a resource. */
export interface PublishedBefore {
  /** The file that all paths had in common; undefined if there was none, or they differed. */
  readonly common: Published | undefined;
  /** The time of the newest file. */
  readonly newest: Timestamp | undefined;
}

/**
 * The files that were published at the paths of a resource. New paths are ignored: an operator with a new
 * slug keeps the path with its id.
 */
export function publishedAt(
  { files }: Previous,
  paths: readonly [OutputPath, ...OutputPath[]],
): PublishedBefore {
  // All paths of one entry of the manifest share one object.
  const [first, ...others] = new Set(paths.flatMap((path) => files.get(path) ?? []));
  if (first === undefined) return { common: undefined, newest: undefined };
  const isCommon = others.every(({ sha256 }) => sha256 === first.sha256);
  const newest = others.reduce(
    (newest, one) => (momentOf(one.generatedAt) > momentOf(newest.generatedAt) ? one : newest),
    first,
  );
  return { common: isCommon ? first : undefined, newest: newest.generatedAt };
}

/** Every path that was written, including compressed files; empty without a manifest. */
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
 * Reads the manifest of an earlier build from any source. Malformed entries are ignored, so a damaged
 * manifest can lose times but never cause wrong content.
 *
 * @param isKept Whether the entry of a path is kept. Kept entries are not validated, so the manifest must
 *   be one that has not been modified.
 * @returns null if it is not a manifest
 */
export function readPrevious(
  bytes: Uint8Array,
  isKept: (path: string) => boolean = () => false,
): Previous | null {
  const manifest = parseObject(bytes);
  if (manifest === null || !Array.isArray(manifest['resources'])) return null;

  const { generated_at, base_url } = manifest;
  const kept = new Map<string, ManifestEntry>();
  const entries = manifest['resources'].filter(isObject).filter((entry) => {
    const { path } = entry;
    if (!isText(path) || !isKept(path)) return true;
    kept.set(path, entry as unknown as ManifestEntry); // written by a build, and not touched since
    return false;
  });
  const generatedAt = isTime(generated_at) ? generated_at : null;
  const files = new Map<OutputPath, Published>();
  if (generatedAt !== null) files.set(MANIFEST_PATH, { sha256: digest(bytes), generatedAt });
  const hostFiles = listOf(manifest['host_files']).filter(isObject);
  for (const entry of [...entries, ...hostFiles]) {
    const aliases = listOf(entry['aliases']).filter(isText);
    for (const file of listOf(entry['files']).filter(isObject)) {
      const published = toPublished(file);
      const canonical = file['path'];
      if (published === null || !isText(canonical)) continue;
      // Documents have their suffix in their address.
      const ending = String(entry['path']).endsWith(canonical) ? '' : /\.\w+$/.exec(canonical)?.[0];
      const twins = aliases.map((alias) => `${alias.replace(/^\//, '')}${ending}`);
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
    kept,
  };
}

function toListedPath(path: string): OutputPath | null {
  return toOwnPath(path) ?? toHostFilePath(path);
}

function toPublished({ sha256, generated_at }: UnknownObject): Published | null {
  return isText(sha256) && isTime(generated_at) ? { sha256, generatedAt: generated_at } : null;
}

/** The kinds of answers by their name in manifests. */
const KINDS = new Map(ADDRESSES.map(({ kind, listedAs }) => [listedAs, kind]));

function toListed({ kind, path, aliases }: UnknownObject): readonly Listed[] {
  if (!isText(kind) || !isText(path)) return [];
  const known = KINDS.get(kind) ?? kind;
  return [{ kind: known, path, aliases: listOf(aliases).filter(isText) }];
}

/** A timestamp before the year 9999, so that a later one with four digits for the year exists. */
function isTime(value: unknown): value is Timestamp {
  return isTimestamp(value) && value < '9999';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The bytes of a published file if they are the ones that its manifest lists; null otherwise. */
export function trustedBytes(
  { files }: Previous,
  path: OutputPath,
  bytes: Uint8Array | null,
): Uint8Array | null {
  return bytes && digest(bytes) === files.get(path)?.sha256 ? bytes : null;
}

/** The SHA-256 of some bytes, or of a text in UTF-8, in hexadecimal. */
export function digest(content: string | Uint8Array): string {
  return crypto.hash('sha256', content, 'hex');
}
