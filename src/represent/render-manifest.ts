import { API_VERSION, momentOf, type Timestamp } from '../model/index.ts';
import type { Body } from './body.ts';
import { composeRecords, type Records } from './compose-records.ts';
import { dateContent } from './date-content.ts';
import type { Manifest } from './manifest.ts';
import { MEDIA_TYPES } from './media-type.ts';
import { MANIFEST_PATH } from './output-path.ts';
import { type EarlierFile, NO_PASSAGES } from './passages.ts';
import { publishedAt } from './previous.ts';
import { type Artifact, codingsOf, type Rendering } from './render-resource.ts';
import { JSON_LAYOUT } from './to-json.ts';

/** Entries of a manifest. */
export interface RenderedEntries {
  /** As JSON, separated by commas. */
  readonly text: string;
  /** How many files they list, and how many bytes these have: compressed siblings included. */
  readonly files: number;
  readonly bytes: number;
}

/** What a manifest says about one operator, or about none. */
export interface ManifestPart {
  /** Of the operator; null for none. */
  readonly id: number | null;
  /** null where it stays as it is. */
  readonly rendered: RenderedEntries | null;
}

/**
 * Renders the manifest of a publication.
 *
 * @param hostFiles The entries of files that the host reads from the output folder, as JSON.
 */
export function renderManifest(
  parts: Iterable<ManifestPart>,
  rendering: Rendering & { readonly baseUrl: string },
  hostFiles = '',
): Artifact {
  const { baseUrl, precompressed, previous, clock, passages = NO_PASSAGES } = rendering;
  const earlier = passages.recall(MANIFEST_PATH, '');
  const records = composeRecords(JSON_LAYOUT, earlier?.bytes ?? null);
  for (const part of parts) addEntries(records, part, earlier);
  const composed = records.finish();
  passages.note(MANIFEST_PATH, '', composed.passages);
  const manifestAt = (generated_at: Timestamp): Body => {
    const about = {
      generated_at,
      version: API_VERSION,
      base_url: baseUrl,
      precompressed,
    } satisfies Omit<Manifest, 'host_files' | 'resources'>;
    const listed = hostFiles === '' ? '' : `"host_files":[${hostFiles}],`;
    const head = `${JSON.stringify(about).slice(0, -1)},${listed}"resources":[`;
    return [Buffer.from(head), ...composed.pieces, Buffer.from(JSON_LAYOUT.tail)];
  };
  const { content, size, generatedAt, isUnchanged } = dateContent(
    manifestAt,
    publishedAt(previous, [MANIFEST_PATH]),
    clock,
    earlier?.bytes ?? null,
  );
  return {
    paths: [MANIFEST_PATH],
    size,
    render: () => content,
    isUnchanged,
    isSettled: false,
    modifiedAt: momentOf(generatedAt),
    codings: codingsOf(MEDIA_TYPES.json, { precompressed }),
  };
}

function addEntries(
  records: Records,
  { id, rendered }: ManifestPart,
  earlier: EarlierFile | null,
): void {
  if (rendered !== null) {
    const { text, files, bytes } = rendered;
    records.add(id, text, files, bytes);
    return;
  }
  const passage = id === null ? undefined : earlier?.passageOf(id);
  if (id === null || passage === undefined) {
    throw new Error('Broken invariant: no entry could stay as it is');
  }
  records.keep(id, passage);
}
