import { CSV_ONLY, get, JSON_ONLY, type Request } from './client.ts';
import {
  compare,
  compareAnswers,
  comparing,
  conditional,
  describeHeader,
  deviation,
  finding,
  ifModifiedSince,
  ifNoneMatch,
  validatorsOf,
} from './compare.ts';
import { CLOCK_TOLERANCE } from './freshness.ts';
import type { Deviation, Group, LiveApi, Probe } from './group.ts';

const NO_ETAG = 'no answer has an ETag';
const NO_DATE = 'no answer has a Last-Modified date';

/** How long answers are kept, and how they are revalidated. */
export const caching: Group<
  | 'cache-control'
  | 'etag'
  | 'etag-stays'
  | 'etag-per-form'
  | 'etag-follows-bytes'
  | 'not-modified-by-etag'
  | 'not-modified-by-date'
  | 'not-modified-headers'
  | 'other-etag'
  | 'last-modified'
> = {
  name: 'caching',
  rules: {
    'cache-control': { holds: 'Every answer may be kept by any cache for max-age seconds' },
    etag: { holds: 'Every representation has an ETag' },
    'etag-stays': { holds: 'The ETag stays while the bytes stay', otherwise: NO_ETAG },
    'etag-per-form': { holds: 'JSON and CSV never share an ETag', otherwise: NO_ETAG },
    'etag-follows-bytes': {
      holds: 'Bodies of different length never share an ETag',
      otherwise: NO_ETAG,
    },
    'not-modified-by-etag': { holds: 'Who has the ETag gets 304, no body', otherwise: NO_ETAG },
    'not-modified-by-date': { holds: 'Who has the date gets 304, no body', otherwise: NO_DATE },
    'not-modified-headers': {
      holds: '304 repeats ETag, Cache-Control and Content-Location',
      otherwise: 'no answer was 304',
    },
    'other-etag': { holds: 'Who has another ETag, or the other form, gets everything' },
    'last-modified': { holds: 'Last-Modified is a moment that has come', otherwise: NO_DATE },
  },
  probes: (live) => {
    const negotiated = live.examples.flatMap((path) => [get(path), get(path, CSV_ONLY)]);
    const suffixed = live.examples.flatMap((path) => [get(`${path}.json`), get(`${path}.csv`)]);
    const found = [...negotiated, ...suffixed];
    const kept = comparing(['Cache-Control'], live);
    return [
      ...[...found, get('/manifest.json'), ...errorRequests(live)].map((request) =>
        kept('cache-control', request),
      ),
      ...found.flatMap((request) => [hasEtag(request), hasSoundDate(request)]),
      ...negotiated.map(keepsEtag),
      ...live.examples.flatMap((path) => [
        tellsFormsApart(get(path, JSON_ONLY), get(path, CSV_ONLY), live),
        tellsFormsApart(get(`${path}.json`), get(`${path}.csv`), live),
      ]),
      tellsLengthsApart(found),
      ...found.flatMap((request) => revalidates(request, live)),
    ];
  },
};

type Check = keyof typeof caching.rules;

function errorRequests({ unknownName, removedCategories }: LiveApi): readonly Request[] {
  return [`/operators/${unknownName}`, ...removedCategories.map((slug) => `/best/${slug}`)].map(
    (path) => get(path),
  );
}

function hasEtag(request: Request): Probe<Check> {
  return {
    checks: ['etag'],
    run: async (client) => {
      const answer = await client.ask(request);
      // RFC 9110 §8.8.3: a quoted string, weak or strong.
      const isThere = /^(W\/)?"[!\x23-\x7e\x80-\xff]*"$/.test(answer.headers['etag'] ?? '');
      const actual = describeHeader('ETag', answer);
      return [finding('etag', isThere, deviation(request, 'an ETag', actual))];
    },
  };
}

function hasSoundDate(request: Request): Probe<Check> {
  return {
    checks: ['last-modified'],
    run: async (client) => {
      const answer = await client.ask(request);
      const value = answer.headers['last-modified'];
      if (value === undefined) return [];
      const isSound = Date.parse(value) <= answer.answeredAt + CLOCK_TOLERANCE;
      const actual = describeHeader('Last-Modified', answer);
      const expected = 'a Last-Modified date that has come';
      return [finding('last-modified', isSound, deviation(request, expected, actual))];
    },
  };
}

/** Several machines behind one name may each make another ETag. */
function keepsEtag(request: Request): Probe<Check> {
  return {
    checks: ['etag-stays'],
    run: async (client) => {
      const first = await client.ask(request);
      if (first.headers['etag'] === undefined) return [];
      const second = await client.askAnew(request);
      const stays = first.headers['etag'] === second.headers['etag'];
      const expected = `${describeHeader('ETag', first)}, as the first time`;
      const actual = describeHeader('ETag', second);
      return [finding('etag-stays', stays, deviation(request, expected, actual))];
    },
  };
}

function tellsFormsApart(json: Request, csv: Request, live: LiveApi): Probe<Check> {
  return {
    checks: ['etag-per-form', 'other-etag'],
    run: async (client) => {
      const [own, other] = [await client.ask(json), await client.ask(csv)].map(validatorsOf);
      if (own === undefined || other === undefined) return [];
      if (own.etag === '' || other.etag === '') return [];
      const conditions = ['"another"', other.etag].map((etag) => ({ 'If-None-Match': etag }));
      const findings = [];
      for (const condition of conditions) {
        const request = { ...json, headers: { ...json.headers, ...condition } };
        const answer = await client.ask(request);
        const deviations = compare(request, answer, live.expect(request, own), ['status']);
        findings.push({ check: 'other-etag', deviations } as const);
      }
      const shared = deviation(csv, `another ETag than ${own.etag}, that of the JSON`, other.etag);
      return [finding('etag-per-form', own.etag !== other.etag, shared), ...findings];
    },
  };
}

/** An ETag that does not depend on the body says "not modified" after a change. */
function tellsLengthsApart(requests: readonly Request[]): Probe<Check> {
  return {
    checks: ['etag-follows-bytes'],
    run: async (client) => {
      const lengths = new Map<string, { readonly length: number; readonly path: string }>();
      const deviations: Deviation[] = [];
      for (const request of requests) {
        const answer = await client.ask(request);
        const { etag } = validatorsOf(answer);
        if (etag === '') continue;
        const { length } = answer.body;
        const first = lengths.get(etag) ?? { length, path: request.path };
        lengths.set(etag, first);
        if (length === first.length) continue;
        const expected = `another ETag than the ${first.length} bytes of ${first.path} have`;
        deviations.push(deviation(request, expected, `ETag: ${etag} for ${length} bytes`));
      }
      return lengths.size === 0 ? [] : [{ check: 'etag-follows-bytes', deviations }];
    },
  };
}

function revalidates(request: Request, live: LiveApi): readonly Probe<Check>[] {
  const nothingNew = conditional(['status', 'body'], live);
  return [
    nothingNew('not-modified-by-etag', request, ifNoneMatch),
    nothingNew('not-modified-by-date', request, ifModifiedSince),
    repeatsHeaders(request),
  ];
}

/** RFC 9110 §15.4.5: the header fields that a cache needs. */
function repeatsHeaders(request: Request): Probe<Check> {
  const repeated = ['ETag', 'Cache-Control', 'Content-Location'] as const;
  return {
    checks: ['not-modified-headers'],
    run: async (client) => {
      const first = await client.ask(request);
      const condition = ifNoneMatch(validatorsOf(first));
      if (condition === null) return [];
      const again = { ...request, headers: { ...request.headers, ...condition } };
      const answer = await client.ask(again);
      if (answer.status !== 304) return [];
      const deviations = compareAnswers(again, answer, first, repeated);
      return [{ check: 'not-modified-headers', deviations }];
    },
  };
}
