import { type Clock, momentOf, type Timestamp, timeAfter } from '../model/index.ts';
import type { Resource, Table } from '../resources/index.ts';
import type { Body } from './body.ts';
import { CONTENT_CODINGS, type ContentCoding } from './content-coding.ts';
import { dateContent } from './date-content.ts';
import { digest } from './digest.ts';
import { type Forms, formsOf } from './forms.ts';
import type { ManifestEntry, ManifestFile } from './manifest.ts';
import { type Format, isSentAsIs } from './media-type.ts';
import { documentPath, type OutputPath, outputPath } from './output-path.ts';
import type { Passages } from './passages.ts';
import { type Previous, publishedAt } from './previous.ts';

/** A file to publish, at one path or at several. */
export interface Artifact {
  readonly paths: readonly [OutputPath, ...OutputPath[]];
  /** In bytes. */
  readonly size: number;
  readonly render: () => Body;
  /** Whether these are the bytes that were published before, with their time. */
  readonly isUnchanged: boolean;
  /** Whether they are known to stand at their paths already, and nowhere else. */
  readonly isSettled: boolean;
  /** In milliseconds since 1970, whole seconds. */
  readonly modifiedAt: number;
  /** The compressed forms to publish beside it, each only where it is smaller than the last. */
  readonly codings: readonly ContentCoding[];
}

/** What the bytes of a publication depend on besides its resources. */
export interface Rendering {
  readonly precompressed: boolean;
  readonly previous: Previous;
  readonly clock: Clock;
  /** Whether every file is as the previous publication left it; not known when absent. */
  readonly isUntouched?: boolean;
  /** What is known of the files published before; nothing when absent. */
  readonly passages?: Passages;
}

/** Takes the files of a resource, one after the other: only one has to be in memory at a time. */
export type Put = (artifact: Artifact) => void;

/**
 * Renders the files of one resource. A file whose content is what an earlier build published keeps
 * that build's time, and with it every byte.
 *
 * @returns The entry of the manifest, as JSON.
 */
export function renderResource(resource: Resource, rendering: Rendering, put: Put): string {
  const [path, ...aliases] = resource.paths;
  const { forms, countRows } = formsOf(resource, rendering.passages);
  const files = renderForms(forms, resource.paths, rendering, put);
  return JSON.stringify({
    kind: resource.kind,
    path: `/${path}`,
    aliases: aliases.map((alias) => `/${alias}`),
    rows: countRows(),
    files,
  } satisfies ManifestEntry);
}

/** Whether a resource answers with records. */
export function isTable(resource: Resource): resource is Table {
  return resource.kind !== 'problem' && resource.kind !== 'document';
}

/**
 * The files of a resource that is known to have the content and the paths that an earlier manifest
 * lists: rendered only if somebody asks for the bytes.
 *
 * @returns The entry of the manifest, as JSON.
 */
export function settledResource(
  resource: Resource,
  settled: ManifestEntry,
  { precompressed }: Rendering,
  put: Put,
): string {
  const [, ...twins] = resource.paths;
  for (const [index, file] of settled.files.entries()) {
    const { path: canonical, media_type, bytes, sha256, generated_at } = file;
    const format = canonical.endsWith('.csv') ? 'csv' : 'json';
    put({
      paths: [canonical, ...twins.map((twin) => outputPath(twin, format))],
      size: bytes,
      render: () => {
        const rendered = formsOf(resource).forms[index]?.().contentAt(generated_at) ?? '';
        if (digest(rendered) === sha256) return rendered;
        throw new Error(`Broken invariant: ${canonical} was taken for unchanged`);
      },
      isUnchanged: true,
      isSettled: true,
      modifiedAt: modificationTime(format, generated_at),
      codings: codingsOf(media_type, { precompressed }),
    });
  }
  return JSON.stringify(settled);
}

function renderForms(
  forms: Forms['forms'],
  paths: Resource['paths'],
  { previous, clock, precompressed, isUntouched = false }: Rendering,
  put: Put,
): readonly ManifestFile[] {
  const taken = new Set<number>();
  return forms.map((make) => {
    const { format, mediaType, contentAt, earlier } = make();
    const [path, ...twins] = paths;
    const fileOf = (path: Resource['paths'][0]) =>
      format === null ? documentPath(path) : outputPath(path, format);
    const canonical = fileOf(path);
    const files = [canonical, ...twins.map(fileOf)] as const;
    const before = publishedAt(previous, files);
    let dated = dateContent(contentAt, before, clock, earlier);
    // The time of a CSV must not meet the new time of its JSON: see modificationTime.
    if (taken.has(modificationTime(format, dated.generatedAt))) {
      dated = { ...dated, generatedAt: timeAfter(dated.generatedAt, clock) };
    }
    const { content, size, sha256, generatedAt, isUnchanged } = dated;
    const modifiedAt = modificationTime(format, generatedAt);
    taken.add(modifiedAt);
    put({
      paths: files,
      size,
      render: () => content,
      isUnchanged,
      // Of several paths, each can have had another file for itself, or shared one with another answer.
      isSettled: isUntouched && twins.length === 0 && isUnchanged && generatedAt === before.newest,
      modifiedAt,
      codings: codingsOf(mediaType, { precompressed }),
    });
    return {
      path: canonical,
      media_type: mediaType,
      bytes: size,
      sha256,
      generated_at: generatedAt,
    };
  });
}

/** The compressed forms to publish beside a file of some type. */
export function codingsOf(
  mediaType: string,
  { precompressed }: Pick<Rendering, 'precompressed'>,
): readonly ContentCoding[] {
  return precompressed && !isSentAsIs(mediaType) ? CONTENT_CODINGS : [];
}

/**
 * When a file has to say that it was modified, in milliseconds since 1970. nginx, Caddy and Apache
 * make an ETag of modification time and size, so the two forms of one resource never share a time:
 * CSV is one second later than JSON.
 */
export function modificationTime(format: Format | null, generatedAt: Timestamp): number {
  const second = Math.floor(momentOf(generatedAt) / 1000);
  return (format === 'csv' ? second + 1 : second) * 1000;
}
