import { EnvironmentError, showControls } from '../diagnostics/index.ts';
import type { Pause } from '../http/index.ts';
import { DEFAULT_SERVING, type Serving, servingOfIndex } from '../policy/index.ts';
import { MANIFEST_PATH, outputPath, type ReadResource } from '../represent/index.ts';
import {
  claimPath,
  INDEX_PATH,
  operatorPath,
  type ResourcePath,
  rankingPath,
  removedCategoryPath,
} from '../resources/index.ts';
import { caching } from './caching.ts';
import { type PoliteClient, politeClient } from './client.ts';
import { compression } from './compression.ts';
import { cors } from './cors.ts';
import { errors } from './errors.ts';
import { type Answer, connect, NoAnswer } from './exchange.ts';
import { freshness } from './freshness.ts';
import type { Client, Finding, Group, LiveApi, Probe, SampledResource } from './group.ts';
import { type JudgedManifest, judgeManifest } from './judge-manifest.ts';
import {
  expectAnswers,
  expectBuilt,
  expectListed,
  type FindBuilt,
  type FindExpected,
} from './live-api.ts';
import { negotiation } from './negotiation.ts';
import { type Judged, judgeChecks, type Verification } from './report.ts';
import { representations } from './representations.ts';
import { getPlain } from './requests.ts';
import { sampleOf } from './sample.ts';

export interface VerifyOptions {
  /** The address of the API, without a slash at its end. */
  readonly baseUrl: string;
  readonly userAgent: string;
  /** So many resources, evenly spread, or all of them. */
  readonly sample: number | 'all';
  /** So many requests at a time. */
  readonly concurrency: number;
  /** How long nothing may happen on a connection, in milliseconds. */
  readonly patience: number;
  /** What Cache-Control has to say, in seconds; null for what the policy says by default. */
  readonly maxAge: number | null;
  /** How old the publication may be; null for any age. */
  readonly maxAgeHours: number | null;
  /** The local build to compare with, and its folder; null for the deployment's own manifest. */
  readonly built: { readonly folder: string; readonly find: FindBuilt } | null;
  /** Ids of checks that are known to fail. */
  readonly except: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly watcher: {
    /** So many of so many probes are run. */
    readonly onProgress: (probes: number, total: number) => void;
    /** The host is left alone for a while. */
    readonly onPause: (pause: Pause) => void;
  };
}

/** Every group of checks, in the order of the report. */
const GROUPS: readonly Group[] = [
  representations,
  negotiation,
  cors,
  caching,
  errors,
  compression,
  freshness,
];

/** The ids of all checks. */
export const CHECK_IDS: readonly string[] = GROUPS.flatMap(({ name, rules }) =>
  Object.keys(rules).map((check) => `${name}/${check}`),
);

/**
 * Asks a deployment for what it publishes and holds every answer against the policy.
 *
 * @throws EnvironmentError when the host cannot be reached, or publishes no manifest
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { now, watcher } = options;
  const connection = connect(options);
  const end = new AbortController();
  try {
    const client = politeClient(connection, {
      signOfLife: MANIFEST_REQUEST,
      now,
      onPause: watcher.onPause,
      end: end.signal,
    });
    const published = await fetchManifest(options.baseUrl, client);
    const index = await fetchIndex(client);
    const { live, total } = describeApi(published, index, options);
    const judged = await runProbes(live, client, options);
    return {
      baseUrl: options.baseUrl,
      comparedWith: options.built === null ? 'manifest' : 'build',
      generatedAt: published.manifest.generatedAt,
      namedBaseUrl: published.manifest.baseUrl,
      sampledResources: live.resources.length,
      totalResources: total,
      unknownEntries: published.manifest.unknownEntries,
      requests: client.requestCount(),
      checks: judgeChecks(GROUPS, judged, options.except),
    };
  } finally {
    end.abort();
    connection.close();
  }
}

interface PublishedManifest {
  readonly manifest: JudgedManifest;
  readonly answer: Answer;
}

const MANIFEST_REQUEST = getPlain(`/${MANIFEST_PATH}`);

/** Nothing can be verified without the manifest, so that whatever is wrong with it ends the run. */
async function fetchManifest(baseUrl: string, client: PoliteClient): Promise<PublishedManifest> {
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
  if (status !== 200) throw refuse(`${url} answers ${status}, so it is not where an API stands`);
  const manifest = judgeManifest(body);
  if (manifest === null) throw refuse(`${url} is not a manifest that a build has written`);
  return { manifest, answer };
}

const INDEX = outputPath(INDEX_PATH, 'json');

/** It states what the service chose; what is wrong with it is found with all other files. */
async function fetchIndex(client: Client): Promise<Uint8Array | null> {
  try {
    const { status, body } = await client.ask(getPlain(`/${INDEX}`));
    return status === 200 ? body : null;
  } catch (error) {
    if (error instanceof NoAnswer) return null;
    throw error;
  }
}

function describeApi(
  { manifest, answer }: PublishedManifest,
  liveIndex: Uint8Array | null,
  options: VerifyOptions,
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

function readManifestOf({ folder, find }: NonNullable<VerifyOptions['built']>): JudgedManifest {
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

/** A name that nothing has: no operator, no claim, no category, and none that was removed. */
function unknownName(find: FindExpected): string {
  const isTaken = (name: string) =>
    [operatorPath, rankingPath, claimPath, removedCategoryPath].some(
      (toPath: (name: string) => ResourcePath) => find(outputPath(toPath(name), 'json')) !== null,
    );
  let name = 'no-such-name';
  while (isTaken(name)) name += '-x';
  return name;
}

/** Runs every probe, so many at a time; the few that tell the most come before the many files. */
async function runProbes(
  live: LiveApi,
  client: Client,
  { concurrency, watcher }: VerifyOptions,
): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  const tasks = [...GROUPS].reverse().flatMap((group) =>
    group.probes(live).map((probe) => async () => {
      for (const finding of await runProbe(probe, client)) judged.push({ group, finding });
    }),
  );
  let begun = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let task = tasks[begun]; task !== undefined; task = tasks[begun]) {
      begun += 1;
      await task();
      done += 1;
      watcher.onProgress(done, tasks.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } catch (error) {
    // Nobody begins another task while the others finish theirs.
    begun = tasks.length;
    throw error;
  }
  return judged;
}

/** A host that closes the connection breaks the rule that was asked about. */
async function runProbe(probe: Probe, client: Client): Promise<readonly Finding[]> {
  try {
    return await probe.run(client);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const { request, message } = error;
    const deviation = { request, expected: 'an answer', actual: message, seenIn: 'the answer' };
    return [{ check: probe.checks[0], deviations: [deviation] }] as readonly Finding[];
  }
}
