import { EnvironmentError, quote } from '../diagnostics/index.ts';
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
import { type Answer, getPlain, type Request } from './client.ts';
import type { ExpectedBody, LiveApi, OwnValidators, SampledResource } from './group.ts';

export const MANIFEST_REQUEST = getPlain(`/${MANIFEST_PATH}`);
export const INDEX = outputPath(INDEX_PATH, 'json');

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
  readonly built: { readonly folder: string; readonly find: FindBuilt } | null;
}

/** The files of a local build. */
export type FindBuilt = FindFile<StoredFile & { readonly bytes: Uint8Array }>;

export interface PublishedManifest {
  readonly manifest: JudgedManifest;
  readonly answer: Answer;
}

/** Finds what to ask a deployment for, and the answers that are expected. */
export function describeApi(
  { manifest, answer }: PublishedManifest,
  liveIndex: Uint8Array | null,
  options: Expectations,
): { live: LiveApi; total: number } {
  const { baseUrl, built, sample } = options;
  const maxAge = options.maxAge ?? DEFAULT_SERVING.maxAge;
  const index = built === null ? liveIndex : (built.find(INDEX)?.bytes ?? null);
  const serving: Serving = {
    ...servingOfIndex(index),
    publicPath: new URL(baseUrl).pathname,
    maxAge,
  };
  const { resources } = built === null ? manifest : readManifestOf(built);
  const find = built === null ? expectListed(manifest, answer.body) : expectBuilt(built.find);
  const removed = resources.flatMap(({ path }) =>
    path.startsWith(REMOVED) ? [path.slice(REMOVED.length)] : [],
  );
  const examples = examplesOf(resources);
  const live: LiveApi = {
    resources: sampleOf(resources, sample).map(toSampled),
    examples: examples.map(({ path }) => path),
    aliasExamples: examples.flatMap(({ aliases }) => aliases.slice(0, 1)),
    removedCategories: sample === 'all' ? removed : removed.slice(0, REMOVED_SAMPLE),
    unknownName: unknownName(find),
    expect: expectAnswers(find, serving),
    maxAge,
    manifest: {
      answer,
      request: MANIFEST_REQUEST,
      generatedAt: manifest.generatedAt,
      malformed: manifest.malformed,
    },
    builtManifest: built === null ? null : find(MANIFEST_PATH),
    maxAgeHours: options.maxAgeHours,
  };
  return { live, total: resources.length };
}

const REMOVED = `/${removedCategoryPath('')}`;
const REMOVED_SAMPLE = 3;

function readManifestOf({ folder, find }: NonNullable<Expectations['built']>): JudgedManifest {
  const bytes = find(MANIFEST_PATH)?.bytes;
  const manifest = bytes === undefined ? null : judgeManifest(bytes);
  if (manifest !== null) return manifest;
  throw new EnvironmentError(
    `Cannot compare with ${folder}: nothing is built there yet; run operator-api build first`,
  );
}

function toSampled({ kind, path, aliases, files }: ReadResource): SampledResource {
  return {
    path,
    aliases,
    suffixes: files.map(({ suffix }) => suffix),
    kind: kind === 'problem' || kind === 'document' ? kind : 'table',
  };
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

/** The sound part of a manifest. */
interface JudgedManifest {
  /** In milliseconds since 1970; null where it says no time. */
  readonly generatedAt: number | null;
  /** The base address that its build was given. */
  readonly baseUrl: string | null;
  /** The resources with a file that this version of the program knows. */
  readonly resources: readonly ReadResource[];
  /** How many entries list files that only a newer version knows. */
  readonly unknownEntries: number;
  /** Descriptions of entries that no build writes. */
  readonly malformed: readonly string[];
}

/**
 * Reads the manifest of a deployment or a build.
 *
 * @returns null when it is no manifest
 */
export function judgeManifest(bytes: Uint8Array): JudgedManifest | null {
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
  return { generatedAt: moment, baseUrl, resources, unknownEntries, malformed };
}

/** Finds the expected bytes of a file; null when there is no such file. */
type FindExpected = (path: OutputPath) => ExpectedBody | null;

/** Expects the files of a local build. */
function expectBuilt(find: FindBuilt): FindExpected {
  return (path) => {
    const bytes = find(path)?.bytes;
    return bytes === undefined ? null : toExpected(bytes);
  };
}

/** Expects the files that a manifest lists, and the manifest itself as it was read. */
function expectListed({ resources }: JudgedManifest, manifest: Uint8Array): FindExpected {
  const listed = new Map<string, ExpectedBody>([[MANIFEST_PATH, toExpected(manifest)]]);
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
  return (request, own) => {
    const { status, headers, body } = evaluate(
      toQuestion(request, serving),
      toStored(find, own),
      serving,
    );
    return {
      status,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      body: body?.file ?? null,
    };
  };
}

function toQuestion({ method, path, headers }: Request, { publicPath }: Serving) {
  const lowerCase = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    method,
    pathname: toPathname(publicPath + path),
    header: (name: string) => lowerCase.get(name),
  };
}

type ExpectedFile = StoredFile & ExpectedBody;

/** A host has its own validators, but uses them by the policy. */
function toStored(find: FindExpected, own?: OwnValidators): FindFile<ExpectedFile> {
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
