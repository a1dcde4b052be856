import { dirname, join, resolve } from 'node:path';

/** What --cache names; false for --no-cache. */
export type CacheOption = string | false;

/** Where to remember what makes the next build faster: beside the sources, unless said otherwise. */
export function cacheFolder({
  data,
  cache,
}: {
  readonly data: string;
  readonly cache?: CacheOption;
}): string | undefined {
  if (cache === false) return undefined;
  return cache ?? join(dirname(resolve(data)), '.operator-api-cache');
}
