import { EnvironmentError } from '../diagnostics/index.ts';
import { API_PATH, type Registry } from '../model/index.ts';
import {
  CHANGE_LOG_PATH,
  CLAIMS_FILE,
  digest,
  MANIFEST_PATH,
  NOTHING_PUBLISHED,
  type OutputPath,
  type Previous,
  readPrevious,
  readRegistry,
} from '../represent/index.ts';
import { findManifest, readBesideManifest, readManifestFrom } from './read-published.ts';

/** A publication that the user named. */
export interface Given {
  readonly previous: Previous;
  /** Everything that was published for good. */
  readonly registry: Registry;
  /**
   * Reads files of the publication.
   *
   * @throws EnvironmentError when one cannot be read, or the change log is not the one that is listed
   */
  readonly fetchFiles: (
    paths: readonly OutputPath[],
  ) => Promise<(path: OutputPath) => Uint8Array | null>;
}

/**
 * Reads the publication that `--previous` names.
 *
 * @param place A manifest.json, the folder of a build, or a base address; null without one.
 * @param warn Called with a sentence when nothing is published there yet.
 * @throws EnvironmentError when it cannot be read
 */
export async function fetchGiven(
  place: string | undefined,
  warn: (sentence: string) => void,
): Promise<Given | null> {
  if (place === undefined) return null;
  const from = findManifest(place);
  const previous = await fetchPrevious(from, warn);
  return {
    previous,
    registry: await fetchRegistry(from, previous),
    async fetchFiles(paths) {
      const files = await readBesideManifest(from, previous.files, paths);
      const log = files.get(CHANGE_LOG_PATH);
      if (log !== undefined && digest(log) !== previous.files.get(CHANGE_LOG_PATH)?.sha256) {
        throw new EnvironmentError(
          `Cannot continue the change log of ${from}: ${CHANGE_LOG_PATH} beside it is not the file it lists; if a deployment is under way, try again when it is done`,
        );
      }
      return (path) => files.get(path) ?? null;
    },
  };
}

/** The end of the address of every manifest. */
const FIRST = `${API_PATH}/${MANIFEST_PATH}`;

/**
 * Reads the manifest of the last publication, so that a build into an empty folder keeps the times of
 * unchanged answers.
 *
 * @param from A file, or an http(s) URL. If the URL is one that an API can have, 404 or 410 means that
 *   nothing was published yet. Any other failure stops the build, which would otherwise renew every
 *   time, and compare nothing with the publication.
 * @param warn Called with a sentence when there is no earlier publication.
 * @throws EnvironmentError
 */
async function fetchPrevious(from: string, warn: (sentence: string) => void): Promise<Previous> {
  const bytes = await readManifestFrom(from);
  if (bytes === null) {
    if (!new URL(from).pathname.endsWith(FIRST)) {
      throw new EnvironmentError(
        `Cannot use ${from} as --previous: there is nothing, and the address of an API ends in ${API_PATH}`,
      );
    }
    warn(
      `Nothing is published at ${from} yet: every response gets a new generated_at, the change log starts empty, and removals cannot be checked.`,
    );
    return NOTHING_PUBLISHED;
  }
  const previous = readPrevious(bytes);
  // Without a time, any list of resources would pass as a manifest.
  if (previous === null || previous.generatedAt === null) {
    throw new EnvironmentError(`Cannot use ${from} as --previous: it is not a manifest.json`);
  }
  return previous;
}

/**
 * Reads every id that was published so far, from the `claims.json` beside a manifest.
 *
 * @param from The manifest: a file, or an http(s) URL.
 * @throws EnvironmentError when `claims.json` is missing, or not the one that the manifest lists
 */
async function fetchRegistry(from: string, previous: Previous): Promise<Registry> {
  const listed = previous.files.get(CLAIMS_FILE);
  // Early versions of this program published no such file.
  if (listed === undefined) return readRegistry(previous, null);
  const refuse = (why: string) =>
    new EnvironmentError(
      `Cannot tell whether a published claim is missing: ${CLAIMS_FILE} beside ${from} ${why}`,
    );
  const bytes = (await readBesideManifest(from, previous.files, [CLAIMS_FILE])).get(CLAIMS_FILE);
  if (bytes === undefined)
    throw refuse('is not there; keep the two together, or give the address of the manifest');
  if (digest(bytes) !== listed.sha256) throw refuse('is not the one that the manifest lists');
  return readRegistry(previous, bytes);
}
