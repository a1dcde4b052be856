import { describe, expect, it } from 'vitest';
import { DEFAULT_SERVING, plan } from '../../src/policy/index.ts';

function candidatesAt(pathname: string, accept = 'text/csv') {
  const planned = plan({ method: 'GET', pathname, accept }, DEFAULT_SERVING);
  return planned.kind === 'files' ? planned.candidates : [];
}

describe('a document below the address of an answer', () => {
  it.each([
    ['/operators/anchor.md', 'text/markdown; charset=utf-8', ['problems/unknown-operator.json']],
    [
      '/operators/anchor/changes.atom',
      'application/atom+xml; charset=utf-8',
      ['problems/unknown-operator.json'],
    ],
    [
      '/best/cheapest.md',
      'text/markdown; charset=utf-8',
      ['problems/removed-category/cheapest.json', 'problems/unknown-category.json'],
    ],
    ['/index.md', 'text/markdown; charset=utf-8', ['problems/unknown-path.json']],
    ['/feed.json', 'application/feed+json', ['problems/unknown-path.json']],
    ['/client.js', 'text/javascript; charset=utf-8', ['problems/unknown-path.json']],
  ])('at %s has one form, and the errors of the answer', (path, type, otherwise) => {
    const [found, ...problems] = candidatesAt(`/api/v1${path}`);
    expect(found).toMatchObject({ file: path.slice(1), status: 200 });
    expect(found?.headers).toMatchObject({ 'Content-Type': type });
    expect(found?.headers).not.toHaveProperty('Vary');
    expect(problems.map(({ file }) => file)).toEqual(otherwise);
  });

  it.each(['/operators/anchor/facts.md', '/operators/anchor/index.md', '/claims/fee_usd_1.md'])(
    'is not at %s',
    (path) => {
      expect(candidatesAt(`/api/v1${path}`).map(({ status }) => status)).toEqual([404]);
    },
  );
});

it('llms.txt is at the root of the origin too, wherever the API is', () => {
  expect(candidatesAt('/llms.txt')[0]).toMatchObject({ file: 'llms.txt', status: 200 });
  expect(candidatesAt('/api/v1/llms.txt')[0]).toMatchObject({ file: 'llms.txt', status: 200 });
});
