import { API_VERSION, momentOf } from '../model/index.ts';
import { MEDIA_TYPES } from './media-type.ts';
import { MANIFEST_PATH, type OutputPath } from './output-path.ts';
import { publishedAt } from './previous.ts';
import { type Artifact, codingsOf, dateContent, type Rendering } from './render-resource.ts';

/** `manifest.json`: every resource with its files, for mirrors, verifiers and the next build. */
export interface Manifest {
  readonly generated_at: string;
  readonly version: string;
  readonly base_url: string;
  /** Whether there are compressed forms beside the files, wherever they are smaller. */
  readonly precompressed: boolean;
  /** Files that the host reads from the output folder; absent if there are none. */
  readonly host_files?: readonly ManifestEntry[];
  readonly resources: readonly ManifestEntry[];
}

export interface ManifestEntry {
  /** The kind of resource: for answers, see `Address.listedAs`. */
  readonly kind: string;
  /** Below the base address, with a leading slash. */
  readonly path: string;
  /** Further paths that answer with the same bytes. */
  readonly aliases: readonly string[];
  /** How many records the answer has; null for error answers and documents. */
  readonly rows: number | null;
  readonly files: readonly ManifestFile[];
}

export interface ManifestFile {
  /** The canonical file below the base address; aliases have the same suffixes. */
  readonly path: OutputPath;
  readonly media_type: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** The time of these bytes. */
  readonly generated_at: string;
}

/**
 * Renders the manifest of a publication.
 *
 * @param hostFiles Files that the host reads from the output folder.
 */
export function renderManifest(
  resources: readonly ManifestEntry[],
  { baseUrl, precompressed, previous, clock }: Rendering & { readonly baseUrl: string },
  hostFiles: readonly ManifestEntry[] = [],
): Artifact {
  const rest = JSON.stringify({
    version: API_VERSION,
    base_url: baseUrl,
    precompressed,
    ...(hostFiles.length > 0 && { host_files: hostFiles }),
    resources,
  });
  const { content, generatedAt } = dateContent(
    (generatedAt) => `{"generated_at":"${generatedAt}",${rest.slice(1)}\n`,
    publishedAt(previous, [MANIFEST_PATH]),
    clock,
  );
  return {
    paths: [MANIFEST_PATH],
    content,
    modifiedAt: momentOf(generatedAt),
    codings: codingsOf(MEDIA_TYPES.json, precompressed),
  };
}
