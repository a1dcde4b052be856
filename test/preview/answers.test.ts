import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from '../doors/check-build.ts';
import { preview, served } from '../doors/check-preview.ts';
import { NOW } from '../doors/check-sources.ts';
import { publishDocuments } from '../doors/publish-documents.ts';
import { DEPRECATED, operator, TINY, tiny } from '../doors/tiny-dataset.ts';

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
const PROBLEM_TYPE = 'application/problem+json';

/** Header fields that every answer has, whatever else it is. */
const EVERYWHERE = {
  'cache-control': 'public, max-age=3600',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Link, Last-Modified',
  'x-content-type-options': 'nosniff',
};

describe('an address', () => {
  it.each([
    ['/api/v1/operators', {}, JSON_TYPE, '/api/v1/operators.json'],
    ['/api/v1/operators', { accept: 'text/csv' }, CSV_TYPE, '/api/v1/operators.csv'],
    [
      '/api/v1/operators',
      { accept: ['text/html', 'text/csv;q=0.1'] },
      CSV_TYPE,
      '/api/v1/operators.csv',
    ],
    ['/api/v1/operators', { accept: 'image/png' }, JSON_TYPE, '/api/v1/operators.json'],
    ['/api/v1/operators?format=csv', {}, JSON_TYPE, '/api/v1/operators.json'],
    ['/api/v1/operators/anchor', { accept: 'text/csv' }, CSV_TYPE, '/api/v1/operators/anchor.csv'],
    ['/api/v1/operators/7', {}, JSON_TYPE, '/api/v1/operators/7.json'],
    ['/api/v1/operators/7/facts', { accept: 'text/*' }, CSV_TYPE, '/api/v1/operators/7/facts.csv'],
    ['/api/v1/best/cheapest', {}, JSON_TYPE, '/api/v1/best/cheapest.json'],
    [
      '/api/v1/best/lowest-withdrawal-fee',
      { accept: 'text/csv' },
      CSV_TYPE,
      '/api/v1/best/lowest-withdrawal-fee.csv',
    ],
    ['/api/v1//operators', {}, JSON_TYPE, '/api/v1/operators.json'],
    ['/api/v1/%6Fperators', {}, JSON_TYPE, '/api/v1/operators.json'],
    ['/api/v1/best/../operators', {}, JSON_TYPE, '/api/v1/operators.json'],
    ['/api/v1', {}, JSON_TYPE, '/api/v1/index.json'],
    ['/api/v1/', { accept: 'text/csv' }, CSV_TYPE, '/api/v1/index.csv'],
    ['/api/v1/index', {}, JSON_TYPE, '/api/v1/index.json'],
    ['/api/v1/metrics', { accept: 'text/csv' }, CSV_TYPE, '/api/v1/metrics.csv'],
    ['/api/v1/categories', {}, JSON_TYPE, '/api/v1/categories.json'],
    ['/api/v1/facts', { accept: 'text/csv' }, CSV_TYPE, '/api/v1/facts.csv'],
    ['/api/v1/claims', {}, JSON_TYPE, '/api/v1/claims.json'],
    ['/api/v1/changes', { accept: 'text/csv' }, CSV_TYPE, '/api/v1/changes.csv'],
    ['/api/v1/claims/fee_usd_1', { accept: 'text/csv' }, CSV_TYPE, '/api/v1/claims/fee_usd_1.csv'],
  ])('%s with %o negotiates', async (path, headers, type, location) => {
    const { ask } = await served();
    const answer = await ask(path, headers);
    expect(answer).toMatchObject({ status: 200, headers: EVERYWHERE });
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'content-location': location,
      vary: 'Accept',
    });
    const direct = await ask(location);
    expect(direct.body).toBe(answer.body);
    expect(direct.headers.etag).toBe(answer.headers.etag);
  });

  it.each([
    ['/api/v1/operators.json', JSON_TYPE],
    ['/api/v1/operators.csv', CSV_TYPE],
    ['/api/v1/operators/3/facts.csv', CSV_TYPE],
    ['/api/v1/manifest.json', JSON_TYPE],
    ['/api/v1/problems/unknown-path.json', PROBLEM_TYPE],
  ])('%s ignores Accept and does not vary', async (path, type) => {
    const { ask } = await served();
    const answer = await ask(path, { accept: 'text/csv, application/json;q=0.5' });
    expect(answer).toMatchObject({ status: 200, headers: { ...EVERYWHERE, 'content-type': type } });
    expect(answer.headers.vary).toBeUndefined();
    expect(answer.headers['content-location']).toBeUndefined();
    const other = await ask(path, { accept: 'application/json' });
    expect(other.body).toBe(answer.body);
  });

  it.each([
    ['/api/v1/operators/nobody', 404, 'unknown-operator'],
    ['/api/v1/operators/nobody.csv', 404, 'unknown-operator'],
    ['/api/v1/operators/ANCHOR', 404, 'unknown-operator'],
    ['/api/v1/operators/07', 404, 'unknown-operator'],
    ['/api/v1/operators/nobody/facts', 404, 'unknown-operator'],
    ['/api/v1/operators/anchor.xml', 404, 'unknown-operator'],
    ['/api/v1/best/nothing', 404, 'unknown-category'],
    ['/api/v1/best/nothing.csv', 404, 'unknown-category'],
    ['/api/v1/best/fastest', 410, 'removed-category'],
    ['/api/v1/best/fastest.csv', 410, 'removed-category'],
    ['/', 404, 'unknown-path'],
    ['/api/v1/index/', 404, 'unknown-path'],
    ['/api/v1/claims/fee_usd_9', 404, 'unknown-claim'],
    ['/api/v1/claims/fee_usd_9.csv', 404, 'unknown-claim'],
    ['/api/v1/claims/', 404, 'unknown-path'],
    ['/api/v1/claims/fee_usd_1/more', 404, 'unknown-path'],
    ['/api/v1/openapi', 404, 'unknown-path'],
    ['/.well-known/nothing', 404, 'unknown-path'],
    ['/api/v1/operators/', 404, 'unknown-path'],
    ['/api/v1/operators/anchor/', 404, 'unknown-path'],
    ['/api/v1/operators/anchor/facts/', 404, 'unknown-path'],
    ['/api/v1/operators/anchor/facts/x', 404, 'unknown-path'],
    ['/api/v1/operators.json/anchor', 404, 'unknown-path'],
    ['/api/v1/operators.xml', 404, 'unknown-path'],
    ['/api/v1/best', 404, 'unknown-path'],
    ['/api/v1/best/', 404, 'unknown-path'],
    ['/api/v1/best/cheapest/more', 404, 'unknown-path'],
    ['/API/v1/operators', 404, 'unknown-path'],
    ['/api/v2/operators', 404, 'unknown-path'],
    ['/api/v1/operators%2fanchor', 404, 'unknown-path'],
    ['/api/v1/operators\\anchor', 404, 'unknown-path'],
    ['/api/v1/operators/%2e%2e%2f%2e%2e%2fetc%2fpasswd', 404, 'unknown-path'],
    ['/api/v1/operators/..%2foperators', 404, 'unknown-path'],
    ['/../../../../etc/passwd', 404, 'unknown-path'],
    ['/api/v1/../../../etc/passwd', 404, 'unknown-path'],
    ['/api/v1/operators/%00', 404, 'unknown-operator'],
    ['/api/v1/operators/anchor%00.json', 404, 'unknown-operator'],
    ['/api/v1/operators/%', 404, 'unknown-path'],
    ['/api/v1/operators/%zz', 404, 'unknown-path'],
    ['/api/v1/operators/%ff', 404, 'unknown-path'],
    ['/api/v1/.operator-api/lock', 404, 'unknown-path'],
    [`/api/v1/operators/${'x'.repeat(8000)}`, 404, 'unknown-operator'],
  ])('%s is a %i problem, and not negotiated', async (path, status, name) => {
    const { ask } = await served();
    const answer = await ask(path, { accept: 'text/csv' });
    expect(answer).toMatchObject({
      status,
      headers: { ...EVERYWHERE, 'content-type': PROBLEM_TYPE, vary: 'Accept' },
    });
    const problem = JSON.parse(answer.body);
    expect(problem).toMatchObject({
      status,
      type: `https://tiny.example/api/v1/problems/${name}.json`,
    });
    expect(await ask(new URL(problem.type).pathname)).toMatchObject({ status: 200 });
  });

  it.each([
    ['openapi.json', JSON_TYPE],
    ['schemas/operators.json', 'application/schema+json'],
    ['csvw/operators.json', 'application/csvm+json'],
    ['llms.txt', 'text/plain; charset=utf-8'],
    ['snapshots/operator-api.tar.gz', 'application/gzip'],
    ['snapshots/SHA256SUMS', 'text/plain; charset=utf-8'],
  ])('of the document %s is sent as what it is, in parts if asked', async (path, type) => {
    const { ask, out } = await served();
    publishDocuments(out);
    const answer = await ask(`/api/v1/${path}`, { accept: 'text/csv' });
    expect(answer).toMatchObject({ status: 200, headers: { ...EVERYWHERE, 'content-type': type } });
    expect(answer.headers).not.toHaveProperty('vary');
    const part = await ask(`/api/v1/${path}`, { range: 'bytes=1-2' });
    expect(part).toMatchObject({ status: 206, body: answer.body.slice(1, 3) });
  });

  it('at the root of the origin is the catalogue of what stands there', async () => {
    const { ask } = await served();
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await ask('/.well-known/api-catalog', {}, method);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe(
        'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      );
      expect(headers.link).toContain('</.well-known/api-catalog>; rel="api-catalog"');
    }
  });

  it('of a claim answers JSON to every Accept header where claims have no CSV', async () => {
    const service = TINY['service.yaml'];
    const { ask } = await served(
      tiny({
        'service.yaml': `${service}claim_pages: json
`,
      }),
    );
    const answer = await ask('/api/v1/claims/fee_usd_1', { accept: 'text/csv' });
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': JSON_TYPE } });
    expect(answer.headers.link).not.toContain('alternate');
    const csv = await ask('/api/v1/claims/fee_usd_1.csv');
    expect(csv).toMatchObject({ status: 404 });
    expect(JSON.parse(csv.body).type).toContain('/problems/unknown-claim.json');
    const other = await ask('/api/v1/claims', { accept: 'text/csv' });
    expect(other.headers['content-type']).toBe(CSV_TYPE);
  });

  it.each([
    [
      '/api/v1/operators/7',
      'schemas/operator.json>; rel="describedby"; type="application/schema+json"',
      'operators/7.csv>; rel="alternate"; type="text/csv"',
    ],
    [
      '/api/v1/operators.csv',
      'csvw/operators.json>; rel="describedby"; type="application/csvm+json"',
      'operators.json>; rel="alternate"; type="application/json"',
    ],
  ])('%s links to its licence, its description and its other form', async (path, ...links) => {
    const { ask } = await served();
    const { headers } = await ask(path);
    expect(headers.link).toBe(
      [
        '<https://creativecommons.org/licenses/by/4.0/>; rel="license"',
        ...links.map((link) => `</api/v1/${link}`),
      ].join(', '),
    );
    const unmodified = await ask(path, { 'if-none-match': headers.etag ?? '' });
    expect(unmodified).toMatchObject({ status: 304, headers: { link: headers.link } });
  });

  it.each(['manifest', 'problem'])('of a %s links to what that is', async (name) => {
    const { ask } = await served();
    const file = name === 'problem' ? 'problems/unknown-path.json' : 'manifest.json';
    const { headers } = await ask(`/api/v1/${file}`);
    expect(headers.link).toContain(`</api/v1/schemas/${name}.json>; rel="describedby"`);
  });

  it('links to the licence that the sources name, and to what a problem is', async () => {
    const service = TINY['service.yaml'] ?? '';
    const licensed = service.replace(
      /https:\S*creativecommons\S*/,
      'https://terms.example/donn%C3%A9es?a=1',
    );
    const { ask } = await served(tiny({ 'service.yaml': licensed }));
    const answer = await ask('/api/v1/operators/nobody');
    expect(answer.headers.link).toBe(
      '<https://terms.example/donn%C3%A9es?a=1>; rel="license", ' +
        '</api/v1/schemas/problem.json>; rel="describedby"; type="application/schema+json"',
    );
  });

  it('of an API that will end says so, whatever the answer is', async () => {
    const { ask } = await served(DEPRECATED);
    const announced = {
      deprecation: '@1798761600',
      sunset: 'Thu, 01 Jul 2027 12:30:00 GMT',
      'access-control-expose-headers': 'ETag, Link, Last-Modified, Deprecation, Sunset',
    };
    const why =
      '<https://tiny.example/v2?why=%24status&by=%7Bpath%7D&at=100%25>; rel="deprecation"';
    const { headers } = await ask('/api/v1/operators');
    const known = { 'if-none-match': headers.etag ?? '' };
    for (const [status, answer] of [
      [200, await ask('/api/v1/operators')],
      [304, await ask('/api/v1/operators', known)],
      [206, await ask('/api/v1/operators.csv', { range: 'bytes=0-1' })],
      [416, await ask('/api/v1/operators.csv', { range: 'bytes=99999-' })],
      [412, await ask('/api/v1/operators', { 'if-match': '"a"' })],
      [200, await ask('/api/v1/manifest.json')],
      [200, await ask('/.well-known/api-catalog')],
      [404, await ask('/api/v1/operators/nobody')],
      [410, await ask('/api/v1/best/fastest')],
      [405, await ask('/api/v1/operators', {}, 'POST')],
    ] as const) {
      expect(answer).toMatchObject({ status, headers: announced });
      expect(answer.headers.link).toContain(why);
    }
    expect(await ask('/api/v1/operators', {}, 'OPTIONS')).toMatchObject({ headers: announced });

    const index = JSON.parse((await ask('/api/v1')).body);
    expect(index.meta.deprecation).toEqual({
      since: '2027-01-01T00:00:00Z',
      sunset: '2027-07-01T12:30:00Z',
      details: 'https://tiny.example/v2?why=$status&by=%7Bpath%7D&at=100%25',
    });
  });

  it('of an API that is to stay says nothing of an end', async () => {
    const { ask } = await served();
    const { headers, body } = await ask('/api/v1');
    expect([headers['deprecation'], headers['sunset']]).toEqual([undefined, undefined]);
    expect(headers.link).not.toContain('deprecation');
    expect(JSON.parse(body).meta.deprecation).toBeNull();
  });

  it('names no day on which it ends while none is known', async () => {
    const service = `${TINY['service.yaml']}deprecation: { since: 2027-01-01T00:00:00.9Z, details: https://tiny.example/v2 }\n`;
    const { ask } = await served(tiny({ 'service.yaml': service }));
    const { headers } = await ask('/api/v1/operators');
    expect([headers['deprecation'], headers['sunset']]).toEqual(['@1798761600', undefined]);
    expect(headers['access-control-expose-headers']).toBe('ETag, Link, Last-Modified, Deprecation');
  });

  it('that is unknown names what is known', async () => {
    const { ask } = await served();
    const category = JSON.parse((await ask('/api/v1/best/nothing')).body);
    expect(category.detail).toBe('No category has this name. The categories are: cheapest.');
    expect(category.categories).toEqual([
      {
        slug: 'cheapest',
        alias: 'lowest-withdrawal-fee',
        title: 'Cheapest',
        url: 'https://tiny.example/api/v1/best/cheapest',
      },
    ]);
    const removed = JSON.parse((await ask('/api/v1/best/fastest')).body);
    expect(removed).toMatchObject({
      detail:
        'The category fastest was removed on 2026-06-01. Speed could not be measured. Use https://tiny.example/api/v1/best/cheapest instead.',
      removed_at: '2026-06-01T00:00:00Z',
      reason: 'Speed could not be measured',
      see: 'https://tiny.example/api/v1/best/cheapest',
    });
  });
});

describe('a method', () => {
  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'])(
    '%s is refused with what is allowed',
    async (method) => {
      const { ask } = await served();
      for (const path of ['/api/v1/operators', '/api/v1/best/fastest', '/nowhere']) {
        const answer = await ask(path, {}, method);
        expect(answer).toMatchObject({
          status: 405,
          headers: { ...EVERYWHERE, allow: 'GET, HEAD, OPTIONS' },
        });
        expect(JSON.parse(answer.body)).toMatchObject({ status: 405 });
      }
    },
  );

  it.each(['/api/v1/operators', '/api/v1/best/fastest', '/api/v1/nowhere', '*'])(
    'OPTIONS %s answers any preflight',
    async (path) => {
      const { ask } = await served();
      const preflight = {
        'access-control-request-headers': 'x-anything',
        'access-control-request-method': 'GET',
      };
      const answer = await ask(path, preflight, 'OPTIONS');
      expect(answer).toMatchObject({
        status: 204,
        body: '',
        headers: {
          ...EVERYWHERE,
          allow: 'GET, HEAD, OPTIONS',
          'access-control-allow-methods': 'GET, HEAD, OPTIONS',
          'access-control-allow-headers': '*',
          'access-control-max-age': '86400',
        },
      });
    },
  );

  it.each([
    ['/api/v1/operators', 200],
    ['/api/v1/operators.csv', 200],
    ['/api/v1/operators/nobody', 404],
    ['/api/v1/best/fastest', 410],
  ])('HEAD %s has the headers of GET and no body', async (path, status) => {
    const { ask } = await served();
    const [head, get] = [await ask(path, {}, 'HEAD'), await ask(path)];
    const withoutDate = ({ date: _, ...rest }: typeof get.headers) => rest;
    expect(head).toMatchObject({ status, body: '' });
    expect(withoutDate(head.headers)).toEqual(withoutDate(get.headers));
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.body)));
  });
});

describe('a conditional request', () => {
  it('is 304 without a body when the tag matches: alone, weak, in a list, or any', async () => {
    const { ask } = await served();
    for (const accept of ['application/json', 'text/csv']) {
      const fresh = await ask('/api/v1/operators', { accept });
      const etag = fresh.headers.etag ?? '';
      expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
      for (const tags of [etag, `W/${etag}`, `"a", W/"b" ,${etag}`, '*', ` ${etag} `]) {
        const answer = await ask('/api/v1/operators', { accept, 'if-none-match': tags });
        expect(answer, tags).toMatchObject({ status: 304, body: '' });
        const {
          etag: again,
          vary,
          'cache-control': cache,
          'content-location': location,
        } = answer.headers;
        expect({ again, vary, cache, location }).toEqual({
          again: etag,
          vary: 'Accept',
          cache: 'public, max-age=3600',
          location: fresh.headers['content-location'],
        });
        expect(answer.headers).toMatchObject(EVERYWHERE);
        expect(answer.headers['content-type']).toBeUndefined();
      }
    }
  });

  it('is 200 when the tag is that of the other form, of another body, or no tag at all', async () => {
    const { ask } = await served();
    const json = (await ask('/api/v1/operators.json')).headers.etag ?? '';
    for (const tags of [json, '"other"', json.replaceAll('"', ''), 'garbage', '']) {
      expect(
        await ask('/api/v1/operators', { accept: 'text/csv', 'if-none-match': tags }),
      ).toMatchObject({ status: 200 });
    }
  });

  it('goes by If-None-Match before If-Modified-Since, and by the date alone otherwise', async () => {
    const { ask } = await served();
    const { etag = '', 'last-modified': modified = '' } = (await ask('/api/v1/operators')).headers;
    const statusOf = async (headers: Record<string, string>) =>
      (await ask('/api/v1/operators', headers)).status;
    expect(await statusOf({ 'if-modified-since': modified })).toBe(304);
    expect(await statusOf({ 'if-modified-since': new Date(NOW - 1000).toUTCString() })).toBe(200);
    // The two obsolete forms (RFC 9110 §5.6.7).
    const inOldForms = ['Sunday, 15-Nov-26 12:00:00 GMT', 'Sun Nov 15 12:00:00 2026'];
    for (const date of inOldForms) {
      expect(await statusOf({ 'if-modified-since': date }), date).toBe(304);
    }
    expect(await statusOf({ 'if-modified-since': 'yesterday' })).toBe(200);
    expect(await statusOf({ 'if-modified-since': '2030-01-01' })).toBe(200);
    expect(await statusOf({ 'if-none-match': '"other"', 'if-modified-since': modified })).toBe(200);
    expect(
      await statusOf({ 'if-none-match': etag, 'if-modified-since': new Date(0).toUTCString() }),
    ).toBe(304);
    expect(await statusOf({ 'if-match': '"other"' })).toBe(412);
    expect(await statusOf({ 'if-match': `W/${etag}` })).toBe(412);
    expect(await statusOf({ 'if-match': etag })).toBe(200);
    expect(await statusOf({ 'if-unmodified-since': new Date(0).toUTCString() })).toBe(412);
  });

  it('takes back the date that it gave, where a file has a part of a second', async () => {
    const { ask, out } = await served();
    utimesSync(join(out, 'api/v1/operators.json'), 1_700_000_000.5, 1_700_000_000.5);
    const modified = (await ask('/api/v1/operators')).headers['last-modified'] ?? '';
    expect(modified).toBe('Tue, 14 Nov 2023 22:13:20 GMT');
    expect(await ask('/api/v1/operators', { 'if-modified-since': modified })).toMatchObject({
      status: 304,
    });
  });

  it('has no bearing on errors', async () => {
    const { ask } = await served();
    expect(await ask('/api/v1/operators/nobody', { 'if-none-match': '*' })).toMatchObject({
      status: 404,
    });
  });

  it('gives another tag exactly when the bytes change', async () => {
    const { out, change, buildAt } = project(tiny());
    await buildAt(0);
    const { ask } = await preview(out);
    const tagsOf = async () => [
      (await ask('/api/v1/operators/anchor')).headers.etag,
      (await ask('/api/v1/operators/birch')).headers.etag,
    ];
    const [anchor, birch] = await tagsOf();
    change({ 'operators/birch.yaml': operator(3, 'Beech') });
    await buildAt(60);
    const [sameAnchor, otherBirch] = await tagsOf();
    expect(sameAnchor).toBe(anchor);
    expect(otherBirch).not.toBe(birch);
    utimesSync(join(out, 'api/v1/operators/anchor.json'), 0, 0);
    expect((await ask('/api/v1/operators/anchor')).headers.etag).toBe(anchor);
  });
});

describe('a range', () => {
  it('of bytes is answered in part', async () => {
    const { ask } = await served();
    const body = (await ask('/api/v1/operators.json')).body;
    for (const [range, expected, contentRange] of [
      ['bytes=0-9', body.slice(0, 10), `bytes 0-9/${body.length}`],
      ['bytes=10-', body.slice(10), `bytes 10-${body.length - 1}/${body.length}`],
      ['bytes=-5', body.slice(-5), `bytes ${body.length - 5}-${body.length - 1}/${body.length}`],
      ['bytes=-999999', body, `bytes 0-${body.length - 1}/${body.length}`],
      ['bytes=5-5', body.slice(5, 6), `bytes 5-5/${body.length}`],
      // Names of units have no case (RFC 9110 §14.1).
      ['BYTES= 0-9', body.slice(0, 10), `bytes 0-9/${body.length}`],
      [`bytes=5-999999`, body.slice(5), `bytes 5-${body.length - 1}/${body.length}`],
    ] as const) {
      const answer = await ask('/api/v1/operators.json', { range });
      expect(answer, range).toMatchObject({ status: 206, body: expected });
      expect(answer.headers).toMatchObject({
        'content-range': contentRange,
        'content-length': String(expected.length),
      });
    }
  });

  it('that cannot be had is 416 and says how long the file is', async () => {
    const { ask } = await served();
    const size = (await ask('/api/v1/operators.json')).body.length;
    for (const range of ['bytes=999999-', 'bytes=-0', `bytes=${size}-`]) {
      const answer = await ask('/api/v1/operators.json', { range });
      expect(answer, range).toMatchObject({
        status: 416,
        headers: { ...EVERYWHERE, 'content-range': `bytes */${size}` },
      });
    }
  });

  it.each(['bytes=0-1,4-5', 'bytes=9-2', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes'])(
    'written as %s is answered whole',
    async (range) => {
      const { ask } = await served();
      expect(await ask('/api/v1/operators.json', { range })).toMatchObject({ status: 200 });
    },
  );

  it('counts only while If-Range still holds', async () => {
    const { ask } = await served();
    const { etag = '', 'last-modified': modified = '' } = (await ask('/api/v1/operators.csv'))
      .headers;
    const statusOf = async (ifRange: string) =>
      (await ask('/api/v1/operators.csv', { range: 'bytes=0-3', 'if-range': ifRange })).status;
    expect(await statusOf(etag)).toBe(206);
    expect(await statusOf(modified)).toBe(206);
    expect(await statusOf(`W/${etag}`)).toBe(200);
    expect(await statusOf('"other"')).toBe(200);
    expect(await statusOf(new Date(0).toUTCString())).toBe(200);
    expect(await statusOf(new Date(NOW + 60_000).toUTCString())).toBe(200);
  });
});
