import { quote } from '../diagnostics/index.ts';
import { momentOf, timestamp } from '../model/index.ts';
import { type OutputPath, toOwnPath } from '../represent/index.ts';

/** A manifest as far as it makes sense, whoever sent it. */
export interface ReadManifest {
  /** In milliseconds since 1970; null where it says no time. */
  readonly generatedAt: number | null;
  /** Where its build was told that the API stands. */
  readonly baseUrl: string | null;
  readonly resources: readonly ReadResource[];
  /** What no build writes, described. */
  readonly malformed: readonly string[];
}

export interface ReadResource {
  readonly kind: string;
  /** With a leading slash, without a suffix unless it is the only form. */
  readonly path: string;
  readonly aliases: readonly string[];
  readonly files: readonly ReadFile[];
}

export type Suffix = '.json' | '.csv' | '';

export interface ReadFile {
  readonly path: OutputPath;
  /** What its name ends in beyond the address: nothing where the address is that of one file. */
  readonly suffix: Suffix;
  readonly size: number;
  readonly sha256: string;
}

/**
 * Reads a manifest that came from somewhere. Only paths that a build can have written pass, since
 * addresses are made of them.
 *
 * @returns null when it is no manifest at all
 */
export function readManifest(bytes: Uint8Array): ReadManifest | null {
  const manifest = parseObject(new TextDecoder().decode(bytes));
  if (manifest === null || !Array.isArray(manifest['resources'])) return null;
  const resources: ReadResource[] = [];
  const malformed: string[] = [];
  for (const [index, entry] of manifest['resources'].entries()) {
    const resource = readResource(entry);
    if (resource === null) malformed.push(`entry ${index + 1}: ${quote(JSON.stringify(entry))}`);
    else resources.push(resource);
  }
  const time = timestamp.safeParse(manifest['generated_at']);
  if (!time.success)
    malformed.push(`generated_at: ${quote(JSON.stringify(manifest['generated_at']) ?? 'missing')}`);
  return {
    generatedAt: time.success ? momentOf(time.data) : null,
    baseUrl: typeof manifest['base_url'] === 'string' ? manifest['base_url'] : null,
    resources,
    malformed,
  };
}

function readResource(entry: unknown): ReadResource | null {
  if (!isObject(entry)) return null;
  const { kind, path, aliases, files } = entry;
  if (typeof kind !== 'string' || !isAddress(path)) return null;
  if (!Array.isArray(aliases) || !aliases.every(isAddress)) return null;
  if (!Array.isArray(files) || files.length === 0) return null;
  const read = files.map((file) => readFile(file, path));
  return read.every((file) => file !== null) ? { kind, path, aliases, files: read } : null;
}

function readFile(file: unknown, address: string): ReadFile | null {
  if (!isObject(file)) return null;
  const { path, bytes, sha256 } = file;
  const own = toOwnPath(path);
  const suffix = SUFFIXES.find((suffix) => own === address.slice(1) + suffix);
  const isSound =
    Number.isSafeInteger(bytes) && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
  return isSound && own !== null && suffix !== undefined
    ? { path: own, suffix, size: bytes as number, sha256 }
    : null;
}

const SUFFIXES: readonly Suffix[] = ['.json', '.csv', ''];

/** An address below the base that stands for files of ours. */
function isAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.startsWith('/') &&
    SUFFIXES.some((suffix) => toOwnPath(value.slice(1) + suffix) !== null)
  );
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
