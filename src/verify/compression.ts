import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  type Answer,
  CSV_ONLY,
  get,
  getPlain,
  JSON_ONLY,
  type Request,
  withFields,
} from './client.ts';
import {
  compare,
  compareBytes,
  describeHeader,
  deviation,
  judging,
  validatorsOf,
} from './compare.ts';
import {
  type Deviation,
  type Expected,
  type Finding,
  group,
  type Host,
  type Probe,
} from './group.ts';

const NOT_DONE = 'the host compressed nothing';

/** RFC 9110 §12.5.3: a quality of zero is a refusal. */
const REFUSALS = ['identity', 'gzip;q=0, br;q=0'];

/** Compression on the way; a host may compress nothing. */
export const compression = group(
  'compression',
  {
    gzip: {
      holds: 'A gzip answer decodes to the published file',
      otherwise: 'the host sent no gzip',
    },
    brotli: {
      holds: 'A Brotli answer decodes to the published file',
      otherwise: 'the host sent no Brotli',
    },
    'only-when-asked': { holds: 'Who asks for no compression gets none' },
    'media-type': { holds: 'Compression leaves Content-Type as it is', otherwise: NOT_DONE },
    vary: { holds: 'Vary names Accept-Encoding, and still Accept', otherwise: NOT_DONE },
    etag: {
      holds: 'A compressed answer has its own ETag, or a weak one',
      otherwise: NOT_DONE,
    },
    'not-modified': { holds: 'Its ETag gets 304 as well', otherwise: NOT_DONE },
  },
  ({ example }) => {
    const addresses = [
      get(example, JSON_ONLY),
      get(example, CSV_ONLY),
      get(`${example}.json`),
      get(`${example}.csv`),
    ];
    const refusing = addresses.flatMap((request) =>
      REFUSALS.map((refusal) => withFields(request, { 'Accept-Encoding': refusal })),
    );
    return [
      ...addresses.flatMap((request) => CODINGS.map((coding) => probeCoding(request, coding))),
      ...judging('only-when-asked', [...refusing, ...addresses], (answer, request) => {
        const encoding = answer.headers['content-encoding'] ?? 'identity';
        if (encoding === 'identity') return [];
        const actual = describeHeader('Content-Encoding', answer);
        return [deviation(request, 'no Content-Encoding', actual)];
      }),
    ];
  },
);

interface Coding {
  /** As in Accept-Encoding and Content-Encoding. */
  readonly name: string;
  readonly check: 'gzip' | 'brotli';
  readonly decode: (body: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;
}

const CODINGS: readonly Coding[] = [
  { name: 'gzip', check: 'gzip', decode: gunzipSync },
  { name: 'br', check: 'brotli', decode: brotliDecompressSync },
];

type Check = Coding['check'] | 'media-type' | 'vary' | 'etag' | 'not-modified';

function probeCoding(address: Request, coding: Coding): Probe<Check> {
  const { check, name } = coding;
  const request = withFields(address, { 'Accept-Encoding': name });
  return {
    check,
    run: async (host) => {
      const answer = await host.ask(request);
      // The status and the form are those of the plain answer.
      const expected = host.expect(request);
      const status = compare(request, answer, expected, ['status']);
      if (status.length > 0) return [{ check, deviations: status }];
      if (answer.headers['content-encoding'] === undefined) return [];
      return [
        { check, deviations: compareDecoded(request, answer, coding, expected) },
        { check: 'media-type', deviations: compare(request, answer, expected, ['Content-Type']) },
        { check: 'vary', deviations: compareVary(request, answer, expected) },
        ...(await compareValidators(request, answer, host)),
      ];
    },
  };
}

function compareDecoded(
  request: Request,
  answer: Answer,
  { name, decode }: Coding,
  { body }: Expected,
): readonly Deviation[] {
  const encoding = answer.headers['content-encoding']?.toLowerCase();
  if (encoding !== name) {
    const found = describeHeader('Content-Encoding', answer);
    return [deviation(request, `Content-Encoding: ${name}, or none`, found)];
  }
  if (body === null) return [];
  try {
    // One byte more shows that the body is too long, without decoding a bomb.
    const decoded = decode(answer.body, { maxOutputLength: body.size + 1 });
    return compareBytes(request, decoded, body, 'the decoded body');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const wanted = `a ${name} body that decodes to ${body.size} bytes`;
    return [deviation(request, wanted, `a body that does not: ${reason}`, 'the decoded body')];
  }
}

function compareVary(
  request: Request,
  answer: Answer,
  { headers, ...expected }: Expected,
): readonly Deviation[] {
  const own = headers['vary'];
  const vary = own === undefined ? 'Accept-Encoding' : `${own}, Accept-Encoding`;
  return compare(request, answer, { ...expected, headers: { ...headers, vary } }, ['Vary']);
}

async function compareValidators(
  request: Request,
  answer: Answer,
  { ask, expect }: Host,
): Promise<readonly Finding<'etag' | 'not-modified'>[]> {
  const own = validatorsOf(answer);
  if (own.etag === '') return [];
  const plain = await ask(getPlain(request.path, { Accept: request.headers['Accept'] ?? '*/*' }));
  // RFC 9110 §8.8.3.3: a strong tag stands for the very bytes that are sent.
  const isOwn = own.etag.startsWith('W/') || own.etag !== plain.headers['etag'];
  const shared = deviation(request, 'a weak ETag, or another than the plain answer', own.etag);
  const again = withFields(request, { 'If-None-Match': own.etag });
  const notModified = compare(again, await ask(again), expect(again, own), ['status']);
  return [
    { check: 'etag', deviations: isOwn ? [] : [shared] },
    { check: 'not-modified', deviations: notModified },
  ];
}
