import { join } from 'node:path';
import type { Diagnostic } from '../diagnostics/index.ts';
import { DEFAULT_SERVING } from '../policy/index.ts';
import { type Artifact, bytesOf, type OutputPath } from '../represent/index.ts';
import type { Host } from './host.ts';
import { checkFileCount, checkFileSize, countFiles } from './limits.ts';

/**
 * What of a publication a host would refuse. Sizes do not depend on when something was built.
 *
 * @param out The output folder, as it is printed.
 */
export function checkLimits(
  host: Host,
  out: string,
  artifacts: Iterable<Artifact>,
): readonly Diagnostic[] {
  const { files: most, filesInFolder, fileSize } = host.limits;
  // Then nothing has to be rendered and compressed either.
  if (most === null && filesInFolder === null && fileSize === null) return [];
  const diagnostics: Diagnostic[] = [];
  const files: { path: string; count: number }[] = [];
  for (const artifact of artifacts) {
    const { paths, size } = artifact;
    const count = 1 + countSiblings(artifact);
    for (const path of paths) files.push({ path: below(path), count });
    diagnostics.push(...checkFileSize(host, { path: join(out, below(paths[0])), size }));
  }
  return [...checkFileCount(host, out, countFiles(files)), ...diagnostics];
}

/** The path of a published file below the output folder. */
function below(path: OutputPath): string {
  return `${DEFAULT_SERVING.publicPath.slice(1)}/${path}`;
}

/** How many compressed forms of a file there will be: each has to be smaller than the last. */
function countSiblings({ size, codings, render }: Artifact): number {
  let [count, smallest] = [0, size];
  for (const { encode } of codings) {
    const { length } = encode(bytesOf(render()));
    if (length >= smallest) continue;
    [count, smallest] = [count + 1, length];
  }
  return count;
}
