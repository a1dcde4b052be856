import { join } from 'node:path';
import { checkAddress } from '../check-address.ts';
import { EnvironmentError, styleFor } from '../diagnostics/index.ts';
import { API_PATH, systemClock } from '../model/index.ts';
import { publishedFiles } from '../preview/index.ts';
import {
  CHECK_IDS,
  renderVerificationJson,
  renderVerificationText,
  type Verification,
  verify,
} from '../verify/index.ts';
import { showProgress } from './progress.ts';
import { warnOfProxies } from './proxies.ts';
import { count, describePause, describeTimeSince } from './sentences.ts';
import type { ExitCode, World } from './world.ts';

export interface VerifyCommandOptions {
  readonly out?: string;
  readonly sample: number | 'all';
  readonly concurrency: number;
  /** In seconds. */
  readonly maxAge?: number;
  readonly maxAgeHours?: number;
  /** In seconds. */
  readonly timeout: number;
  readonly except: readonly string[];
  readonly format: 'text' | 'json';
}

/** Checks a live deployment against the contract. */
export async function runVerify(
  address: string,
  options: VerifyCommandOptions,
  version: string,
  world: World,
): Promise<ExitCode> {
  const started = performance.now();
  const baseUrl = checkAddress(address, 'baseUrl', 'argument base-url');
  const unknown = options.except.find((id) => !CHECK_IDS.includes(id));
  if (unknown !== undefined) {
    throw new EnvironmentError(
      `Unknown check "${unknown}" in --except. Run verify without it to see all check ids`,
    );
  }
  warnOfProxies('verify', [baseUrl], world);
  const { out } = options;
  const progress = showProgress('Running', 'probes', world);
  const verification = await verify({
    ...options,
    baseUrl,
    userAgent: `operator-api/${version} (+verify)`,
    patience: 1000 * options.timeout,
    maxAge: options.maxAge ?? null,
    maxAgeHours: options.maxAgeHours ?? null,
    built: out === undefined ? null : { folder: out, find: publishedFiles(join(out, API_PATH)) },
    now: () => systemClock().now,
    watcher: {
      onProgress: progress.update,
      onPause: (pause) => progress.say(describePause(pause)),
    },
  }).finally(progress.clear);
  world.out(
    options.format === 'json'
      ? renderVerificationJson(verification)
      : renderVerificationText(verification, styleFor(world)),
  );
  world.err(`${summarise(verification)}, in ${describeTimeSince(started)}.\n`);
  return verification.checks.some(({ verdict }) => verdict === 'failed') ? 1 : 0;
}

/** "2 of 54 checks failed (3 not checked): 412 requests" */
function summarise({ checks, requests }: Verification): string {
  const numberOf = (verdict: (typeof checks)[number]['verdict']) =>
    checks.filter((check) => check.verdict === verdict).length;
  const judged = checks.length - numberOf('skipped');
  const failed = numberOf('failed');
  const remarks = [
    ...(numberOf('excepted') > 0 ? [`${numberOf('excepted')} known`] : []),
    ...(numberOf('skipped') > 0 ? [`${numberOf('skipped')} not checked`] : []),
  ];
  return [
    failed === 0
      ? `All ${count(judged, 'check')} passed`
      : `${failed} of ${count(judged, 'check')} failed`,
    remarks.length === 0 ? '' : ` (${remarks.join(', ')})`,
    `: ${count(requests, 'request')}`,
  ].join('');
}
