import type { Timestamp } from '../model/index.ts';
import type { Resource } from '../resources/index.ts';
import type { OutputPath } from './output-path.ts';

/** `manifest.json`: every resource with its files, for mirrors, verifiers and the next build. */
export interface Manifest {
  readonly generated_at: Timestamp;
  readonly version: string;
  readonly base_url: string;
  /** Whether compressed forms stand beside the files, wherever they are smaller. */
  readonly precompressed: boolean;
  /** Files that the host reads from the output folder; absent where it reads none. */
  readonly host_files?: readonly ManifestEntry[];
  readonly resources: readonly ManifestEntry[];
}

export interface ManifestEntry {
  readonly kind: Resource['kind'];
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
  /** When these bytes came to be. */
  readonly generated_at: Timestamp;
}
