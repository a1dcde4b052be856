import { EnvironmentError } from '../diagnostics/index.ts';
import type { Registry } from '../model/index.ts';
import { CHANGE_LOG_PATH, digest, type OutputPath, type Previous } from '../represent/index.ts';
import { fetchPrevious } from './fetch-previous.ts';
import { fetchRegistry } from './fetch-registry.ts';
import { findManifest, readBesideManifest } from './read-published.ts';

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
