import { atOnce } from '../http/index.ts';
import { caching } from './caching.ts';
import { type ClientOptions, NoAnswer, openClient } from './client.ts';
import { deviation } from './compare.ts';
import { compression } from './compression.ts';
import { cors } from './cors.ts';
import { errors } from './errors.ts';
import { freshness } from './freshness.ts';
import type { Finding, Group, Host, Probe } from './group.ts';
import { describeApi, type Expectations } from './live-api.ts';
import { negotiation } from './negotiation.ts';
import { pages } from './pages.ts';
import { judgeChecks, type Verification } from './report.ts';
import { representations } from './representations.ts';

export interface VerifyOptions extends Expectations, ClientOptions {
  /** Ids of checks that are known to fail. */
  readonly except: readonly string[];
  readonly watcher: ClientOptions['watcher'] & {
    /** Called after each probe. */
    readonly onProgress: (probes: number, total: number) => void;
  };
}

/** Every group of checks, in the order of the report. */
const GROUPS: readonly Group[] = [
  representations,
  negotiation,
  cors,
  caching,
  errors,
  pages,
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
  const { baseUrl, concurrency, except, watcher } = options;
  const client = openClient(options);
  try {
    const live = await describeApi(client, options);
    const host = { ...client, expect: live.expect };
    // The few that say most come before the many files.
    const tasks = [...GROUPS]
      .reverse()
      .flatMap(({ name, probes }) => probes(live).map((probe) => ({ name, probe })));
    const findings: Finding[] = [];
    let done = 0;
    await atOnce(concurrency, tasks, async ({ name, probe }, signal) => {
      // One that cannot go on ends the others, whoever waits for the end of a pause.
      signal.addEventListener('abort', client.close);
      for (const { check, deviations } of await runProbe(probe, host)) {
        findings.push({ check: `${name}/${check}`, deviations });
      }
      done += 1;
      watcher.onProgress(done, tasks.length);
    });
    const checks = judgeChecks(GROUPS, findings, except);
    return { baseUrl, live, requests: client.requestCount(), checks };
  } finally {
    client.close();
  }
}

async function runProbe(probe: Probe, host: Host): Promise<readonly Finding[]> {
  try {
    return await probe.run(host);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const { request, message } = error;
    return [{ check: probe.check, deviations: [deviation(request, 'an answer', message)] }];
  }
}
