import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  type Answer,
  type Client,
  CSV_ONLY,
  get,
  getPlain,
  JSON_ONLY,
  type Request,
} from './client.ts';
import {
  compare,
  compareBytes,
  describeHeader,
  deviation,
  finding,
  validatorsOf,
} from './compare.ts';
import type { Deviation, Expected, Finding, Group, LiveApi, Probe } from './group.ts';

const NOT_DONE = 'the host compressed nothing';

/** Compression on the way; a host may compress nothing. */
export const compression: Group<
  'gzip' | 'brotli' | 'only-when-asked' | 'media-type' | 'vary' | 'etag' | 'not-modified'
> = {
  name: 'compression',
  rules: {
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
  probes: (live) => {
    const [example = '/operators'] = live.examples;
    const addresses = [
      get(example, JSON_ONLY),
      get(example, CSV_ONLY),
      get(`${example}.json`),
      get(`${example}.csv`),
    ];
    return [
      ...addresses.flatMap((request) =>
        CODINGS.map((coding) => probeCoding(withEncoding(request, coding.name), coding, live)),
      ),
      ...addresses.flatMap((request) =>
        REFUSALS.map((refusal) => probeRefusal(withEncoding(request, refusal))),
      ),
      ...addresses.map(probeRefusal),
    ];
  },
};

type Check = keyof typeof compression.rules;

interface Coding {
  /** As in Accept-Encoding and Content-Encoding. */
  readonly name: string;
  readonly check: Check;
  readonly decode: (body: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;
}

const CODINGS: readonly Coding[] = [
  { name: 'gzip', check: 'gzip', decode: gunzipSync },
  { name: 'br', check: 'brotli', decode: brotliDecompressSync },
];

/** RFC 9110 §12.5.3: a quality of zero is a refusal. */
const REFUSALS = ['identity', 'gzip;q=0, br;q=0'];

function withEncoding(request: Request, acceptEncoding: string): Request {
  return { ...request, headers: { ...request.headers, 'Accept-Encoding': acceptEncoding } };
}

function probeRefusal(request: Request): Probe<Check> {
  return {
    checks: ['only-when-asked'],
    run: async (client) => {
      const answer = await client.ask(request);
      const encoding = answer.headers['content-encoding'] ?? 'identity';
      const found = deviation(
        request,
        'no Content-Encoding',
        describeHeader('Content-Encoding', answer),
      );
      return [finding('only-when-asked', encoding === 'identity', found)];
    },
  };
}

function probeCoding(request: Request, coding: Coding, live: LiveApi): Probe<Check> {
  return {
    checks: [coding.check],
    run: async (client) => {
      const answer = await client.ask(request);
      // The status and the form are those of the plain answer.
      const expected = live.expect(request);
      const status = compare(request, answer, expected, ['status']);
      if (status.length > 0) return [{ check: coding.check, deviations: status }];
      if (answer.headers['content-encoding'] === undefined) return [];
      return [
        { check: coding.check, deviations: compareDecoded(request, answer, coding, expected) },
        { check: 'media-type', deviations: compare(request, answer, expected, ['Content-Type']) },
        { check: 'vary', deviations: compareVary(request, answer, expected) },
        ...(await compareValidators(request, answer, live, client)),
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
  live: LiveApi,
  client: Client,
): Promise<readonly Finding<Check>[]> {
  const own = validatorsOf(answer);
  if (own.etag === '') return [];
  const plain = await client.ask(
    getPlain(request.path, { Accept: request.headers['Accept'] ?? '*/*' }),
  );
  // RFC 9110 §8.8.3.3: a strong tag stands for the very bytes that are sent.
  const isOwn = own.etag.startsWith('W/') || own.etag !== plain.headers['etag'];
  const shared = deviation(request, 'a weak ETag, or another than the plain answer', own.etag);
  const again = { ...request, headers: { ...request.headers, 'If-None-Match': own.etag } };
  const answeredAgain = await client.ask(again);
  const notModified = compare(again, answeredAgain, live.expect(again, own), ['status']);
  return [finding('etag', isOwn, shared), { check: 'not-modified', deviations: notModified }];
}
