import type { Diagnostic } from '../diagnostics/index.ts';
import { type Artifact, bytesOf } from '../represent/index.ts';
import type { Host } from './host.ts';
import { checkFileCount, checkFileSize, countFiles } from './limits.ts';

/**
 * What of a publication a host would refuse. Sizes do not depend on when something was built.
 *
 * @param out The output folder, and `published` the folder of the API in it, as they are printed.
 */
export function checkLimits(
  host: Host,
  { out, published }: { readonly out: string; readonly published: string },
  artifacts: Iterable<Artifact>,
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const files: { path: string; count: number }[] = [];
  for (const artifact of artifacts) {
    const { paths, size } = artifact;
    files.push({ path: paths[0], count: paths.length * (1 + countSiblings(artifact)) });
    diagnostics.push(...checkFileSize(host, { path: `${published}/${paths[0]}`, size }));
  }
  return [...checkFileCount(host, out, countFiles(files)), ...diagnostics];
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
