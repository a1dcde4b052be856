import type { FileSuffix, ReadResource } from '../represent/index.ts';
import { CSV_ONLY, get, getPlain, JSON_ONLY, MANIFEST_REQUEST } from './client.ts';
import { compare, comparing, deviation, judging, type Part } from './compare.ts';
import { group, type Probe } from './group.ts';

/** The fields that announce the end of the API, besides a link. */
const OF_THE_END: readonly Part[] = ['Deprecation', 'Sunset'];

const OF_HEAD: readonly Part[] = [
  'status',
  'Content-Type',
  'Content-Location',
  'Cache-Control',
  'ETag',
  'Last-Modified',
  'Vary',
];

/** Whether every file arrives as published. */
export const representations = group(
  'representations',
  {
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
  ({ manifest, resources, example, unknownName }) => {
    const bases = ['', '/'].map((path) => getPlain(path, JSON_ONLY));
    const headed = [get(example), get(example, CSV_ONLY), get(`${example}.csv`)];
    const ranged = ['.json', '.csv'].map((suffix) => getPlain(example + suffix));
    const unknown = [`/operators/${unknownName}`, '/nowhere'].map((path) => getPlain(path));
    return [
      ...judging('manifest', [MANIFEST_REQUEST], (answer, request, { expect }) => [
        ...manifest.malformed.map((entry) =>
          deviation(request, 'an entry that a build writes', entry),
        ),
        ...compare(request, answer, expect(request), ['Content-Type']),
      ]),
      ...comparing('base-address', ['status', 'body'], bases),
      // RFC 9110 §9.3.2: as if it were GET.
      ...judging('head', headed, async (answer, request, { ask }) => {
        const head = { ...request, method: 'HEAD' } as const;
        return compare(head, await ask(head), { ...answer, body: null }, OF_HEAD);
      }),
      // RFC 9110 §14.2: a host may ignore Range, but it may not send other bytes.
      ...judging('range', ranged, async (whole, { path }, { ask }) => {
        const request = getPlain(path, { Range: 'bytes=3-12' });
        const part = await ask(request);
        if (whole.status !== 200) return [];
        if (part.status === 200 && part.body.equals(whole.body)) return [];
        const wanted = `bytes 3-12/${whole.body.length}`;
        const found = part.headers['content-range'] ?? 'no Content-Range';
        const hasPart = part.body.equals(whole.body.subarray(3, 13));
        if (part.status === 206 && found === wanted && hasPart) return [];
        const actual = `status ${part.status}, ${found}, a body of ${part.body.length} bytes`;
        return [deviation(request, `status 206, ${wanted}, 10 bytes; or everything`, actual)];
      }),
      ...comparing('deprecation', OF_THE_END, unknown),
      ...resources.flatMap(probeResource),
    ];
  },
);

/** Every form of a resource at each of its addresses, each asked for once. */
function probeResource({ kind, path, aliases, files }: ReadResource) {
  return files.flatMap(({ suffix }) => [
    probeFile(bytesCheck(kind, suffix), path + suffix),
    ...aliases.map((alias) => probeFile('alias-bytes', alias + suffix)),
  ]);
}

function bytesCheck(kind: string, suffix: FileSuffix) {
  if (kind === 'problem') return 'problem-bytes';
  if (kind === 'document') return 'document-bytes';
  return suffix === '.csv' ? 'csv-bytes' : 'json-bytes';
}

function probeFile<K extends string>(
  check: K,
  path: string,
): Probe<K | 'media-type' | 'links' | 'nosniff' | 'deprecation'> {
  const request = getPlain(path);
  return {
    check,
    run: async ({ askAnew, expect }) => {
      const answer = await askAnew(request);
      const expected = expect(request);
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
