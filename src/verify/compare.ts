import { quote } from '../diagnostics/index.ts';
import { digest } from '../represent/index.ts';
import type { Answer, Request } from './client.ts';
import type {
  Deviation,
  Expected,
  ExpectedBody,
  Finding,
  LiveApi,
  OwnValidators,
  Probe,
} from './group.ts';

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
  | 'Content-Range'
  | 'Content-Type'
  | 'Deprecation'
  | 'ETag'
  | 'Last-Modified'
  | 'Link'
  | 'Sunset'
  | 'Vary'
  | 'X-Content-Type-Options';

/** Makes probes of one rule each, which compare parts of an answer with the policy. */
export function comparing(parts: readonly Part[], { expect }: LiveApi) {
  return <K extends string>(check: K, request: Request): Probe<K> => ({
    checks: [check],
    run: async (client) => {
      const answer = await client.ask(request);
      return [{ check, deviations: compare(request, answer, expect(request), parts) }];
    },
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
    const actual = `${describeStatus(answer)}${describeTarget(answer)}`;
    return [deviation(request, `status ${expected.status}`, actual)];
  }
  return parts.flatMap((part) => {
    if (part === 'status') return [];
    if (part === 'body') return compareBody(request, answer, expected);
    return compareHeader(request, part, answer, expected);
  });
}

/** The parts in which an answer differs from another answer. */
export function compareAnswers(
  request: Request,
  answer: Answer,
  other: Answer,
  parts: readonly Exclude<Part, 'body'>[],
): readonly Deviation[] {
  const { status, headers } = other;
  return compare(request, answer, { status, headers, body: null }, parts);
}

export function deviation(
  request: Request,
  expected: string,
  actual: string,
  seenIn: Deviation['seenIn'] = 'the answer',
): Deviation {
  return { request, expected, actual, seenIn };
}

/** A finding with the deviation unless the rule holds. */
export function finding<K extends string>(check: K, holds: boolean, broken: Deviation): Finding<K> {
  return { check, deviations: holds ? [] : [broken] };
}

export function describeStatus({ status }: Answer): string {
  return `status ${status}`;
}

/** "Vary: Accept", or "no Vary". */
export function describeHeader(name: string, { headers }: Answer): string {
  const value = headers[name.toLowerCase()];
  return value === undefined ? `no ${name}` : `${name}: ${value}`;
}

function describeTarget({ status, headers }: Answer): string {
  const location = headers['location'];
  return status >= 300 && status < 400 && location !== undefined ? `, to ${location}` : '';
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

/**
 * Makes probes that ask, and ask again with the validators of the answer. Without validators, nothing
 * is judged.
 */
export function conditional(parts: readonly Part[], { expect }: LiveApi) {
  /** @param condition Gives header fields for the validators; null if one is missing. */
  return <K extends string>(
    check: K,
    request: Request,
    condition: (own: OwnValidators) => Request['headers'] | null = ifNoneMatch,
  ): Probe<K> => ({
    checks: [check],
    run: async (client) => {
      const own = validatorsOf(await client.ask(request));
      const more = condition(own);
      if (more === null) return [];
      const again = { ...request, headers: { ...request.headers, ...more } };
      const answer = await client.ask(again);
      return [{ check, deviations: compare(again, answer, expect(again, own), parts) }];
    },
  });
}

export function ifNoneMatch({ etag }: OwnValidators): Request['headers'] | null {
  return etag === '' ? null : { 'If-None-Match': etag };
}

export function ifModifiedSince({ lastModified }: OwnValidators): Request['headers'] | null {
  return lastModified === '' ? null : { 'If-Modified-Since': lastModified };
}
