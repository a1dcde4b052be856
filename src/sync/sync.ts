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
import {
  type Deployment,
  type DeploymentOptions,
  openDeployment,
  type WantedFile,
} from './deployment.ts';
import { type Listing, readListing } from './listing.ts';

export interface SyncOptions extends Omit<DeploymentOptions, 'onPause'> {
  /** The folder of the mirror; the API goes to `api/v1` below it. */
  readonly folder: string;
  /** So many downloads at a time. */
  readonly concurrency: number;
  readonly watcher: {
    readonly onPause: DeploymentOptions['onPause'];
    /** So many of so many files are downloaded. */
    readonly onProgress: (files: number, total: number) => void;
    /** Another process writes to the folder. */
    readonly onWait: (holder: Holder) => void;
    /** Something was published meanwhile, so that everything is compared again. */
    readonly onRestart: () => void;
  };
}

export type SyncResult =
  | {
      readonly ok: true;
      readonly report: CommitReport;
      /** What went over the wire, in files, bytes of their content, and requests. */
      readonly downloaded: number;
      readonly downloadedBytes: number;
      readonly requests: number;
      /** How many entries of the manifest list files that only a newer version of this program knows. */
      readonly unknownEntries: number;
    }
  /** Where the deployment is not what its manifest says; the mirror is as it was. */
  | { readonly ok: false; readonly mismatches: readonly string[] };

/** A deployment that changes more often while it is copied is left for another time. */
const MOST_ROUNDS = 5;

/**
 * Makes a folder what a deployment publishes: everything that is not there yet is downloaded and
 * checked before anything is moved into place. What was downloaded stays until it is, whatever
 * ends this process.
 *
 * @throws EnvironmentError when the deployment cannot be reached, or the folder not be written
 */
export async function sync(options: SyncOptions): Promise<SyncResult> {
  const { folder, watcher } = options;
  const deployment = openDeployment({ ...options, onPause: watcher.onPause });
  // Asked first: a wrong address leaves no folder behind.
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
    `Cannot mirror ${options.baseUrl}: it changed ${MOST_ROUNDS} times meanwhile; try again later`,
  );
}

function read(manifest: Uint8Array, { baseUrl }: SyncOptions): Listing {
  const listing = readListing(manifest);
  if (listing !== null) return listing;
  throw new EnvironmentError(
    `Cannot mirror ${baseUrl}: ${baseUrl}/${MANIFEST_PATH} is not a manifest that a build has written`,
  );
}

/** How to get at content that is here, by its digest. */
type Contents = Map<string, () => Uint8Array | null>;

/** Content that need not be downloaded: in its place, elsewhere in the mirror, or left by a run before. */
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
  { size, sha256 }: Pick<ReadFile, 'size' | 'sha256'>,
  content: Uint8Array | null,
): content is Uint8Array {
  return content?.length === size && digest(content) === sha256;
}

/** Downloads what is not here, each content once, whatever number of files it has. */
async function fetchMissing(
  { files }: Listing,
  contents: Contents,
  deployment: Deployment,
  { downloads }: OutputFolder,
  { concurrency, watcher }: SyncOptions,
) {
  const missing = new Map<string, WantedFile>();
  for (const { paths, size, sha256 } of files) {
    if (!contents.has(sha256)) missing.set(sha256, { path: paths[0], size, sha256 });
  }
  const mismatches: string[] = [];
  let [done, bytes] = [0, 0];
  await atOnce(concurrency, missing.values(), async (file, signal) => {
    const fetched = await deployment.fetchFile(file, signal);
    if (fetched.isRight) {
      downloads.keep(file.sha256, fetched.content);
      contents.set(file.sha256, () => downloads.find(file.sha256));
      bytes += file.size;
    } else {
      mismatches.push(`${file.path}: ${fetched.found}`);
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
      throw new EnvironmentError(`Cannot mirror ${paths[0]}: its copy was changed meanwhile`);
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
