import type { FileSuffix } from '../represent/index.ts';
import { type Client, CSV_ONLY, get, getPlain, JSON_ONLY, type Request } from './client.ts';
import {
  compare,
  compareAnswers,
  comparing,
  describeStatus,
  deviation,
  type Part,
} from './compare.ts';
import type { Deviation, Group, LiveApi, Probe, SampledResource } from './group.ts';

/** Whether every file arrives as published. */
export const representations: Group<
  | 'manifest'
  | 'json-bytes'
  | 'csv-bytes'
  | 'problem-bytes'
  | 'document-bytes'
  | 'alias-bytes'
  | 'base-address'
  | 'media-type'
  | 'links'
  | 'nosniff'
  | 'deprecation'
  | 'head'
  | 'range'
> = {
  name: 'representations',
  rules: {
    manifest: { holds: 'manifest.json is one that a build writes' },
    'json-bytes': { holds: 'Every JSON answer is the published file, byte for byte' },
    'csv-bytes': { holds: 'Every CSV answer is the published file, byte for byte' },
    'problem-bytes': { holds: 'Every problem document can be read at its own address' },
    'document-bytes': {
      holds: 'Every description, feed and download is the published file, byte for byte',
      otherwise: 'none is published',
    },
    'alias-bytes': {
      holds: 'Slug and id, category and alias have the same bytes',
      otherwise: 'nothing that was looked at has two addresses',
    },
    'base-address': {
      holds: 'The base address answers with the index, with and without a slash at its end',
    },
    'media-type': { holds: 'Every file is sent as what it is' },
    links: { holds: 'Every file links to its licence, its description and its other form' },
    nosniff: { holds: 'No browser may guess another type' },
    deprecation: {
      holds: 'Every answer says that the API will end if it will, and only then',
    },
    head: { holds: 'HEAD has the status and headers of GET' },
    range: { holds: 'A range of bytes gets those bytes, or all of them' },
  },
  probes: (live) => {
    const [example = '/operators'] = live.examples;
    const answered = comparing(['status', 'body'], live);
    const announced = comparing(OF_THE_END, live);
    return [
      probeManifest(live),
      ...['', '/'].map((path) => answered('base-address', getPlain(path, JSON_ONLY))),
      ...[get(example), get(example, CSV_ONLY), get(`${example}.csv`)].map(probeHead),
      probeRange(`${example}.json`),
      probeRange(`${example}.csv`),
      ...[getPlain(`/operators/${live.unknownName}`), getPlain('/nowhere')].map((request) =>
        announced('deprecation', request),
      ),
      ...live.resources.flatMap((resource) => probeResource(resource, live)),
    ];
  },
};

type Check = keyof typeof representations.rules;

function probeManifest(live: LiveApi): Probe<Check> {
  const { request, answer, malformed } = live.manifest;
  const deviations = [
    ...malformed.map((entry) => deviation(request, 'an entry that a build writes', entry)),
    ...compare(request, answer, live.expect(request), ['Content-Type']),
  ];
  return { checks: ['manifest'], run: async () => [{ check: 'manifest', deviations }] };
}

/** Every form of a resource at each of its addresses, each asked for once. */
function probeResource(resource: SampledResource, live: LiveApi): readonly Probe<Check>[] {
  const { path, aliases, suffixes } = resource;
  return suffixes.flatMap((suffix) => [
    probeFile(bytesCheck(resource, suffix), path + suffix, live),
    ...aliases.map((alias) => probeFile('alias-bytes', alias + suffix, live)),
  ]);
}

function bytesCheck({ kind }: SampledResource, suffix: FileSuffix): Check {
  if (kind !== 'table') return `${kind}-bytes`;
  return suffix === '.csv' ? 'csv-bytes' : 'json-bytes';
}

function probeFile(check: Check, path: string, live: LiveApi): Probe<Check> {
  const request = getPlain(path);
  return {
    checks: [check, 'media-type', 'links', 'nosniff', 'deprecation'],
    run: async (client) => {
      const answer = await client.askAnew(request);
      const expected = live.expect(request);
      const deviations = compare(request, answer, expected, ['status', 'body']);
      if (answer.status !== expected.status) return [{ check, deviations }];
      const differing = (...parts: readonly Part[]) => compare(request, answer, expected, parts);
      return [
        { check, deviations },
        { check: 'media-type', deviations: differing('Content-Type') },
        { check: 'links', deviations: differing('Link') },
        { check: 'nosniff', deviations: differing('X-Content-Type-Options') },
        { check: 'deprecation', deviations: differing(...OF_THE_END) },
      ];
    },
  };
}

/** The fields that announce the end of the API, besides a link. */
const OF_THE_END: readonly Part[] = ['Deprecation', 'Sunset'];

/** RFC 9110 §9.3.2: as if it were GET. */
function probeHead(request: Request): Probe<Check> {
  const asked: Request = { ...request, method: 'HEAD' };
  return {
    checks: ['head'],
    run: async (client) => {
      const answer = await client.ask(request);
      const deviations = compareAnswers(asked, await client.ask(asked), answer, [
        'status',
        ...HEAD_PARTS,
      ]);
      return [{ check: 'head', deviations }];
    },
  };
}

const HEAD_PARTS = [
  'Content-Type',
  'Content-Location',
  'Cache-Control',
  'ETag',
  'Last-Modified',
  'Vary',
] as const;

/** RFC 9110 §14.2: a host may ignore Range, but it may not send other bytes. */
function probeRange(path: string): Probe<Check> {
  const request = getPlain(path, { Range: 'bytes=3-12' });
  return {
    checks: ['range'],
    run: async (client) => [{ check: 'range', deviations: await lookAtRange(request, client) }],
  };
}

async function lookAtRange(request: Request, client: Client): Promise<readonly Deviation[]> {
  const whole = await client.ask(getPlain(request.path));
  const part = await client.ask(request);
  if (whole.status !== 200) return [];
  if (part.status === 200 && part.body.equals(whole.body)) return [];
  const wanted = `bytes 3-12/${whole.body.length}`;
  const found = part.headers['content-range'] ?? 'no Content-Range';
  const isRight =
    part.status === 206 && found === wanted && part.body.equals(whole.body.subarray(3, 13));
  if (isRight) return [];
  const actual = `${describeStatus(part)}, ${found}, a body of ${part.body.length} bytes`;
  return [deviation(request, `status 206, ${wanted}, 10 bytes; or everything`, actual)];
}
