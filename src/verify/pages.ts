import type { ReadResource } from '../represent/index.ts';
import { beside, getPlain, LIKE_A_BROWSER, type Request } from './client.ts';
import { compare, comparing, type Part } from './compare.ts';
import { group, type Probe } from './group.ts';

const PARTS: readonly Part[] = [
  'status',
  'Content-Type',
  'Content-Security-Policy',
  'X-Content-Type-Options',
  'body',
];

const NO_PAGES = 'the service has no pages';

/** What people see at the addresses beside the API. */
export const pages = group(
  'pages',
  {
    'page-bytes': {
      holds: 'Every page is sent at its address beside the API, byte for byte',
      otherwise: NO_PAGES,
    },
    'media-type': { holds: 'Every page is sent as what it is', otherwise: NO_PAGES },
    'security-policy': { holds: 'Every page says what it may load', otherwise: NO_PAGES },
    'unknown-page': {
      holds: 'An unknown address is 404, with a page for people',
      otherwise: NO_PAGES,
    },
    'unknown-path': {
      holds: 'An unknown address is 404, with its problem document for programs',
      otherwise: NO_PAGES,
    },
    'removed-ranking': {
      holds: 'A removed ranking is 410, with a page for people',
      otherwise: 'no category has been removed, or the service has no pages',
    },
  },
  ({ hasPages, resources, removed, unknownName }) => {
    if (!hasPages) return [];
    const unknown = ['/', '/operators/', '/best/'].map((folder) => folder + unknownName);
    return [
      ...addressesOf(resources).map(probePage),
      ...comparing('unknown-page', PARTS, unknown.flatMap(askedByPeople)),
      ...comparing('unknown-path', PARTS, unknown.map(askedByProgram)),
      ...comparing('removed-ranking', PARTS, removed.flatMap(askedByPeople)),
    ];
  },
);

const FOLDER = '/pages/';

/** The addresses that people use for the files of pages, with that of the front page. */
function addressesOf(resources: readonly ReadResource[]): readonly string[] {
  const files = resources
    .flatMap(({ path, aliases }) => [path, ...aliases])
    .filter((path) => path.startsWith(FOLDER))
    .map((path) => path.slice(FOLDER.length));
  return [
    ...new Set(
      ['index.html', ...files].map((file) => `/${file.replace(/^index\.html$|\.html$/, '')}`),
    ),
  ];
}

function probePage(path: string): Probe<'page-bytes' | 'media-type' | 'security-policy'> {
  const request = beside(getPlain(path, LIKE_A_BROWSER));
  const check = 'page-bytes';
  return {
    check,
    run: async ({ askAnew, expect }) => {
      const answer = await askAnew(request);
      const expected = expect(request);
      const differing = (...parts: readonly Part[]) => compare(request, answer, expected, parts);
      const found = { check, deviations: differing('status', 'body') } as const;
      if (answer.status !== expected.status) return [found];
      return [
        found,
        { check: 'media-type', deviations: differing('Content-Type') },
        { check: 'security-policy', deviations: differing('Content-Security-Policy') },
      ];
    },
  };
}

function askedByPeople(path: string): readonly Request[] {
  const request = beside(getPlain(path, LIKE_A_BROWSER));
  return [request, { ...request, method: 'HEAD' }];
}

function askedByProgram(path: string): Request {
  return beside(getPlain(path));
}
