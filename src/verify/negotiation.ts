import { CSV_ONLY, get, head, JSON_ONLY } from './client.ts';
import { comparing, conditional } from './compare.ts';
import type { Group, LiveApi, Probe } from './group.ts';

/** What browsers send when somebody follows a link. */
const BROWSERS = [
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
];

/** Each shows one step of the choice, in both directions. The policy gives the right answer. */
const BY_QUALITY = [
  'application/json;q=0.4, text/csv;q=0.5',
  'text/csv;q=0.5, application/json',
  'text/csv;q=0.999, application/json;q=1.000',
  'application/json;q=0, */*',
  'text/csv;q=0, text/*',
  'TEXT/CSV; charset=utf-8; q=0.9, application/json; q=0.8',
];
const BY_PRECEDENCE = [
  'text/csv, */*',
  'text/*, application/json',
  '*/*, text/csv;q=0.9',
  'text/csv, application/json',
  'application/json, text/csv',
  'text/csv;header=present, */*;q=0.1',
];
const WITHOUT_A_MATCH = ['image/png', 'text/html', 'csv', 'text/csv;q=2', 'text/csv;q=0', ''];

/** The form of an answer. */
export const negotiation: Group<
  | 'json-by-default'
  | 'csv-by-accept'
  | 'json-by-accept'
  | 'browser'
  | 'quality'
  | 'precedence'
  | 'never-406'
  | 'suffix-decides'
  | 'content-location'
  | 'vary'
> = {
  name: 'negotiation',
  rules: {
    'json-by-default': { holds: 'Who does not say what to accept gets JSON' },
    'csv-by-accept': { holds: 'Accept: text/csv gets CSV, at every kind of address' },
    'json-by-accept': { holds: 'Accept: application/json gets JSON' },
    browser: { holds: 'A browser that follows a link gets JSON' },
    quality: { holds: 'The form with the higher quality wins' },
    precedence: { holds: 'At equal quality the more specific range wins, then the first' },
    'never-406': { holds: 'An Accept header that matches nothing gets JSON, not 406' },
    'suffix-decides': { holds: '.json and .csv decide, whatever Accept says' },
    'content-location': { holds: 'Content-Location names the address with the suffix' },
    vary: { holds: 'Vary names Accept wherever Accept may change the answer' },
  },
  probes: (live) => [
    ...[...live.examples, ...live.aliasExamples].flatMap((path) => probeAddress(path, live)),
    ...probeChoice(live),
    ...probeVary(live),
  ],
};

type Check = keyof typeof negotiation.rules;

function probeAddress(path: string, live: LiveApi): readonly Probe<Check>[] {
  const chosen = comparing(['status', 'Content-Type', 'body'], live);
  const located = comparing(['Content-Location'], live);
  return [
    chosen('json-by-default', get(path)),
    chosen('csv-by-accept', get(path, CSV_ONLY)),
    chosen('json-by-accept', get(path, JSON_ONLY)),
    located('content-location', get(path)),
    located('content-location', get(path, CSV_ONLY)),
    chosen('suffix-decides', get(`${path}.json`, CSV_ONLY)),
    chosen('suffix-decides', get(`${path}.csv`, JSON_ONLY)),
  ];
}

/** One address is enough to test Accept headers. */
function probeChoice(live: LiveApi): readonly Probe<Check>[] {
  const [path = '/operators'] = live.examples;
  const chosen = comparing(['status', 'Content-Type'], live);
  const choosing = (check: Check, accepts: readonly string[]) =>
    accepts.map((accept) => chosen(check, get(path, { Accept: accept })));
  const withoutAccept = { ...get(path), headers: {} };
  return [
    chosen('json-by-default', withoutAccept),
    ...choosing('browser', BROWSERS),
    ...choosing('quality', BY_QUALITY),
    ...choosing('precedence', BY_PRECEDENCE),
    ...choosing('never-406', WITHOUT_A_MATCH),
  ];
}

/** Without Vary, a cache sends CSV to clients that want JSON. */
function probeVary(live: LiveApi): readonly Probe<Check>[] {
  const [path = '/operators'] = live.examples;
  const unknown = [`/operators/${live.unknownName}`, `/best/${live.unknownName}`];
  const gone = live.removedCategories.map((slug) => `/best/${slug}`);
  const requests = [
    ...[...live.examples, ...live.aliasExamples].flatMap((example) => [
      get(example),
      get(example, CSV_ONLY),
    ]),
    head(path),
    ...[...unknown, ...gone].map((error) => get(error)),
  ];
  const varied = comparing(['Vary'], live);
  const variedAgain = conditional(['Vary'], live);
  return [
    ...requests.map((request) => varied('vary', request)),
    variedAgain('vary', get(path)),
    variedAgain('vary', get(path, CSV_ONLY)),
  ];
}
