import { CSV_ONLY, getPlain, head, type Request } from './client.ts';
import { comparing, type Part } from './compare.ts';
import type { Group } from './group.ts';

/** Errors have a problem document (RFC 9457), byte for byte the published one. */
export const errors: Group<
  | 'unknown-operator'
  | 'unknown-category'
  | 'unknown-claim'
  | 'unknown-path'
  | 'trailing-slash'
  | 'malformed-path'
  | 'removed-category'
  | 'method-not-allowed'
  | 'head'
> = {
  name: 'errors',
  rules: {
    'unknown-operator': { holds: 'An unknown operator is 404, with its problem document' },
    'unknown-category': { holds: 'An unknown category is 404, naming the valid ones' },
    'unknown-claim': { holds: 'An unknown claim is 404, with its problem document' },
    'unknown-path': { holds: 'An unknown path is 404, with its problem document' },
    'trailing-slash': { holds: 'A trailing slash is an unknown path, not a redirect' },
    'malformed-path': { holds: 'A path that cannot be decoded is an unknown path' },
    'removed-category': {
      holds: 'A removed category is 410, saying when, why and what instead',
      otherwise: 'no category has been removed',
    },
    'method-not-allowed': { holds: 'Any method that could change something is 405, with Allow' },
    head: { holds: 'HEAD of an error has its status and headers' },
  },
  probes: (live) => {
    const [example = '/operators'] = live.examples;
    const name = live.unknownName;
    const operators = `/operators/${name}`;
    const removed = live.removedCategories.map((slug) => `/best/${slug}`);
    const problem = comparing(PARTS, live);
    const refused = comparing([...PARTS, 'Allow'], live);
    const inEveryForm = (check: keyof typeof errors.rules, path: string) =>
      everyForm(path).map((request) => problem(check, request));
    return [
      ...inEveryForm('unknown-operator', operators),
      ...inEveryForm('unknown-operator', `${operators}/facts`),
      ...inEveryForm('unknown-category', `/best/${name}`),
      ...inEveryForm('unknown-claim', `/claims/${name}`),
      ...['/nowhere', '/best', `${example}.xml`, `${example}/nothing`].map((path) =>
        problem('unknown-path', getPlain(path)),
      ),
      ...['/operators/', '/best/', '/claims/', `${example}.json/`].map((path) =>
        problem('trailing-slash', getPlain(path)),
      ),
      ...['/operators/%', '/operators/%zz', '/operators/%ff', '/operators%2Fanything'].map((path) =>
        problem('malformed-path', getPlain(path)),
      ),
      ...removed.flatMap((path) => inEveryForm('removed-category', path)),
      ...[example, `${example}.csv`, operators, ...removed].map((path) =>
        refused('method-not-allowed', post(path)),
      ),
      ...[operators, '/nowhere', ...removed].map((path) => problem('head', head(path))),
    ];
  },
};

const PARTS: readonly Part[] = ['status', 'Content-Type', 'X-Content-Type-Options', 'body'];

function everyForm(path: string): readonly Request[] {
  return [
    getPlain(path),
    getPlain(path, CSV_ONLY),
    getPlain(`${path}.json`),
    getPlain(`${path}.csv`),
  ];
}

/** POST, since an open file store could obey PUT or DELETE. */
function post(path: string): Request {
  return { ...getPlain(path, { 'Content-Length': '0' }), method: 'POST' };
}
