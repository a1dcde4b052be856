import { API_PATH } from '../../../src/model/index.ts';
import type { AllowedDeviation } from '../../doors/check-host.ts';
import { LICENSE_LINK } from '../ending.ts';

/** What nginx does otherwise where the API stands at a path, and every answer links to something. */
export function nginxAt(
  publicPath: string,
  commonLinks = LICENSE_LINK,
): readonly AllowedDeviation[] {
  return [
    {
      what: 'Of two Accept lines the first alone counts; without CSV in it, the answer is JSON.',
      why: 'nginx before 1.23, which Debian 12 has, gives a configuration only the first line of a header.',
      at: Object.fromEntries(
        ['text/html,text/csv', 'application/json;q=0.1,text/csv;q=0.2'].map((accept) => [
          `GET /operators/anchor accept: ${accept}`,
          {
            'content-type': 'application/json',
            'content-location': `${publicPath}/operators/anchor.json`,
            link: [
              commonLinks,
              `<${publicPath}/schemas/detail.json>; rel="describedby"; type="application/schema+json"`,
              `<${publicPath}/operators/anchor.csv>; rel="alternate"; type="text/csv"`,
            ].join(', '),
            etag: '"6af99ec0-1cf"',
            'last-modified': 'Sun, 15 Nov 2026 12:00:00 GMT',
            'content-length': '463',
            body: '{"meta":{"operator":"Anchor","generated_at":"2026-11-15T1... (463 bytes)',
          },
        ]),
      ),
    },
    {
      what: '412 carries no ETag.',
      why: 'nginx clears the headers of a file when a condition fails, and no variable still holds its tag.',
      at: Object.fromEntries(FAILED.map((request) => [request, { etag: '' }])),
    },
  ];
}

const ANCHOR = [
  'GET /operators/anchor',
  'GET /operators/anchor.json',
  'HEAD /operators/anchor',
  'GET /operators/anchor accept: text/csv',
];

const FAILED = [
  ...ANCHOR.flatMap((request) => [
    `${request} (must match another)`,
    `${request} (unmodified since earlier)`,
  ]),
  // The tag is that of the JSON.
  'GET /operators/anchor accept: text/csv (must match the tag)',
];

export const nginx: readonly AllowedDeviation[] = nginxAt(API_PATH);
