import { EnvironmentError } from '../diagnostics/index.ts';
import { API_PATH, type Registry } from '../model/index.ts';
import {
  CHANGE_LOG_PATH,
  CLAIMS_FILE,
  digest,
  MANIFEST_PATH,
  METRICS_FILE,
  NOTHING_PUBLISHED,
  type OutputPath,
  type Previous,
  readPrevious,
  readRegistry,
} from '../represent/index.ts';
import { findManifest, readBesideManifest, readManifestFrom } from './read-published.ts';

/** The publication that --previous names. */
export interface Given {
  readonly previous: Previous;
  /** Everything that is permanent once published. */
  readonly registry: Registry;
  /**
   * Reads files of the publication.
   *
   * @throws EnvironmentError when one cannot be read, or the change log does not match the manifest
   */
  readonly fetchFiles: (
    paths: readonly OutputPath[],
  ) => Promise<(path: OutputPath) => Uint8Array | null>;
}

/**
 * Reads the publication that `--previous` names.
 *
 * @param place A manifest.json, the folder of a build, or a base URL; undefined for none.
 * @param isRequired Whether it is an error that nothing is published there yet.
 * @param warn Called with a sentence when nothing is, and it is not required.
 * @throws EnvironmentError when it cannot be read, or is required and missing
 */
export async function fetchGiven(
  place: string | undefined,
  isRequired: boolean,
  warn: (sentence: string) => void,
): Promise<Given | null> {
  if (place === undefined) return null;
  const from = findManifest(place);
  const previous = await fetchPrevious(from, isRequired, warn);
  return {
    previous,
    registry: await fetchRegistry(from, previous),
    async fetchFiles(paths) {
      const files = await readBesideManifest(from, previous.files, paths);
      const log = files.get(CHANGE_LOG_PATH);
      if (log !== undefined && digest(log) !== previous.files.get(CHANGE_LOG_PATH)?.sha256) {
        throw new EnvironmentError(
          `Cannot continue the change log of ${from}: ${CHANGE_LOG_PATH} beside it does not match it; if a deployment is in progress, try again later`,
        );
      }
      return (path) => files.get(path) ?? null;
    },
  };
}

/** The end of the URL of every manifest. */
const FIRST = `${API_PATH}/${MANIFEST_PATH}`;

/**
 * Reads the manifest of the last publication, so that a build into an empty folder keeps the times of
 * unchanged responses.
 *
 * @param from A file, or an http(s) URL. If it ends like the URL of a manifest, 404 or 410 means that
 *   nothing is published yet. Any other failure stops the build: it would give every response a new time,
 *   and could not check for removals.
 * @throws EnvironmentError
 */
async function fetchPrevious(
  from: string,
  isRequired: boolean,
  warn: (sentence: string) => void,
): Promise<Previous> {
  const bytes = await readManifestFrom(from);
  if (bytes === null) {
    if (!new URL(from).pathname.endsWith(FIRST)) {
      throw new EnvironmentError(
        `Cannot use ${from} as --previous: nothing is published there, and the URL of an API ends in ${API_PATH}`,
      );
    }
    if (isRequired) {
      throw new EnvironmentError(
        `Cannot use ${from} as --previous: nothing is published there, and --require-previous is given; if the API has moved, name its new address, because without the last publication removals and changed values are not noticed; if nothing was ever published, leave out --require-previous once`,
      );
    }
    warn(
      `Nothing is published at ${from} yet: every response gets a new generated_at, the change log starts empty, and removals and changed values cannot be checked.`,
    );
    return NOTHING_PUBLISHED;
  }
  const previous = readPrevious(bytes);
  // Without a time, any list of resources would be accepted as a manifest.
  if (previous === null || previous.generatedAt === null) {
    throw new EnvironmentError(`Cannot use ${from} as --previous: it is not a manifest.json`);
  }
  return previous;
}

/** What cannot be checked without a file beside the manifest. */
const REGISTRY_FILES = new Map([
  [CLAIMS_FILE, 'whether a published claim is missing or different'],
  [METRICS_FILE, 'whether a published metric is missing or different'],
]);

/**
 * Reads everything permanent from the `claims.json` and `metrics.json` beside a manifest.
 *
 * @param from The manifest: a file, or an http(s) URL.
 * @throws EnvironmentError when one of them is missing, or does not match the manifest
 */
async function fetchRegistry(from: string, previous: Previous): Promise<Registry> {
  const found = await readBesideManifest(from, previous.files, [...REGISTRY_FILES.keys()]);
  for (const [file, question] of REGISTRY_FILES) {
    const listed = previous.files.get(file);
    // Early versions of this program did not publish every file.
    if (listed === undefined) continue;
    const refuse = (why: string) =>
      new EnvironmentError(`Cannot tell ${question}: ${file} beside ${from} ${why}`);
    const bytes = found.get(file);
    if (bytes === undefined)
      throw refuse(
        'is missing; keep manifest.json, claims.json and metrics.json together, or use the URL of the manifest',
      );
    if (digest(bytes) !== listed.sha256) throw refuse('does not match the manifest');
  }
  return readRegistry(previous, (file) => found.get(file) ?? null);
}
