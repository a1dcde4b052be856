import { EnvironmentError } from '../diagnostics/index.ts';
import {
  type CommitReport,
  commit,
  type Holder,
  type OutputFolder,
  previousIn,
  withOutputFolder,
} from '../emit/index.ts';
import { atOnce } from '../http/index.ts';
import { momentOf } from '../model/index.ts';
import {
  type Artifact,
  codingsOf,
  digest,
  MANIFEST_PATH,
  MEDIA_TYPES,
  modificationTime,
  type OutputPath,
  type ReadFile,
} from '../represent/index.ts';
import { type Deployment, type DeploymentOptions, openDeployment } from './deployment.ts';
import { type Listing, readListing } from './listing.ts';

export interface SyncOptions extends DeploymentOptions {
  /** The folder of the mirror; the API goes to `api/v1` below it. */
  readonly folder: string;
  /** Downloads at a time. */
  readonly concurrency: number;
  readonly watcher: DeploymentOptions['watcher'] & {
    /** How many of how many files are downloaded. */
    readonly onProgress: (files: number, total: number) => void;
    /** Another process writes to the folder. */
    readonly onWait: (holder: Holder) => void;
    /** The deployment changed, and everything is compared again. */
    readonly onRestart: () => void;
  };
}

export type SyncResult =
  | {
      readonly ok: true;
      readonly report: CommitReport;
      /** Downloaded files, bytes of their content, and requests. */
      readonly downloaded: number;
      readonly downloadedBytes: number;
      readonly requests: number;
      /** How many entries list files that only a newer version of this program knows. */
      readonly unknownEntries: number;
    }
  /** Where the deployment does not match its manifest; the mirror is unchanged. */
  | { readonly ok: false; readonly mismatches: readonly string[] };

/** How often a deployment may change while it is copied. */
const MOST_ROUNDS = 5;

/**
 * Mirrors a deployment into a folder: missing content is downloaded and checked before anything is
 * moved into place. Downloads survive an interruption until then.
 *
 * @throws EnvironmentError when the deployment cannot be reached, or the folder cannot be written
 */
export async function sync(options: SyncOptions): Promise<SyncResult> {
  const { folder, watcher } = options;
  const deployment = openDeployment(options);
  // Requested first: a wrong address leaves no folder behind.
  const manifest = await deployment.fetchManifest();
  read(manifest, options);
  return withOutputFolder(folder, watcher.onWait, (output) =>
    mirror(manifest, deployment, output, options),
  );
}

async function mirror(
  first: Uint8Array,
  deployment: Deployment,
  folder: OutputFolder,
  options: SyncOptions,
): Promise<SyncResult> {
  let [downloaded, downloadedBytes] = [0, 0];
  let manifest = first;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const listing = read(manifest, options);
    const contents = findContents(listing, folder);
    let mismatches = listing.malformed;
    if (mismatches.length === 0) {
      const fetched = await fetchMissing(listing, contents, deployment, folder, options);
      downloaded += fetched.files;
      downloadedBytes += fetched.bytes;
      mismatches = fetched.mismatches;
    }
    const isUntouched = downloaded === 0 && mismatches.length === 0;
    const latest = isUntouched ? manifest : await deployment.fetchManifest();
    if (!Buffer.from(latest).equals(manifest)) {
      options.watcher.onRestart();
      manifest = latest;
      continue;
    }
    if (mismatches.length > 0) return { ok: false, mismatches };
    const report = commit(toArtifacts(manifest, listing, contents), folder);
    const requests = deployment.requestCount();
    const { unknownEntries } = listing;
    return { ok: true, report, downloaded, downloadedBytes, requests, unknownEntries };
  }
  throw new EnvironmentError(
    `Cannot mirror ${options.baseUrl}: it changed ${MOST_ROUNDS} times during the sync; try again later`,
  );
}

function read(manifest: Uint8Array, { baseUrl }: SyncOptions): Listing {
  const listing = readListing(manifest);
  if (listing !== null) return listing;
  throw new EnvironmentError(
    `Cannot mirror ${baseUrl}: ${baseUrl}/${MANIFEST_PATH} is not a manifest of operator-api`,
  );
}

/** Readers of content that is already here, by digest. */
type Contents = Map<string, () => Uint8Array | null>;

/** Content that is already here: in its place, elsewhere in the mirror, or from an interrupted run. */
function findContents({ files }: Listing, folder: OutputFolder): Contents {
  const contents: Contents = new Map();
  const elsewhere = new Map<string, OutputPath>();
  for (const [path, { sha256 }] of previousIn(folder).files) {
    if (!elsewhere.has(sha256)) elsewhere.set(sha256, path);
  }
  for (const file of files) {
    const { paths, sha256 } = file;
    if (contents.has(sha256)) continue;
    const other = elsewhere.get(sha256);
    const places = other === undefined ? paths : [...paths, other];
    const found = [
      ...places.map((path) => () => folder.read(path)),
      () => folder.downloads.find(sha256),
    ].find((read) => isContentOf(file, read()));
    if (found !== undefined) contents.set(sha256, found);
  }
  return contents;
}

function isContentOf(
  { size, sha256 }: ReadFile,
  content: Uint8Array | null,
): content is Uint8Array {
  return content?.length === size && digest(content) === sha256;
}

/** Downloads missing content, each once, however many files share it. */
async function fetchMissing(
  { files }: Listing,
  contents: Contents,
  deployment: Deployment,
  { downloads }: OutputFolder,
  { concurrency, watcher }: SyncOptions,
) {
  const missing = new Map<string, ReadFile>();
  for (const file of files) {
    if (!contents.has(file.sha256)) missing.set(file.sha256, file);
  }
  const mismatches: string[] = [];
  let [done, bytes] = [0, 0];
  await atOnce(concurrency, missing.values(), async (file, signal) => {
    const fetched = await deployment.fetchFile(file, signal);
    if (typeof fetched === 'string') {
      mismatches.push(`${file.paths[0]}: ${fetched}`);
    } else {
      downloads.keep(file.sha256, fetched);
      contents.set(file.sha256, () => downloads.find(file.sha256));
      bytes += file.size;
    }
    done += 1;
    watcher.onProgress(done, missing.size);
  });
  return { files: missing.size - mismatches.length, bytes, mismatches: mismatches.sort() };
}

/** Every file of a listing, then the manifest. */
function* toArtifacts(
  manifest: Uint8Array,
  { files, generatedAt, precompressed }: Listing,
  contents: Contents,
): Generator<Artifact, void> {
  for (const file of files) {
    const { paths, sha256, mediaType } = file;
    const content = contents.get(sha256)?.() ?? null;
    if (!isContentOf(file, content)) {
      throw new EnvironmentError(`Cannot mirror ${paths[0]}: its copy changed during the sync`);
    }
    yield {
      paths,
      content,
      modifiedAt: modificationTime(paths[0].endsWith('.csv') ? 'csv' : null, file.generatedAt),
      codings: codingsOf(mediaType, precompressed),
    };
  }
  yield {
    paths: [MANIFEST_PATH],
    content: manifest,
    modifiedAt: momentOf(generatedAt),
    codings: codingsOf(MEDIA_TYPES.json, precompressed),
  };
}
