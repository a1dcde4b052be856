import { type Style, showControls } from '../diagnostics/index.ts';
import { toTimestamp } from '../model/index.ts';
import { LIKE_CURL, rootFor } from './client.ts';
import type { Deviation } from './group.ts';
import type { CheckResult, Verdict, Verification } from './report.ts';

/** For tools: every check and every deviation, as one JSON document. Keys are added, never renamed. */
export function renderVerificationJson({ baseUrl, live, requests, checks }: Verification): string {
  const { manifest, resources, totalResources, hasBuild } = live;
  const { generatedAt } = manifest;
  const count = (verdict: CheckResult['verdict']) =>
    checks.filter((check) => check.verdict === verdict).length;
  const document = {
    base_url: baseUrl,
    named_base_url: manifest.baseUrl,
    compared_with: hasBuild ? 'build' : 'manifest',
    published_at: generatedAt === null ? null : toTimestamp(generatedAt),
    resources: {
      total: totalResources,
      compared: resources.length,
      of_newer_version: manifest.unknownEntries,
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
      url: rootFor(deviation.request, baseUrl) + deviation.request.path,
      headers: deviation.request.headers,
      expected: deviation.expected,
      actual: deviation.actual,
      curl: toCurl(baseUrl, deviation),
    })),
  };
}

/** The requests that are shown for one check; JSON has all of them. */
const MOST_SHOWN = 3;

/** For people: every check in a table, and below each failed check the requests that show it. */
export function renderVerificationText(verification: Verification, style: Style): string {
  const { checks, baseUrl } = verification;
  const width = Math.max(...checks.map(({ id }) => id.length));
  const groups = [...new Set(checks.map(({ group }) => group))];
  const tables = groups.map((group) =>
    checks
      .filter((check) => check.group === group)
      .flatMap((check) => [
        describeCheck(check, width, style),
        ...showBroken(check, baseUrl, style),
      ])
      .join('\n'),
  );
  return `${[describeSubject(verification, style), ...tables].join('\n\n')}\n`;
}

function describeSubject({ baseUrl, live }: Verification, style: Style): string {
  const { manifest, resources, totalResources, hasBuild } = live;
  const { generatedAt, baseUrl: namedBaseUrl, unknownEntries } = manifest;
  const time = generatedAt === null ? 'at an unknown time' : toTimestamp(generatedAt);
  const some =
    resources.length === totalResources
      ? `all ${totalResources} resources`
      : `${resources.length} of ${totalResources} resources`;
  const other = hasBuild ? 'the local build' : 'its own manifest';
  return [
    style.place(showControls(baseUrl)),
    `published ${time}; ${some} compared with ${other}`,
    ...(namedBaseUrl === null || namedBaseUrl === baseUrl
      ? []
      : [`the addresses inside the answers begin with ${showControls(namedBaseUrl)}`]),
    ...(unknownEntries === 0
      ? []
      : [
          `not looked at: what a newer version has published (manifest entries: ${unknownEntries})`,
        ]),
  ].join('\n');
}

const MARKS: Readonly<Record<Verdict, string>> = {
  passed: 'ok   ',
  failed: 'FAIL ',
  excepted: 'known',
  skipped: '-    ',
};

function describeCheck(check: CheckResult, width: number, style: Style): string {
  const { id, holds, verdict, reason } = check;
  const mark = verdict === 'failed' ? style.error(MARKS[verdict]) : MARKS[verdict];
  const remark = reason === null ? describeExtent(check) : `not checked: ${reason}`;
  return `  ${mark}  ${id.padEnd(width)}  ${holds} ${style.faint(`(${remark})`)}`;
}

/** How many probes passed, or how many did not. */
function describeExtent({ probes, broken }: CheckResult): string {
  const noun = probes === 1 ? 'probe' : 'probes';
  return broken === 0 ? `${probes} ${noun}` : `broken in ${broken} of ${probes} ${noun}`;
}

function showBroken(check: CheckResult, baseUrl: string, style: Style): readonly string[] {
  const byLine = new Map<string, Deviation[]>();
  for (const deviation of check.deviations) {
    const line = toCurl(baseUrl, deviation);
    byLine.set(line, [...(byLine.get(line) ?? []), deviation]);
  }
  const more = byLine.size - MOST_SHOWN;
  return [
    ...[...byLine].slice(0, MOST_SHOWN).flatMap(([line, deviations]) => show(line, deviations)),
    ...(more > 0 ? [style.faint(`         and ${more} more; --format json lists them all`)] : []),
  ];
}

/** A host may send control sequences for a terminal, such as C1 controls in Latin-1. */
function show(line: string, deviations: readonly Deviation[]): readonly string[] {
  return [
    `         ${showControls(line)}`,
    ...deviations.flatMap(({ expected, actual }) => [
      `           expected  ${showControls(expected)}`,
      `           actual    ${showControls(actual)}`,
    ]),
  ];
}

/** A line for a POSIX shell that repeats a request and shows the deviation. */
function toCurl(baseUrl: string, { request, seenIn }: Deviation): string {
  const { method, path, headers } = request;
  const words = ['curl'];
  if (seenIn === 'the digest') words.push('-s');
  else words.push(method === 'HEAD' ? '-sI' : '-si');
  if (seenIn === 'the decoded body') words.push('--compressed');
  else if (isEncoded(headers['Accept-Encoding'])) words.push('-D', '-', '-o', '/dev/null');
  if (method !== 'GET' && method !== 'HEAD') words.push('-X', method);
  if (headers['Accept'] === undefined) words.push('-H', quote('Accept:'));
  for (const [name, value] of Object.entries(headers)) {
    if (LIKE_CURL[name] === value) continue;
    // For an empty value curl wants a semicolon: with a colon, it would omit the field.
    words.push('-H', quote(value === '' ? `${name};` : `${name}: ${value}`));
  }
  words.push(quote(rootFor(request, baseUrl) + path));
  if (seenIn === 'the digest') words.push('|', 'sha256sum');
  return words.join(' ');
}

/** Whether the answer may have bytes that should not be shown on a terminal. */
function isEncoded(acceptEncoding: string | undefined): boolean {
  return acceptEncoding !== undefined && acceptEncoding !== 'identity';
}

/** POSIX Shell Command Language §2.2.2: every character but the single quote is literal. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
