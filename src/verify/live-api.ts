import { EnvironmentError, quote, showControls } from '../diagnostics/index.ts';
import { isTimestamp, momentOf } from '../model/index.ts';
import {
  DEFAULT_SERVING,
  evaluate,
  type FindFile,
  type Serving,
  type StoredFile,
  servingOfIndex,
  toPathname,
} from '../policy/index.ts';
import {
  digest,
  MANIFEST_PATH,
  type OutputPath,
  outputPath,
  type ReadResource,
  readManifest,
} from '../represent/index.ts';
import {
  claimPath,
  INDEX_PATH,
  operatorPath,
  type ResourcePath,
  rankingPath,
  removedCategoryPath,
} from '../resources/index.ts';
import {
  type Answer,
  type Client,
  getPlain,
  MANIFEST_REQUEST,
  NoAnswer,
  rootFor,
} from './client.ts';
import type { ExpectedBody, JudgedManifest, LiveApi, OwnValidators } from './group.ts';

/** What a deployment is compared with, and how much of it. */
export interface Expectations {
  /** The address of the API, without a slash at its end. */
  readonly baseUrl: string;
  /** How many resources, evenly spread, or all of them. */
  readonly sample: number | 'all';
  /** The max-age of Cache-Control, in seconds; null for the default of the policy. */
  readonly maxAge: number | null;
  /** How old the publication may be; null for any age. */
  readonly maxAgeHours: number | null;
  /** The local build to compare with, and its folder; null for the deployment's own manifest. */
  readonly built: {
    readonly folder: string;
    readonly find: FindFile<StoredFile & { readonly bytes: Uint8Array }>;
  } | null;
}

const INDEX = outputPath(INDEX_PATH, 'json');
const REMOVED = `/${removedCategoryPath('')}`;
const REMOVED_SAMPLE = 3;

/**
 * Finds what to ask a deployment for, and the answers that are expected.
 *
 * @throws EnvironmentError when the host cannot be reached, or there is nothing to compare
 */
export async function describeApi(client: Client, options: Expectations): Promise<LiveApi> {
  const { baseUrl, built, sample, maxAgeHours } = options;
  const manifest = await fetchManifest(client, baseUrl);
  const liveIndex = await fetchIndex(client);
  const index = built === null ? liveIndex : (built.find(INDEX)?.bytes ?? null);
  const maxAge = options.maxAge ?? DEFAULT_SERVING.maxAge;
  const serving = { ...servingOfIndex(index), publicPath: new URL(baseUrl).pathname, maxAge };
  const { resources } = built === null ? manifest : readManifestOf(built);
  const find = built === null ? expectListed(manifest) : expectBuilt(built);
  const removed = resources.map(({ path }) => path).filter((path) => path.startsWith(REMOVED));
  const examples = examplesOf(resources);
  return {
    manifest,
    resources: sampleOf(resources, sample),
    totalResources: resources.length,
    examples: examples.map(({ path }) => path),
    aliasExamples: examples.flatMap(({ aliases }) => aliases.slice(0, 1)),
    example: examples[0]?.path ?? '/operators',
    removed: (sample === 'all' ? removed : removed.slice(0, REMOVED_SAMPLE)).map(
      (path) => `/${rankingPath(path.slice(REMOVED.length))}`,
    ),
    hasPages: serving.pages,
    unknownName: unknownName(find),
    expect: expectAnswers(find, serving),
    maxAge,
    maxAgeHours,
    hasBuild: built !== null,
  };
}

/** Nothing can be verified without the manifest, so any problem with it ends the run. */
async function fetchManifest(client: Client, baseUrl: string): Promise<JudgedManifest> {
  const url = baseUrl + MANIFEST_REQUEST.path;
  const refuse = (why: string) => new EnvironmentError(`Cannot verify ${baseUrl}: ${why}`);
  let answer: Answer;
  try {
    answer = await client.ask(MANIFEST_REQUEST);
  } catch (error) {
    if (error instanceof NoAnswer) throw refuse(error.message);
    throw error;
  }
  const { status, headers, body } = answer;
  const target = headers['location'];
  if (status >= 300 && status < 400 && target !== undefined) {
    const where = showControls(target);
    throw refuse(`${url} is redirected to ${where}; verify the address it leads to`);
  }
  if (status !== 200) throw refuse(`${url} answers ${status}, so no API is published there`);
  const manifest = judgeManifest(body);
  if (manifest === null) throw refuse(`${url} is not a manifest of operator-api`);
  return manifest;
}

/** The index has the settings of the service. Problems with it are found with all other files. */
async function fetchIndex(client: Client): Promise<Uint8Array | null> {
  try {
    const { status, body } = await client.ask(getPlain(`/${INDEX}`));
    return status === 200 ? body : null;
  } catch (error) {
    if (error instanceof NoAnswer) return null;
    throw error;
  }
}

type Build = NonNullable<Expectations['built']>;

function readManifestOf({ folder, find }: Build): JudgedManifest {
  const bytes = find(MANIFEST_PATH)?.bytes;
  const manifest = bytes === undefined ? null : judgeManifest(bytes);
  if (manifest !== null) return manifest;
  throw new EnvironmentError(
    `Cannot compare with ${folder}: nothing is built there yet; run operator-api build first`,
  );
}

/** The first resource of each kind that is negotiated. */
function examplesOf(resources: readonly ReadResource[]): readonly ReadResource[] {
  const kinds = new Map<string, ReadResource>();
  for (const resource of resources) {
    if (resource.files.length > 1 && !kinds.has(resource.kind)) kinds.set(resource.kind, resource);
  }
  return [...kinds.values()];
}

/** A name that no operator, claim, category or removed category has. */
function unknownName(find: FindExpected): string {
  const isTaken = (name: string) =>
    [operatorPath, rankingPath, claimPath, removedCategoryPath].some(
      (toPath: (name: string) => ResourcePath) => find(outputPath(toPath(name), 'json')) !== null,
    );
  let name = 'no-such-name';
  while (isTaken(name)) name += '-x';
  return name;
}

/** Reads the manifest of a deployment or a build; null when it is none. */
function judgeManifest(bytes: Uint8Array): JudgedManifest | null {
  const manifest = readManifest(bytes);
  if (manifest === null) return null;
  const { generatedAt, baseUrl, entries } = manifest;
  const resources: ReadResource[] = [];
  const malformed: string[] = [];
  let unknownEntries = 0;
  for (const [index, { given, resource }] of entries.entries()) {
    if (resource === null) {
      malformed.push(`entry ${index + 1}: ${quote(JSON.stringify(given))}`);
      continue;
    }
    if (resource.files.length > 0) resources.push(resource);
    if (resource.unknownPaths.length > 0) unknownEntries += 1;
  }
  const isTimed = isTimestamp(generatedAt);
  if (!isTimed) malformed.push(`generated_at: ${quote(JSON.stringify(generatedAt) ?? 'missing')}`);
  const moment = isTimed ? momentOf(generatedAt) : null;
  return { bytes, generatedAt: moment, baseUrl, resources, unknownEntries, malformed };
}

/** Finds the expected bytes of a file; null when there is no such file. */
type FindExpected = (path: OutputPath) => ExpectedBody | null;

/** Expects the files of a local build. */
function expectBuilt({ find }: Build): FindExpected {
  return (path) => {
    const bytes = find(path)?.bytes;
    return bytes === undefined ? null : toExpected(bytes);
  };
}

/** Expects the files that a manifest lists, and the manifest itself as it was read. */
function expectListed({ resources, bytes }: JudgedManifest): FindExpected {
  const listed = new Map<string, ExpectedBody>([[MANIFEST_PATH, toExpected(bytes)]]);
  for (const { paths, size, sha256 } of resources.flatMap(({ files }) => files)) {
    for (const path of paths) listed.set(path, { size, sha256, bytes: null });
  }
  return (path) => listed.get(path) ?? null;
}

function toExpected(bytes: Uint8Array): ExpectedBody {
  return { size: bytes.length, sha256: digest(bytes), bytes };
}

/** The answers of the policy over files whose bytes are known. */
function expectAnswers(find: FindExpected, serving: Serving): LiveApi['expect'] {
  return (asked, own) => {
    const { method, path, headers: given } = asked;
    const fields = new Headers(given);
    const request = {
      method,
      pathname: toPathname(rootFor(asked, serving.publicPath) + path),
      header: (name: string) => fields.get(name) ?? undefined,
    };
    const { status, headers, body } = evaluate(request, toStored(find, own), serving);
    return { status, headers: Object.fromEntries(new Headers(headers)), body: body?.file ?? null };
  };
}

/** A host has its own validators, but uses them by the policy. */
function toStored(find: FindExpected, own?: OwnValidators): FindFile<StoredFile & ExpectedBody> {
  const lastModified = Date.parse(own?.lastModified ?? '');
  const validators = {
    etag: own?.etag ?? '',
    lastModified: Number.isNaN(lastModified) ? null : lastModified,
  };
  return (path) => {
    const body = find(path);
    return body === null ? null : { ...body, ...validators };
  };
}

/**
 * Takes a sample, evenly spread and always the same: from each kind in proportion, from each kind at
 * least one, in their order.
 */
function sampleOf<T extends { readonly kind: string }>(
  all: readonly T[],
  size: number | 'all',
): readonly T[] {
  if (size === 'all' || size >= all.length) return all;
  const kinds = new Map<string, T[]>();
  for (const one of all) {
    const members = kinds.get(one.kind) ?? [];
    members.push(one);
    kinds.set(one.kind, members);
  }
  const taken = new Set<T>();
  for (const members of kinds.values()) {
    const share = Math.max(1, Math.round((size * members.length) / all.length));
    for (let turn = 0; turn < share; turn += 1) {
      const one = members[Math.floor((turn * members.length) / share)];
      if (one !== undefined) taken.add(one);
    }
  }
  return all.filter((one) => taken.has(one));
}
