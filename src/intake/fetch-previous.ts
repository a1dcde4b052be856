import { EnvironmentError } from '../diagnostics/index.ts';
import { API_PATH } from '../model/index.ts';
import {
  MANIFEST_PATH,
  NOTHING_PUBLISHED,
  type Previous,
  readPrevious,
} from '../represent/index.ts';
import { readManifestFrom } from './read-published.ts';

/** Where a manifest will be once something is published. */
const FIRST = `${API_PATH}/${MANIFEST_PATH}`;

/**
 * Reads the manifest of the last publication from where it is kept, so that a build into an empty
 * folder keeps the times of what has not changed.
 *
 * @param from A file, or an http(s) URL. One that answers 404 or 410 means: nothing was published yet,
 *   if an API could stand there at all. Any other failure stops the build, since it would silently
 *   renew every time, and hold nothing against what is published.
 * @param warn Called with a sentence when there is no earlier publication.
 * @throws EnvironmentError
 */
export async function fetchPrevious(
  from: string,
  warn: (sentence: string) => void,
): Promise<Previous> {
  const bytes = await readManifestFrom(from);
  if (bytes === null) {
    if (!new URL(from).pathname.endsWith(FIRST)) {
      throw new EnvironmentError(
        `Cannot use ${from} as --previous: there is nothing, and an API stands at an address that ends in ${API_PATH}`,
      );
    }
    warn(
      `Nothing is published at ${from} yet: every response gets a new generated_at, the log of changes starts anew, and whether anything is dropped is not checked.`,
    );
    return NOTHING_PUBLISHED;
  }
  const previous = readPrevious(bytes);
  // Any list of resources would pass otherwise, and nothing published before would be held against it.
  if (previous === null || previous.generatedAt === null)
    throw new EnvironmentError(`Cannot use ${from} as --previous: it is not a manifest.json`);
  return previous;
}
