import { join } from 'node:path';
import { type Diagnostic, type Finding, wholeFile } from '../diagnostics/index.ts';
import { DEFAULT_SERVING } from '../policy/index.ts';
import type { ManifestEntry, OutputPath } from '../represent/index.ts';
import type { Host } from './host.ts';

/**
 * Reports everything in a publication that exceeds the limits of a host.
 *
 * @param out The output folder, as it is printed.
 * @param paths Of all published files, compressed ones included.
 * @param entries The manifest.
 */
export function checkLimits(
  host: Host,
  out: string,
  paths: readonly OutputPath[],
  entries: readonly ManifestEntry[],
): readonly Diagnostic[] {
  const files = paths.map((path) => ({ path: below(path), count: 1 }));
  return [
    ...checkFileCount(host, out, countFiles(files)),
    ...entries.flatMap((entry) =>
      entry.files.flatMap(({ path, bytes }) =>
        checkFileSize(host, { path: join(out, below(path)), size: bytes }),
      ),
    ),
  ];
}

/** The path of a published file below the output folder. */
function below(path: OutputPath): string {
  return `${DEFAULT_SERVING.publicPath.slice(1)}/${path}`;
}

/** How many files there are, and how many of them are pages of claims. */
interface FileCount {
  readonly files: number;
  /** The number of files directly in a folder, by its path below the output folder. */
  readonly inFolders: ReadonlyMap<string, number>;
  readonly claimPages: { readonly json: number; readonly csv: number };
}

/** The folder of the pages of claims, below the output folder. */
const CLAIMS_FOLDER = `${DEFAULT_SERVING.publicPath.slice(1)}/claims`;

/** Counts files by their paths below the output folder, which a caller may weigh. */
export function countFiles(
  files: Iterable<{ readonly path: string; readonly count: number }>,
): FileCount {
  const claimPages = { json: 0, csv: 0 };
  const inFolders = new Map<string, number>();
  let all = 0;
  for (const { path, count } of files) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const [, form] = /\.(json|csv)(?:\.gz|\.br)?$/.exec(path) ?? [];
    all += count;
    inFolders.set(folder, (inFolders.get(folder) ?? 0) + count);
    if (folder === CLAIMS_FOLDER && (form === 'json' || form === 'csv')) claimPages[form] += count;
  }
  return { files: all, inFolders, claimPages };
}

/** Compares the number of files, in total and in each folder, with the limits of a host. */
export function checkFileCount(
  { name: host, limits }: Host,
  out: string,
  { files, inFolders, claimPages }: FileCount,
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report = (finding: Finding, path: string) =>
    diagnostics.push({ finding, place: wholeFile({ path, text: '' }) });
  if (limits.files !== null && files > limits.files) {
    const limit = limits.files;
    const setting = settingFor(limit, files, claimPages);
    report({ code: 'host/too-many-files', host, files, limit, setting }, out);
  }
  for (const [folder, inside] of inFolders) {
    const limit = limits.filesInFolder;
    if (limit === null || inside <= limit) continue;
    const setting = folder === CLAIMS_FOLDER ? settingFor(limit, inside, claimPages) : null;
    const code = 'host/too-many-files-in-folder';
    report({ code, host, files: inside, limit, setting }, join(out, folder));
  }
  return diagnostics;
}

/** The value of claim_pages with which files are few enough; null if none helps. */
function settingFor(limit: number, files: number, { json, csv }: FileCount['claimPages']) {
  if (files - csv <= limit) return 'json';
  return files - csv - json <= limit ? 'none' : null;
}

/**
 * Compares the size of a file with the limit of a host.
 *
 * @param file Its path as it is printed, and its size in bytes.
 */
export function checkFileSize(
  host: Host,
  { path, size }: { readonly path: string; readonly size: number },
): readonly Diagnostic[] {
  const limit = host.limits.fileSize;
  if (limit === null || size <= limit) return [];
  const finding = { code: 'host/file-too-large', host: host.name, bytes: size, limit } as const;
  return [{ finding, place: wholeFile({ path, text: '' }) }];
}
