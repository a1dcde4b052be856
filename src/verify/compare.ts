import { quote } from '../diagnostics/index.ts';
import { digest } from '../represent/index.ts';
import { type Answer, type Request, withFields } from './client.ts';
import type { Deviation, Expected, ExpectedBody, Host, OwnValidators, Probe } from './group.ts';

/** The compared part of an answer: its status, its bytes, or a header field by its name. */
export type Part = 'status' | 'body' | HeaderName;
type HeaderName =
  | 'Access-Control-Allow-Headers'
  | 'Access-Control-Allow-Methods'
  | 'Access-Control-Allow-Origin'
  | 'Access-Control-Expose-Headers'
  | 'Access-Control-Max-Age'
  | 'Allow'
  | 'Cache-Control'
  | 'Content-Location'
  | 'Content-Security-Policy'
  | 'Content-Type'
  | 'Deprecation'
  | 'ETag'
  | 'Last-Modified'
  | 'Link'
  | 'Sunset'
  | 'Vary'
  | 'X-Content-Type-Options';

/**
 * Probes of one rule, each of which asks a request and judges the answer.
 *
 * @param judge Gives the deviations; null where there is nothing to judge.
 */
export function judging<K extends string>(
  check: K,
  requests: readonly Request[],
  judge: (answer: Answer, request: Request, host: Host) => Judgement | Promise<Judgement>,
): readonly Probe<K>[] {
  return requests.map((request) => ({
    check,
    run: async (host) => {
      const deviations = await judge(await host.ask(request), request, host);
      return deviations === null ? [] : [{ check, deviations }];
    },
  }));
}

type Judgement = readonly Deviation[] | null;

/** Probes of one rule, which compare parts of each answer with the policy. */
export function comparing<K extends string>(
  check: K,
  parts: readonly Part[],
  requests: readonly Request[],
): readonly Probe<K>[] {
  return judging(check, requests, (answer, request, { expect }) =>
    compare(request, answer, expect(request), parts),
  );
}

/**
 * Probes of one rule, which ask again with the validators of the answer. Without validators, nothing is
 * judged.
 *
 * @param condition Gives header fields for the validators; null if one is missing.
 */
export function conditional<K extends string>(
  check: K,
  parts: readonly Part[],
  requests: readonly Request[],
  condition: (own: OwnValidators) => Request['headers'] | null = ifNoneMatch,
): readonly Probe<K>[] {
  return judging(check, requests, async (first, request, { ask, expect }) => {
    const own = validatorsOf(first);
    const fields = condition(own);
    if (fields === null) return null;
    const again = withFields(request, fields);
    return compare(again, await ask(again), expect(again, own), parts);
  });
}

/** The parts of an answer that are not as expected; if the status is wrong, only the status. */
export function compare(
  request: Request,
  answer: Answer,
  expected: Expected,
  parts: readonly Part[],
): readonly Deviation[] {
  if (parts.includes('status') && answer.status !== expected.status) {
    const target = answer.headers['location'];
    const isRedirect = answer.status >= 300 && answer.status < 400 && target !== undefined;
    const actual = `status ${answer.status}${isRedirect ? `, to ${target}` : ''}`;
    return [deviation(request, `status ${expected.status}`, actual)];
  }
  return parts.flatMap((part) => {
    if (part === 'status') return [];
    if (part === 'body') return compareBody(request, answer, expected);
    return compareHeader(request, part, answer, expected);
  });
}

export function deviation(
  request: Request,
  expected: string,
  actual: string,
  seenIn: Deviation['seenIn'] = 'the answer',
): Deviation {
  return { request, expected, actual, seenIn };
}

/** "Vary: Accept", or "no Vary". */
export function describeHeader(name: string, { headers }: Answer): string {
  const value = headers[name.toLowerCase()];
  return value === undefined ? `no ${name}` : `${name}: ${value}`;
}

/** Compares bytes with those of a file, by digest; names the first byte that differs if it is known. */
export function compareBytes(
  request: Request,
  actual: Uint8Array,
  expected: ExpectedBody,
  seenIn: Deviation['seenIn'] = 'the digest',
): readonly Deviation[] {
  const sha256 = digest(actual);
  if (sha256 === expected.sha256) return [];
  const at = expected.bytes === null ? null : firstDifference(actual, expected.bytes);
  const [wanted, found] = [expected.bytes ?? new Uint8Array(), actual].map((bytes) =>
    at === null ? '' : `, from byte ${at} on ${excerpt(bytes, at)}`,
  );
  return [
    deviation(
      request,
      describeBytes(expected.size, expected.sha256) + wanted,
      describeBytes(actual.length, sha256) + found,
      seenIn,
    ),
  ];
}

function compareBody(request: Request, { body }: Answer, expected: Expected): readonly Deviation[] {
  // An error is short enough to read.
  const seenIn = expected.status >= 400 ? 'the answer' : 'the digest';
  if (expected.body !== null) return compareBytes(request, body, expected.body, seenIn);
  return body.length === 0
    ? []
    : [deviation(request, 'no body', `a body of ${body.length} bytes: ${excerpt(body, 0)}`)];
}

function compareHeader(
  request: Request,
  name: HeaderName,
  answer: Answer,
  expected: Expected,
): readonly Deviation[] {
  const wanted = expected.headers[name.toLowerCase()] ?? '';
  const actual = answer.headers[name.toLowerCase()] ?? '';
  if (COMPARISONS[name]?.(wanted, actual) ?? wanted === actual) return [];
  return [
    deviation(
      request,
      wanted === '' ? `no ${name}` : `${name}: ${wanted}`,
      describeHeader(name, answer),
    ),
  ];
}

type Comparison = (wanted: string, actual: string) => boolean;

/** RFC 9110 §5.6.1: a list without an order, which may have more members. */
const holdsAll: Comparison = (wanted, actual) => {
  const members = membersOf(actual, ',');
  return membersOf(wanted, ',').every((member) => members.includes(member));
};

const isSameSet =
  (separator: string): Comparison =>
  (wanted, actual) =>
    membersOf(wanted, separator).sort().join() === membersOf(actual, separator).sort().join();

/** Comparisons of fields that can be written in more than one way. */
const COMPARISONS: Partial<Record<HeaderName, Comparison>> = {
  'Access-Control-Allow-Methods': holdsAll,
  'Access-Control-Expose-Headers': holdsAll,
  Allow: isSameSet(','),
  'Cache-Control': isSameSet(','),
  'Content-Type': isSameSet(';'),
  Link: holdsAll,
  Vary: holdsAll,
};

/** The members of a list in lower case. */
function membersOf(list: string, separator: string): string[] {
  return list
    .split(separator)
    .map((member) => member.trim().toLowerCase())
    .filter((member) => member !== '');
}

/** Enough characters of a digest to identify it. */
const DIGEST_SHOWN = 16;

function describeBytes(size: number, sha256: string): string {
  return `${size} bytes, SHA-256 ${sha256.slice(0, DIGEST_SHOWN)}…`;
}

function firstDifference(a: Uint8Array, b: Uint8Array): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

const EXCERPT = 40;

/** A few bytes as quoted text, without control characters. */
function excerpt(bytes: Uint8Array, at: number): string {
  return quote(new TextDecoder().decode(bytes.subarray(at, at + EXCERPT)));
}

/** The validators of an answer; empty where there are none. */
export function validatorsOf({ status, headers }: Answer): OwnValidators {
  const isThere = status === 200;
  return {
    etag: (isThere && headers['etag']) || '',
    lastModified: (isThere && headers['last-modified']) || '',
  };
}

export function ifNoneMatch({ etag }: OwnValidators): Request['headers'] | null {
  return etag === '' ? null : { 'If-None-Match': etag };
}

export function ifModifiedSince({ lastModified }: OwnValidators): Request['headers'] | null {
  return lastModified === '' ? null : { 'If-Modified-Since': lastModified };
}
