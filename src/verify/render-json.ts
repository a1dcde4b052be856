import { toTimestamp } from '../model/index.ts';
import { toCurl } from './curl.ts';
import type { CheckResult, Verification } from './report.ts';

/** For tools: every check and every deviation, as one JSON document. Keys are added, never renamed. */
export function renderVerificationJson(verification: Verification): string {
  const { baseUrl, comparedWith, generatedAt, namedBaseUrl, requests, checks } = verification;
  const count = (verdict: CheckResult['verdict']) =>
    checks.filter((check) => check.verdict === verdict).length;
  const document = {
    base_url: baseUrl,
    named_base_url: namedBaseUrl,
    compared_with: comparedWith,
    published_at: generatedAt === null ? null : toTimestamp(generatedAt),
    resources: {
      total: verification.totalResources,
      compared: verification.sampledResources,
      of_newer_version: verification.unknownEntries,
    },
    requests,
    passed: count('passed'),
    failed: count('failed'),
    excepted: count('excepted'),
    skipped: count('skipped'),
    checks: checks.map((check) => toRecord(check, baseUrl)),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function toRecord(check: CheckResult, baseUrl: string) {
  const { id, holds, verdict, probes, broken, reason, deviations } = check;
  return {
    id,
    holds,
    verdict,
    probes,
    broken,
    reason,
    deviations: deviations.map((deviation) => ({
      method: deviation.request.method,
      url: baseUrl + deviation.request.path,
      headers: deviation.request.headers,
      expected: deviation.expected,
      actual: deviation.actual,
      curl: toCurl(baseUrl, deviation),
    })),
  };
}
