import { CSV_ONLY, get, head, JSON_ONLY, type Request } from './client.ts';
import { comparing, conditional, type Part } from './compare.ts';
import { group } from './group.ts';

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

const TYPE: readonly Part[] = ['status', 'Content-Type'];
const CHOSEN: readonly Part[] = [...TYPE, 'body'];

/** The form of an answer. */
export const negotiation = group(
  'negotiation',
  {
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
  ({ examples, aliasExamples, example, unknownName, removed }) => {
    const paths = [...examples, ...aliasExamples];
    const inBothForms = paths.flatMap((path) => [get(path), get(path, CSV_ONLY)]);
    const suffixed = paths.flatMap((path) => [
      get(`${path}.json`, CSV_ONLY),
      get(`${path}.csv`, JSON_ONLY),
    ]);
    const errors = [`/operators/${unknownName}`, `/best/${unknownName}`, ...removed];
    const varied = [...inBothForms, head(example), ...errors.map((path) => get(path))];
    const each = (fields: Request['headers']) => paths.map((path) => get(path, fields));
    // One address is enough to test Accept headers.
    const choosing = (accepts: readonly string[]) =>
      accepts.map((accept) => get(example, { Accept: accept }));
    return [
      ...comparing('json-by-default', CHOSEN, each({})),
      ...comparing('csv-by-accept', CHOSEN, each(CSV_ONLY)),
      ...comparing('json-by-accept', CHOSEN, each(JSON_ONLY)),
      ...comparing('content-location', ['Content-Location'], inBothForms),
      ...comparing('suffix-decides', CHOSEN, suffixed),
      ...comparing('json-by-default', TYPE, [{ ...get(example), headers: {} }]),
      ...comparing('browser', TYPE, choosing(BROWSERS)),
      ...comparing('quality', TYPE, choosing(BY_QUALITY)),
      ...comparing('precedence', TYPE, choosing(BY_PRECEDENCE)),
      ...comparing('never-406', TYPE, choosing(WITHOUT_A_MATCH)),
      // Without Vary, a cache sends CSV to clients that want JSON.
      ...comparing('vary', ['Vary'], varied),
      ...conditional('vary', ['Vary'], [get(example), get(example, CSV_ONLY)]),
    ];
  },
);
