import { API_VERSION, type Clock, momentOf, type Timestamp, timeAfter } from '../model/index.ts';
import type { Document, Resource, Roll, Table } from '../resources/index.ts';
import { type Body, composeBody, encodeLong, sizeOf } from './body.ts';
import { CONTENT_CODINGS, type ContentCoding } from './content-coding.ts';
import { digest } from './digest.ts';
import type { Manifest, ManifestEntry, ManifestFile } from './manifest.ts';
import { type Format, isSentAsIs, MEDIA_TYPES } from './media-type.ts';
import { documentPath, MANIFEST_PATH, type OutputPath, outputPath } from './output-path.ts';
import type { Previous, Published } from './previous.ts';
import { toCsv, toCsvLines } from './to-csv.ts';
import { toJson, toProblemJson } from './to-json.ts';

/** A file to publish, at one path or at several. */
export interface Artifact {
  readonly paths: readonly [OutputPath, ...OutputPath[]];
  /** In bytes. */
  readonly size: number;
  readonly render: () => Body;
  /** Whether these are the bytes that were published before, with their time. */
  readonly isUnchanged: boolean;
  /** Whether that is so at the same paths as before, and was known without rendering. */
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
  const { forms, countRows } = formsOf(resource);
  const files = renderForms(forms, resource.paths, rendering, put);
  return JSON.stringify({
    kind: resource.kind,
    path: `/${path}`,
    aliases: aliases.map((alias) => `/${alias}`),
    rows: countRows(),
    files,
  } satisfies ManifestEntry);
}

/** Renders the manifest of a publication from its entries, each as JSON. */
export function renderManifest(
  entries: readonly string[],
  { baseUrl, precompressed, previous, clock }: Rendering & { readonly baseUrl: string },
): Artifact {
  const resources = composeBody();
  for (const [index, entry] of entries.entries()) {
    if (index > 0) resources.add(',');
    resources.add(entry);
  }
  const pieces = resources.finish();
  const manifestAt = (generated_at: Timestamp): Body => {
    const about = { generated_at, version: API_VERSION, base_url: baseUrl, precompressed };
    const { resources: _, ...rest } = { ...about, resources: [] } satisfies Manifest;
    const head = `${JSON.stringify(rest).slice(0, -1)},"resources":[`;
    return [Buffer.from(head), ...pieces, Buffer.from(']}\n')];
  };
  const published = previous.files.get(MANIFEST_PATH);
  const { content, size, sha256, generatedAt } = stamp(manifestAt, published, clock);
  return {
    paths: [MANIFEST_PATH],
    size,
    render: () => content,
    isUnchanged: sha256 === published?.sha256,
    isSettled: false,
    modifiedAt: momentOf(generatedAt),
    codings: codingsOf(MEDIA_TYPES.json, { precompressed }),
  };
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
  table: Table,
  settled: ManifestEntry,
  { precompressed }: Rendering,
  put: Put,
): string {
  const [, ...twins] = table.paths;
  for (const file of settled.files) {
    const { path: canonical, media_type, bytes, sha256, generated_at } = file;
    const format = canonical.endsWith('.csv') ? 'csv' : 'json';
    put({
      paths: [canonical, ...twins.map((twin) => outputPath(twin, format))],
      size: bytes,
      render: () => {
        const { forms } = formsOf(table);
        const form = forms.map((make) => make()).find((form) => form.format === format);
        const rendered = form?.contentAt(generated_at) ?? '';
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

/** One form of a resource: its bytes, given the time at which they came to be. */
interface Form {
  /** null: it is the only form, and named by the path of the resource itself. */
  readonly format: Format | null;
  readonly mediaType: string;
  readonly contentAt: (generatedAt: Timestamp) => Body;
}

/** The forms of a resource, and how many records they show. */
interface Forms {
  /** Each is made when it is its turn. */
  readonly forms: readonly (() => Form)[];
  /** null for what has no records; known once the forms are made. */
  readonly countRows: () => number | null;
}

function formsOf(resource: Resource): Forms {
  switch (resource.kind) {
    case 'problem':
      return { forms: [() => problemForm(resource.body)], countRows: () => null };
    case 'document':
      return { forms: [() => documentForm(resource)], countRows: () => null };
    default:
      return resource.roll === undefined
        ? tableForms(resource)
        : rollForms(resource, resource.roll);
  }
}

function tableForms({ columns, meta, forms, rows }: Table): Forms {
  const records = rows();
  const json = () => jsonForm(meta, JSON.stringify(records));
  const csv = () => csvForm(toCsv(columns, records));
  return { forms: forms === undefined ? [json, csv] : [json], countRows: () => records.length };
}

/** The forms of what can be too long to be one text, or to have all of its records at once. */
function rollForms({ columns, meta }: Table, { operators, recordsOf }: Roll): Forms {
  let total = 0;
  const json = () => {
    const body = composeBody();
    total = 0;
    for (const operator of operators) {
      const records = recordsOf(operator);
      if (records.length === 0) continue;
      body.add(total === 0 ? '[' : ',');
      body.add(JSON.stringify(records).slice(1, -1));
      total += records.length;
    }
    body.add(total === 0 ? '[]' : ']');
    return jsonForm(meta, body.finish());
  };
  const csv = () => {
    const body = composeBody();
    body.add(toCsv(columns, []));
    for (const operator of operators) body.add(toCsvLines(columns, recordsOf(operator)));
    return csvForm(body.finish());
  };
  return { forms: [json, csv], countRows: () => total };
}

function jsonForm(meta: Table['meta'], data: Parameters<typeof toJson>[1]): Form {
  return {
    format: 'json',
    mediaType: MEDIA_TYPES.json,
    contentAt: (generatedAt) => toJson(meta(generatedAt), data),
  };
}

function csvForm(content: Body): Form {
  return { format: 'csv', mediaType: MEDIA_TYPES.csv, contentAt: () => content };
}

function documentForm({ mediaType, contentAt }: Document): Form {
  return { format: null, mediaType, contentAt };
}

function problemForm(body: Parameters<typeof toProblemJson>[0]): Form {
  return { format: 'json', mediaType: MEDIA_TYPES.problem, contentAt: () => toProblemJson(body) };
}

function renderForms(
  forms: Forms['forms'],
  paths: Resource['paths'],
  { previous, clock, precompressed }: Rendering,
  put: Put,
): readonly ManifestFile[] {
  const taken = new Set<number>();
  return forms.map((make) => {
    const { format, mediaType, contentAt } = make();
    const [path, ...twins] = paths;
    const fileOf = (path: Resource['paths'][0]) =>
      format === null ? documentPath(path) : outputPath(path, format);
    const canonical = fileOf(path);
    const published = previous.files.get(canonical);
    let stamped = stamp(contentAt, published, clock);
    // A CSV that kept its time must not meet the new time of its JSON: see modificationTime.
    if (taken.has(modificationTime(format, stamped.generatedAt))) {
      stamped = { ...stamped, generatedAt: timeAfter(published?.generatedAt, clock) };
    }
    const { content, size, sha256, generatedAt } = stamped;
    const modifiedAt = modificationTime(format, generatedAt);
    taken.add(modifiedAt);
    put({
      paths: [canonical, ...twins.map(fileOf)],
      size,
      render: () => content,
      isUnchanged: sha256 === published?.sha256,
      isSettled: false,
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

/** Renders with the earlier time; if that gives the earlier bytes, nothing else has changed. */
function stamp(contentAt: Form['contentAt'], published: Published | undefined, clock: Clock) {
  if (published !== undefined) {
    const kept = measure(contentAt, published.generatedAt);
    const hasSize = published.size === null || published.size === kept.size;
    if (hasSize && digest(kept.content) === published.sha256) {
      return { ...kept, sha256: published.sha256 };
    }
  }
  const anew = measure(contentAt, timeAfter(published?.generatedAt, clock));
  return { ...anew, sha256: digest(anew.content) };
}

function measure(contentAt: Form['contentAt'], generatedAt: Timestamp) {
  const content = encodeLong(contentAt(generatedAt));
  return { content, size: sizeOf(content), generatedAt };
}
