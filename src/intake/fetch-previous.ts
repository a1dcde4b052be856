import { EnvironmentError } from '../diagnostics/index.ts';
import { NOTHING_PUBLISHED, type Previous, readPrevious } from '../represent/index.ts';
import { readManifestFrom } from './read-published.ts';

/**
 * Reads the manifest of the last publication from where it is kept, so that a build into an empty
 * folder keeps the times of what has not changed.
 *
 * @param from A file, or an http(s) URL. A URL that answers 404 or 410 means: nothing was
 *   published yet. Any other failure stops the build, since it would silently renew every time.
 * @param warn Called with a sentence when there is no earlier publication.
 * @throws EnvironmentError
 */
export async function fetchPrevious(
  from: string,
  warn: (sentence: string) => void,
): Promise<Previous> {
  const bytes = await readManifestFrom(from);
  if (bytes === null) {
    warn(`Nothing is published at ${from} yet, so every response gets a new generated_at.`);
    return NOTHING_PUBLISHED;
  }
  const previous = readPrevious(bytes);
  // Any list of resources would pass otherwise, and nothing published before would be held against it.
  if (previous === null || previous.generatedAt === null)
    throw new EnvironmentError(`Cannot use ${from} as --previous: it is not a manifest.json`);
  return previous;
}
