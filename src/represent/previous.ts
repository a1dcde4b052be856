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
  paths: new Set(),
  entries: new Map(),
  generatedAt: null,
  baseUrl: null,
};

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
  const paths = new Set<OutputPath>([MANIFEST_PATH]);
  const remember = (path: unknown, bytes: unknown, sha256: unknown, generatedAt: unknown) => {
    const own = toOwnPath(path);
    if (own === null || typeof sha256 !== 'string' || !isTimestamp(generatedAt)) return;
    files.set(own, { size: typeof bytes === 'number' ? bytes : null, sha256, generatedAt });
    paths.add(own);
  };
  if (generatedAt !== null) files.set(MANIFEST_PATH, publishedManifest(bytes, generatedAt));
  for (const entry of resources) {
    const aliases = listOf(entry['aliases']);
    for (const file of listOf(entry['files']).filter(isObject)) {
      remember(file['path'], file['bytes'], file['sha256'], file['generated_at']);
      const suffix = String(file['path']).split('.').pop();
      for (const alias of aliases) {
        const own = toOwnPath(`${String(alias).replace(/^\//, '')}.${suffix}`);
        if (own !== null) paths.add(own);
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
