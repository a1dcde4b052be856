import { EnvironmentError, showControls } from '../diagnostics/index.ts';
import type { Pause } from '../http/index.ts';
import { caching } from './caching.ts';
import { type Answer, type Client, getPlain, NoAnswer, openClient } from './client.ts';
import { compression } from './compression.ts';
import { cors } from './cors.ts';
import { errors } from './errors.ts';
import { freshness } from './freshness.ts';
import type { Finding, Group, LiveApi, Probe } from './group.ts';
import {
  describeApi,
  type Expectations,
  INDEX,
  judgeManifest,
  MANIFEST_REQUEST,
  type PublishedManifest,
} from './live-api.ts';
import { negotiation } from './negotiation.ts';
import { type Judged, judgeChecks, type Verification } from './report.ts';
import { representations } from './representations.ts';

export interface VerifyOptions extends Expectations {
  readonly userAgent: string;
  /** The most requests at a time. */
  readonly concurrency: number;
  /** How long nothing may happen on a connection, in milliseconds. */
  readonly patience: number;
  /** Ids of checks that are known to fail. */
  readonly except: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly watcher: {
    /** Called after each probe. */
    readonly onProgress: (probes: number, total: number) => void;
    /** The host asks for a pause. */
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
 * Asks a deployment for its answers and compares every one with the policy.
 *
 * @throws EnvironmentError when the host cannot be reached, or publishes no manifest
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { baseUrl, watcher } = options;
  const { onPause } = watcher;
  const client = openClient({ ...options, signOfLife: MANIFEST_REQUEST, onPause });
  try {
    const published = await fetchManifest(baseUrl, client);
    const index = await fetchIndex(client);
    const { live, total } = describeApi(published, index, options);
    const judged = await runProbes(live, client, options);
    return {
      baseUrl,
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
    client.close();
  }
}

/** Nothing can be verified without the manifest, so any problem with it ends the run. */
async function fetchManifest(baseUrl: string, client: Client): Promise<PublishedManifest> {
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
  return { manifest, answer };
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

/** Runs every probe, several at a time. The few that say most come before the many files. */
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
    // No further task begins.
    begun = tasks.length;
    throw error;
  }
  return judged;
}

/** Without an answer, the first rule of the probe is broken. */
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
