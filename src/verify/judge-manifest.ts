import { quote } from '../diagnostics/index.ts';
import { isTimestamp, momentOf } from '../model/index.ts';
import { type ReadResource, readManifest } from '../represent/index.ts';

/** A manifest as far as it makes sense, whoever sent it. */
export interface JudgedManifest {
  /** In milliseconds since 1970; null where it says no time. */
  readonly generatedAt: number | null;
  /** Where its build was told that the API stands. */
  readonly baseUrl: string | null;
  /** Those of which this version of the program knows a file. */
  readonly resources: readonly ReadResource[];
  /** How many entries list files that only a newer version of this program knows. */
  readonly unknownEntries: number;
  /** What no build writes, described. */
  readonly malformed: readonly string[];
}

/**
 * Reads a manifest that came from somewhere.
 *
 * @returns null when it is no manifest at all
 */
export function judgeManifest(bytes: Uint8Array): JudgedManifest | null {
  const manifest = readManifest(bytes);
  if (manifest === null) return null;
  const { generatedAt, baseUrl, entries } = manifest;
  const resources: ReadResource[] = [];
  const malformed: string[] = [];
  let unknownEntries = 0;
  for (const [index, { given, resource }] of entries.entries()) {
    if (resource === null) {
      malformed.push(`entry ${index + 1}: ${quote(JSON.stringify(given))}`);
      continue;
    }
    if (resource.files.length > 0) resources.push(resource);
    if (resource.unknownPaths.length > 0) unknownEntries += 1;
  }
  const isTimed = isTimestamp(generatedAt);
  if (!isTimed) malformed.push(`generated_at: ${quote(JSON.stringify(generatedAt) ?? 'missing')}`);
  const moment = isTimed ? momentOf(generatedAt) : null;
  return { generatedAt: moment, baseUrl, resources, unknownEntries, malformed };
}
