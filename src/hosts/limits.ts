import { type Diagnostic, wholeFile } from '../diagnostics/index.ts';
import type { Host } from './host.ts';

/** A file that a host would be given. */
export interface HostedFile {
  /** As it is printed. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** How many files there are, held against what a host takes. */
export function checkFileCount(host: Host, folder: string, files: number): readonly Diagnostic[] {
  const limit = host.limits.files;
  if (limit === null || files <= limit) return [];
  const finding = { code: 'host/too-many-files', host: host.name, files, limit } as const;
  return [{ finding, place: wholeFile({ path: folder, text: '' }) }];
}

/** How large one file is, held against what a host takes. */
export function checkFileSize(host: Host, { path, size }: HostedFile): readonly Diagnostic[] {
  const limit = host.limits.fileSize;
  if (limit === null || size <= limit) return [];
  const finding = { code: 'host/file-too-large', host: host.name, bytes: size, limit } as const;
  return [{ finding, place: wholeFile({ path, text: '' }) }];
}
