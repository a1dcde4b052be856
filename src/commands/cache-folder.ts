import { dirname, join, resolve } from 'node:path';
import { EnvironmentError } from '../diagnostics/index.ts';

/** What --cache names; false for --no-cache. */
export type CacheOption = string | false;

/**
 * Where to remember what makes the next build faster: beside the sources, unless said otherwise.
 *
 * @throws EnvironmentError when the name is empty
 */
export function cacheFolder({
  data,
  cache,
}: {
  readonly data: string;
  readonly cache?: CacheOption;
}): string | undefined {
  if (cache === false) return undefined;
  if (cache === '') throw new EnvironmentError('Cannot use "" for --cache: the name is empty');
  return cache ?? join(dirname(resolve(data)), '.operator-api-cache');
}
