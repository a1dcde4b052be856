import {
  type Comparison,
  diffRankings,
  diffReleases,
  fileOf,
  findDiffering,
  type Present,
  type Release,
  readBody,
  toRelease,
  withAddresses,
} from './changes/index.ts';
import { EnvironmentError } from './diagnostics/index.ts';
import { findManifest, readBesideManifest, readManifestFrom } from './intake/index.ts';
import {
  digest,
  type Listed,
  type OutputPath,
  type Previous,
  readPrevious,
} from './represent/index.ts';
import { ANSWERS, claimPath } from './resources/index.ts';

/**
 * Compares two publications. Only answers that differ are read, and every digest is checked.
 *
 * @param old A manifest, a folder of a build, or an address.
 * @throws EnvironmentError when one cannot be read, or does not match its manifest
 */
export async function diffPublications(old: string, now: string): Promise<Comparison> {
  const [before, after] = await Promise.all([openPublication(old), openPublication(now)]);
  const differing = findDiffering(before.resources, after.resources, (one) => {
    const file = fileOf(one);
    return before.files.get(file)?.sha256 === after.files.get(file)?.sha256;
  });
  // The list of all claims says which of the missing ones were retracted.
  const fates = differing.old.some(({ kind }) => kind === 'facts') ? listOfClaims(after) : [];
  // In sequence: if the first cannot be read, the second is not requested.
  const oldRelease = await readRelease(before, differing.old);
  const newRelease = await readRelease(after, differing.new, fates);
  return {
    old: before,
    new: after,
    changes: withAddresses(diffReleases(oldRelease, newRelease), presentOf(after, newRelease)),
    rankings: diffRankings(oldRelease, newRelease),
  };
}

/** What was published, and its manifest: a file or a URL. */
type Publication = Previous & { readonly manifest: string };

async function openPublication(place: string): Promise<Publication> {
  const manifest = findManifest(place);
  const bytes = await readManifestFrom(manifest);
  const previous = bytes === null ? null : readPrevious(bytes);
  if (previous === null) {
    const what = bytes === null ? 'there is nothing' : 'it is not a manifest.json';
    throw new EnvironmentError(`Cannot compare with ${manifest}: ${what}`);
  }
  return { ...previous, manifest };
}

function listOfClaims({ resources }: Publication): readonly Listed[] {
  return resources.filter(({ path }) => path === `/${ANSWERS.claims.path}`);
}

async function readRelease(
  { manifest, files: listed }: Publication,
  differing: readonly Listed[],
  more: readonly Listed[] = [],
): Promise<Release> {
  const wanted = [...differing, ...more].map(fileOf);
  const files = await readBesideManifest(manifest, listed, wanted);
  const refuse = (file: OutputPath, why: string) =>
    new EnvironmentError(`Cannot compare with ${manifest}: ${file} beside it ${why}`);
  const isOther = 'is not what the manifest lists';
  for (const file of wanted) {
    const bytes = files.get(file);
    if (bytes === undefined) throw refuse(file, 'is not there');
    if (digest(bytes) !== listed.get(file)?.sha256) throw refuse(file, isOther);
  }
  return toRelease({
    listed: differing,
    bodyOf(one) {
      const bytes = files.get(fileOf(one));
      if (bytes === undefined) return null;
      const body = readBody(bytes);
      if (body === null) throw refuse(fileOf(one), isOther);
      return body;
    },
  });
}

function presentOf({ baseUrl, resources }: Publication, release: Release): Present {
  const start = `/${claimPath('')}`;
  const pages = resources.filter(({ kind }) => kind === 'claim');
  return {
    baseUrl: baseUrl ?? '',
    operators: release.operators,
    claimPages: new Set(pages.map(({ path }) => path.slice(start.length))),
    metrics: release.metrics ?? new Map(),
    rankings: release.categories ?? new Map(),
  };
}
