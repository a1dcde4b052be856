import { CSV_ONLY, get, JSON_ONLY, type Request, withFields } from './client.ts';
import {
  compare,
  comparing,
  conditional,
  describeHeader,
  deviation,
  ifModifiedSince,
  ifNoneMatch,
  judging,
  type Part,
  validatorsOf,
} from './compare.ts';
import { CLOCK_TOLERANCE } from './freshness.ts';
import { type Deviation, group, type Probe } from './group.ts';

const NO_ETAG = 'no answer has an ETag';
const NO_DATE = 'no answer has a Last-Modified date';

const NOTHING_NEW: readonly Part[] = ['status', 'body'];

/** How long answers are kept, and how they are revalidated. */
export const caching = group(
  'caching',
  {
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
  ({ examples, unknownName, removed }) => {
    const negotiated = examples.flatMap((path) => [get(path), get(path, CSV_ONLY)]);
    const suffixed = examples.flatMap((path) => [get(`${path}.json`), get(`${path}.csv`)]);
    const found = [...negotiated, ...suffixed];
    const others = ['/manifest.json', `/operators/${unknownName}`, ...removed];
    const cached = [...found, ...others.map((path) => get(path))];
    return [
      ...comparing('cache-control', ['Cache-Control'], cached),
      ...judging('etag', found, (answer, request) => {
        // RFC 9110 §8.8.3: a quoted string, weak or strong.
        const isThere = /^(W\/)?"[!\x23-\x7e\x80-\xff]*"$/.test(answer.headers['etag'] ?? '');
        return isThere ? [] : [deviation(request, 'an ETag', describeHeader('ETag', answer))];
      }),
      ...judging('last-modified', found, (answer, request) => {
        const value = answer.headers['last-modified'];
        if (value === undefined) return null;
        if (Date.parse(value) <= answer.answeredAt + CLOCK_TOLERANCE) return [];
        const actual = describeHeader('Last-Modified', answer);
        return [deviation(request, 'a Last-Modified date that has come', actual)];
      }),
      // Several machines behind one name may each make another ETag.
      ...judging('etag-stays', negotiated, async (first, request, { askAnew }) => {
        if (first.headers['etag'] === undefined) return null;
        const second = await askAnew(request);
        if (first.headers['etag'] === second.headers['etag']) return [];
        const expected = `${describeHeader('ETag', first)}, as the first time`;
        return [deviation(request, expected, describeHeader('ETag', second))];
      }),
      ...examples.flatMap((path) => [
        tellsFormsApart(get(path, JSON_ONLY), get(path, CSV_ONLY)),
        tellsFormsApart(get(`${path}.json`), get(`${path}.csv`)),
      ]),
      tellsLengthsApart(found),
      ...conditional('not-modified-by-etag', NOTHING_NEW, found),
      ...conditional('not-modified-by-date', NOTHING_NEW, found, ifModifiedSince),
      // RFC 9110 §15.4.5: the header fields that a cache needs.
      ...judging('not-modified-headers', found, async (first, request, { ask }) => {
        const condition = ifNoneMatch(validatorsOf(first));
        if (condition === null) return null;
        const again = withFields(request, condition);
        const answer = await ask(again);
        if (answer.status !== 304) return null;
        const repeated: readonly Part[] = ['ETag', 'Cache-Control', 'Content-Location'];
        return compare(again, answer, { ...first, body: null }, repeated);
      }),
    ];
  },
);

function tellsFormsApart(json: Request, csv: Request): Probe<'etag-per-form' | 'other-etag'> {
  return {
    check: 'etag-per-form',
    run: async ({ ask, expect }) => {
      const own = validatorsOf(await ask(json));
      const other = validatorsOf(await ask(csv));
      if (own.etag === '' || other.etag === '') return [];
      const findings = [];
      for (const etag of ['"another"', other.etag]) {
        const request = withFields(json, { 'If-None-Match': etag });
        const deviations = compare(request, await ask(request), expect(request, own), ['status']);
        findings.push({ check: 'other-etag', deviations } as const);
      }
      const shared = deviation(csv, `another ETag than ${own.etag}, that of the JSON`, other.etag);
      const deviations = own.etag === other.etag ? [shared] : [];
      return [{ check: 'etag-per-form', deviations }, ...findings];
    },
  };
}

/** An ETag that does not depend on the body says "not modified" after a change. */
function tellsLengthsApart(requests: readonly Request[]): Probe<'etag-follows-bytes'> {
  return {
    check: 'etag-follows-bytes',
    run: async ({ ask }) => {
      const lengths = new Map<string, { readonly length: number; readonly path: string }>();
      const deviations: Deviation[] = [];
      for (const request of requests) {
        const answer = await ask(request);
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
