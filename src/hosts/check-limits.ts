import { join } from 'node:path';
import type { Diagnostic } from '../diagnostics/index.ts';
import { DEFAULT_SERVING } from '../policy/index.ts';
import type { ManifestEntry, OutputPath } from '../represent/index.ts';
import type { Host } from './host.ts';
import { checkFileCount, checkFileSize, countFiles } from './limits.ts';

/**
 * What of a publication a host would refuse.
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
