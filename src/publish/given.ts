import type { ChangeRecord } from '../changes/index.ts';
import { EnvironmentError } from '../diagnostics/index.ts';
import { fetchPrevious, findManifest, readBesideManifest } from '../intake/index.ts';
import { CHANGE_LOG_PATH, digest, type OutputPath, type Previous } from '../represent/index.ts';

/** A publication that the user named. */
export interface Given {
  /** Its manifest, a file or an address. */
  readonly from: string;
  readonly previous: Previous;
}

export async function fetchGiven(
  place: string | undefined,
  warn: (sentence: string) => void,
): Promise<Given | null> {
  if (place === undefined) return null;
  const from = findManifest(place);
  return { from, previous: await fetchPrevious(from, warn) };
}

/** The files of a publication that it takes to say what changed since. */
export async function fetchNeeded({ from, previous }: Given, record: ChangeRecord) {
  const files = await readBesideManifest(from, previous.files, record.neededFiles());
  const log = files.get(CHANGE_LOG_PATH);
  if (log !== undefined && digest(log) !== previous.files.get(CHANGE_LOG_PATH)?.sha256) {
    throw new EnvironmentError(
      `Cannot continue the log of changes of ${from}: ${CHANGE_LOG_PATH} beside it is not the file it lists; if a deployment is under way, try again when it is done`,
    );
  }
  return (path: OutputPath) => files.get(path) ?? null;
}
