import { quote } from '../diagnostics/index.ts';
import { isTimestamp, type Timestamp } from '../model/index.ts';
import { ESSENTIAL_PATHS, MANIFEST_PATH, type ReadFile, readManifest } from '../represent/index.ts';

/** The files that a manifest lists, without itself. */
export interface Listing {
  readonly generatedAt: Timestamp;
  readonly precompressed: boolean;
  readonly files: readonly ReadFile[];
  /** How many entries list files that only a newer version of this program knows. */
  readonly unknownEntries: number;
  /** Descriptions of entries that no build writes: a mirror of the others would be incomplete. */
  readonly malformed: readonly string[];
}

/**
 * Reads a manifest of unknown origin. Files are written to the paths it lists, so each path is accepted
 * once, and each digest with one size. Entries that only a newer version can have published are
 * skipped.
 *
 * @returns null when it is not a manifest
 */
export function readListing(bytes: Uint8Array): Listing | null {
  const manifest = readManifest(bytes);
  if (manifest === null || !isTimestamp(manifest.generatedAt)) return null;
  const { generatedAt, precompressed, entries } = manifest;
  const files: ReadFile[] = [];
  const malformed: string[] = [];
  let unknownEntries = 0;
  const taken = new Set<string>([MANIFEST_PATH]);
  const sizes = new Map<string, number>();
  const hasOtherSize = ({ sha256, size }: ReadFile) => {
    const known = sizes.get(sha256) ?? size;
    sizes.set(sha256, known);
    return known !== size;
  };
  for (const [index, { given, resource }] of entries.entries()) {
    const listed = resource?.files ?? [];
    const unknown = resource?.unknownPaths ?? [];
    const paths = [...listed.flatMap((file) => file.paths), ...unknown];
    const twice = paths.find((path, at) => taken.has(path) || paths.indexOf(path) < at);
    const wrong = twice === undefined ? listed.find(hasOtherSize) : undefined;
    if (resource === null) {
      malformed.push(`entry ${index + 1} is malformed: ${quote(JSON.stringify(given))}`);
    } else if (twice !== undefined) {
      malformed.push(`entry ${index + 1} lists ${quote(twice)} again`);
    } else if (wrong !== undefined) {
      const name = quote(wrong.paths[0]);
      malformed.push(`entry ${index + 1} has the digest of other content: ${name}`);
    } else {
      for (const file of listed) files.push(file);
      if (unknown.length > 0) unknownEntries += 1;
    }
    for (const path of paths) taken.add(path);
  }
  // Files that are not listed are removed from a mirror: an empty list would remove everything.
  const missing = ESSENTIAL_PATHS.filter((path) => !taken.has(path));
  if (malformed.length === 0) {
    malformed.push(...missing.map((path) => `no entry lists "${path}", which is always published`));
  }
  return { generatedAt, precompressed, files, unknownEntries, malformed };
}
