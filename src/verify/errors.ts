import { CSV_ONLY, getPlain, head, type Request } from './client.ts';
import { comparing, type Part } from './compare.ts';
import { group } from './group.ts';

const PARTS: readonly Part[] = ['status', 'Content-Type', 'X-Content-Type-Options', 'body'];

/** Errors have a problem document (RFC 9457), byte for byte the published one. */
export const errors = group(
  'errors',
  {
    'unknown-operator': { holds: 'An unknown operator is 404, with its problem document' },
    'unknown-category': { holds: 'An unknown category is 404, naming the valid ones' },
    'unknown-metric': { holds: 'An unknown metric is 404, naming the valid ones' },
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
  ({ example, unknownName: name, removed }) => {
    const operator = `/operators/${name}`;
    const nowhere = ['/nowhere', '/best', `${example}.xml`, `${example}/nothing`];
    const slashed = ['/operators/', '/best/', '/claims/', `${example}.json/`];
    const broken = ['/operators/%', '/operators/%zz', '/operators/%ff', '/operators%2Fanything'];
    const refused = [example, `${example}.csv`, operator, ...removed];
    return [
      ...comparing(
        'unknown-operator',
        PARTS,
        inEveryForm([operator, `${operator}/facts`, `${operator}/claims`]),
      ),
      ...comparing('unknown-category', PARTS, inEveryForm([`/best/${name}`])),
      ...comparing('unknown-metric', PARTS, inEveryForm([`/metrics/${name}`])),
      ...comparing('unknown-claim', PARTS, inEveryForm([`/claims/${name}`])),
      ...comparing('unknown-path', PARTS, nowhere.map(plain)),
      ...comparing('trailing-slash', PARTS, slashed.map(plain)),
      ...comparing('malformed-path', PARTS, broken.map(plain)),
      ...comparing('removed-category', PARTS, inEveryForm(removed)),
      ...comparing('method-not-allowed', [...PARTS, 'Allow'], refused.map(post)),
      ...comparing('head', PARTS, [operator, '/nowhere', ...removed].map(head)),
    ];
  },
);

const plain = (path: string) => getPlain(path);

function inEveryForm(paths: readonly string[]): readonly Request[] {
  return paths.flatMap((path) => [
    getPlain(path),
    getPlain(path, CSV_ONLY),
    getPlain(`${path}.json`),
    getPlain(`${path}.csv`),
  ]);
}

/** POST, since an open file store could obey PUT or DELETE. */
function post(path: string): Request {
  return { ...getPlain(path, { 'Content-Length': '0' }), method: 'POST' };
}
