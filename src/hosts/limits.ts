import { type Diagnostic, wholeFile } from '../diagnostics/index.ts';
import type { Host } from './host.ts';

/** A file that a host would be given. */
export interface HostedFile {
  /** As it is printed. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** How many files there are, and how many of them are pages of claims. */
export interface FileCount {
  readonly files: number;
  readonly claimPages: { readonly json: number; readonly csv: number };
}

/** Counts files by their paths below `api/v1`, which a caller may weigh. */
export function countFiles(
  files: Iterable<{ readonly path: string; readonly count: number }>,
): FileCount {
  const counted = { files: 0, claimPages: { json: 0, csv: 0 } };
  for (const { path, count } of files) {
    counted.files += count;
    const [, form] = /^claims\/.*\.(json|csv)(?:\.gz|\.br)?$/.exec(path) ?? [];
    if (form === 'json' || form === 'csv') counted.claimPages[form] += count;
  }
  return counted;
}

/** How many files there are, held against what a host takes. */
export function checkFileCount(
  host: Host,
  folder: string,
  { files, claimPages }: FileCount,
): readonly Diagnostic[] {
  const limit = host.limits.files;
  if (limit === null || files <= limit) return [];
  const { json, csv } = claimPages;
  const setting = files - csv <= limit ? 'json' : files - csv - json <= limit ? 'none' : null;
  const finding = { code: 'host/too-many-files', host: host.name, files, limit, setting } as const;
  return [{ finding, place: wholeFile({ path: folder, text: '' }) }];
}

/** How large one file is, held against what a host takes. */
export function checkFileSize(host: Host, { path, size }: HostedFile): readonly Diagnostic[] {
  const limit = host.limits.fileSize;
  if (limit === null || size <= limit) return [];
  const finding = { code: 'host/file-too-large', host: host.name, bytes: size, limit } as const;
  return [{ finding, place: wholeFile({ path, text: '' }) }];
}
