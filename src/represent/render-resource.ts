import { type Clock, momentOf, type Timestamp, timeAfter, toBytes } from '../model/index.ts';
import { ADDRESSES, type Resource } from '../resources/index.ts';
import { CONTENT_CODINGS, type ContentCoding } from './content-coding.ts';
import { type Form, formsOf } from './forms.ts';
import type { ManifestEntry, ManifestFile } from './manifest.ts';
import { type Format, isSentAsIs } from './media-type.ts';
import { documentPath, type OutputPath, outputPath } from './output-path.ts';
import { digest, type Previous, type PublishedBefore, publishedAt } from './previous.ts';

/** A file to publish, at one path or at several. */
export interface Artifact {
  readonly paths: readonly [OutputPath, ...OutputPath[]];
  readonly content: Uint8Array;
  /** In milliseconds since 1970, whole seconds. */
  readonly modifiedAt: number;
  /** The compressed forms to publish beside it, each only where it is smaller than the last. */
  readonly codings: readonly ContentCoding[];
}

/** The inputs of a publication in addition to its resources. */
export interface Rendering {
  readonly precompressed: boolean;
  readonly previous: Previous;
  readonly clock: Clock;
}

/**
 * Renders the files of one resource, and the entry of the manifest that lists them. A file with the
 * same content as in the last publication keeps its time, and therefore all its bytes.
 */
export function renderResource(
  resource: Resource,
  { previous, clock, precompressed }: Rendering,
): { readonly artifacts: readonly Artifact[]; readonly entry: ManifestEntry } {
  const { forms, rows } = formsOf(resource);
  const artifacts: Artifact[] = [];
  const files: ManifestFile[] = [];
  for (const { format, mediaType, contentAt } of forms) {
    const [path, ...twins] = resource.paths;
    const fileOf = (path: Resource['paths'][0]) =>
      format === null ? documentPath(path) : outputPath(path, format);
    const paths = [fileOf(path), ...twins.map(fileOf)] as const;
    const dated = dateContent(contentAt, publishedAt(previous, paths), clock);
    const { content, sha256 } = dated;
    let { generatedAt } = dated;
    const isTaken = () =>
      artifacts.some(({ modifiedAt }) => modifiedAt === modificationTime(format, generatedAt));
    // The time of a CSV must differ from the new time of its JSON: see modificationTime.
    if (isTaken()) generatedAt = timeAfter(generatedAt, clock);
    artifacts.push({
      paths,
      content,
      modifiedAt: modificationTime(format, generatedAt),
      codings: codingsOf(mediaType, precompressed),
    });
    files.push({
      path: paths[0],
      media_type: mediaType,
      bytes: content.length,
      sha256,
      generated_at: generatedAt,
    });
  }
  const [path, ...aliases] = resource.paths;
  return {
    artifacts,
    entry: {
      kind: resource.kind === 'table' ? (LISTED_AS.get(resource.answer) ?? '') : resource.kind,
      path: `/${path}`,
      aliases: aliases.map((alias) => `/${alias}`),
      rows,
      files,
    },
  };
}

/** The names of answers in manifests. */
const LISTED_AS = new Map(ADDRESSES.map(({ kind, listedAs }) => [kind, listedAs]));

/**
 * Renders with the time of the last publication. If the bytes are the same, nothing has changed.
 * Otherwise the time is later than that of all earlier files at its paths, so that no validator is used
 * for different bytes.
 */
export function dateContent(
  contentAt: Form['contentAt'],
  { common, newest }: PublishedBefore,
  clock: Clock,
): { readonly content: Uint8Array; readonly sha256: string; readonly generatedAt: Timestamp } {
  const generatedAt = timeAfter(newest, clock);
  if (common === undefined) return { ...encode(contentAt(generatedAt)), generatedAt };
  const before = contentAt(common.generatedAt);
  const encoded = encode(before);
  if (encoded.sha256 === common.sha256) return { ...encoded, generatedAt: common.generatedAt };
  const after = contentAt(generatedAt);
  // CSV has no time in it.
  return { ...(after === before ? encoded : encode(after)), generatedAt };
}

function encode(text: string | Uint8Array) {
  const content = typeof text === 'string' ? toBytes(text) : text;
  return { content, sha256: digest(content) };
}

/** The compressed forms to publish beside a file of some type. */
export function codingsOf(mediaType: string, precompressed: boolean): readonly ContentCoding[] {
  return precompressed && !isSentAsIs(mediaType) ? CONTENT_CODINGS : [];
}

/**
 * The modification time of a file, in milliseconds since 1970. nginx, Caddy and Apache make an ETag from
 * modification time and size, so the two forms of a resource never share a time: CSV is one second later
 * than JSON.
 */
export function modificationTime(format: Format | null, generatedAt: Timestamp): number {
  const second = Math.floor(momentOf(generatedAt) / 1000);
  return (format === 'csv' ? second + 1 : second) * 1000;
}
