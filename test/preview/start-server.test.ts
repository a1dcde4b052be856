import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishedFiles, startServer } from '../../src/preview/index.ts';
import { project } from '../doors/check-build.ts';
import { preview, served } from '../doors/check-preview.ts';
import { writeFiles } from '../doors/folders.ts';
import { tiny } from '../doors/tiny-dataset.ts';

describe('the server', () => {
  it('sends no file from outside of the output folder', async () => {
    const { ask, out } = await served();
    for (const [target, link] of [
      ['/etc/passwd', 'api/v1/operators/anchor.json'],
      ['/etc/passwd', 'api/v1/best/cheapest.csv'],
    ] as const) {
      rmSync(join(out, link));
      symlinkSync(target, join(out, link));
      const answer = await ask(`/${link}`);
      expect(answer.status).toBe(404);
      expect(answer.body).not.toContain('root:');
    }
    writeFiles(out, { 'api/v1-drafts/secret.json': 'secret' });
    rmSync(join(out, 'api/v1/operators.json'));
    symlinkSync('../v1-drafts/secret.json', join(out, 'api/v1/operators.json'));
    expect(await ask('/api/v1/operators.json')).toMatchObject({ status: 404 });
    rmSync(join(out, 'api/v1/problems'), { recursive: true });
    symlinkSync('/etc', join(out, 'api/v1/problems'));
    expect(await ask('/api/v1/problems/passwd.json')).toMatchObject({ status: 404, body: '' });
  });

  it('lets nobody keep an answer from before the first build', async () => {
    const { ask } = await preview(project(tiny()).out);
    expect(await ask('/api/v1/operators')).toMatchObject({
      status: 404,
      headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
    });
  });

  it.each<[what: string, meta: unknown]>([
    ['that says nothing', null],
    ['with a licence that is none', { license: null }],
    ['with an address of the licence that is none', { license: { url: 'CC BY' } }],
    ['with an end without a time', { deprecation: { since: 7, details: 'https://tiny.example' } }],
    ['with an end of which nothing tells', { deprecation: { since: '2027-01-01T00:00:00Z' } }],
  ])('answers as by default by an index %s', async (_, meta) => {
    const { ask, out } = await served();
    writeFileSync(join(out, 'api/v1/index.json'), JSON.stringify({ meta }));
    const { status, headers } = await ask('/api/v1/operators');
    expect(status).toBe(200);
    expect(headers.link).toMatch(
      /^<https:\/\/creativecommons\.org\/licenses\/by\/4\.0\/>; rel="license", </,
    );
    expect(headers).not.toHaveProperty('deprecation');
  });

  it('names no day of the end where that of the index is none', async () => {
    const { ask, out } = await served();
    const deprecation = {
      since: '2027-01-01T00:00:00Z',
      sunset: 'soon',
      details: 'https://tiny.example/v2',
    };
    writeFileSync(join(out, 'api/v1/index.json'), JSON.stringify({ meta: { deprecation } }));
    const { headers } = await ask('/api/v1/operators');
    expect([headers['deprecation'], headers['sunset']]).toEqual(['@1798761600', undefined]);
  });

  it('sends nothing that no build writes, whatever lies beside it', async () => {
    const { ask, out } = await served();
    writeFiles(out, { 'api/v1/operators/Mine.json': '{}', 'api/v1/operators/a?b.json': '{}' });
    for (const name of ['Mine', 'Mine.json', 'a%3Fb', 'a%3Fb.json']) {
      expect(await ask(`/api/v1/operators/${name}`), name).toMatchObject({ status: 404 });
    }
  });

  it('gives the bytes of one build, whole, with the tag that belongs to them', async () => {
    const { ask, out } = await served();
    const tag = (await ask('/api/v1/operators.json')).headers.etag;
    writeFileSync(join(out, 'api/v1/operators.json'), 'edited');
    const answer = await ask('/api/v1/operators.json');
    expect(answer).toMatchObject({ body: 'edited', headers: { 'content-length': '6' } });
    expect(answer.headers.etag).not.toBe(tag);
  });

  it.each([
    ['two addresses', 'GET /api/v1/operators x HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n', 400],
    ['no host', 'GET /api/v1/operators HTTP/1.1\r\n\r\n', 400],
    ['what is not HTTP', 'hello\r\n\r\n', 400],
    ['an endless header', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`, 431],
  ])('refuses %s, and goes on answering others', async (_, bytes, status) => {
    const { ask, send } = await served();
    expect(await send(bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(await ask('/api/v1/operators')).toMatchObject({ status: 200 });
  });

  it.each([
    [
      'the absolute form',
      'GET http://elsewhere.example/api/v1/operators.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      200,
    ],
    ['HTTP/1.0 without a host', 'GET /api/v1/operators.json HTTP/1.0\r\n\r\n', 200],
    [
      'backslashes',
      'GET \\api\\v1\\..\\..\\etc HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
    ],
    [
      'a target that is a host',
      'GET //etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      404,
    ],
    [
      'an expectation that it cannot meet',
      'GET /api/v1/operators.json HTTP/1.1\r\nHost: x\r\nExpect: a-gift\r\nConnection: close\r\n\r\n',
      200,
    ],
    [
      'a body with a GET',
      'GET /api/v1/operators.json HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello',
      200,
    ],
  ])('understands %s', async (_, bytes, status) => {
    const { send } = await served();
    expect(await send(bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  const isLinux = process.platform === 'linux';
  it.runIf(isLinux)('is there for this machine alone', async () => {
    const { port } = await served();
    // Everything that begins with 127 leads here, but only one address is listened to.
    await expect(fetch(`http://127.0.0.2:${port}/api/v1`)).rejects.toThrow();
    expect((await fetch(`http://127.0.0.1:${port}/api/v1`)).status).toBe(200);
  });

  it('ends although somebody has not said all of a request', async () => {
    const { out, buildAt } = project(tiny());
    await buildAt(0);
    const server = await startServer({ port: 0 }, () => publishedFiles(join(out, 'api/v1')));
    const socket = connect(server.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\n'));
    const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
    await (await fetch(`http://127.0.0.1:${server.port}/api/v1`)).text();
    await server.close();
    await closed;
  });

  it('goes on with a connection after a body that nobody reads', async () => {
    const { send } = await served();
    const body = 'x'.repeat(1_000_000);
    const answers = await send(
      `POST /api/v1 HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}` +
        'GET /api/v1/operators.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 405', 'HTTP/1.1 200']);
  });
});
