import fastGlob from 'fast-glob';

/** Every file that a host would be given, with its size in bytes, in the order of their paths. */
export function listPublishedFiles(folder: string): { path: string; size: number }[] {
  const found = fastGlob.globSync('**/*', { cwd: folder, dot: true, stats: true });
  return found
    .map(({ path, stats }) => ({ path, size: stats?.size ?? 0 }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
