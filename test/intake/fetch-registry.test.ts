import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../doors/folders.ts';
import { keptPublication, publicationOf } from '../doors/publication.ts';
import { TINY, tiny } from '../doors/tiny-dataset.ts';

const STREAMS = `- claim_id: streams_2
  metric: streams
  value: true
  evidence_url: https://anchor.example/live
  observed_at: 2026-10-01T00:00:00Z
`;

/** Something on the way that keeps answers for as long as they may be kept, which is an hour. */
interface Cache {
  readonly keyOf: (url: string) => string;
  /** Whether a request is to be sent on, whatever is kept. */
  readonly isPassed: (headers: IncomingHttpHeaders) => boolean;
}

const NO_CACHE: Cache = { keyOf: (url) => url, isPassed: () => true };

/** Serves a folder, and gives the address of the manifest in it. */
async function serveFolder(folder: string, { keyOf, isPassed } = NO_CACHE): Promise<string> {
  const kept = new Map<string, Buffer>();
  const server = createServer(({ url = '', headers }, response) => {
    const known = isPassed(headers) ? undefined : kept.get(keyOf(url));
    const body = known ?? readFileSync(join(folder, pathOf(url)));
    kept.set(keyOf(url), body);
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/manifest.json`;
}

function pathOf(url: string): string {
  return new URL(url, 'http://any').pathname;
}

describe('build --previous', () => {
  it('reads the registry from where the manifest is, and refuses another one', async () => {
    const { kept, change, buildAt } = await keptPublication();
    const previous = await serveFolder(kept);
    change({ 'facts/anchor.yaml': null });
    expect(await buildAt(60, { previous })).toMatchObject({
      ok: false,
      diagnostics: [{ finding: { code: 'registry/claim-vanished' } }],
    });
    writeFileSync(join(kept, 'claims.json'), '{"meta":{},"data":[]}\n');
    await expect(buildAt(60, { previous })).rejects.toThrow(
      /claims\.json beside .*manifest\.json does not match the manifest/,
    );
  });

  const caches: readonly (readonly [string, Cache])[] = [
    ['that heeds no request', { keyOf: (url) => url, isPassed: () => false }],
    [
      'that looks at no query',
      {
        keyOf: (url) => pathOf(url),
        isPassed: (headers) => headers['cache-control'] === 'no-cache',
      },
    ],
  ];
  it.each(caches)('holds a build against what stands behind a cache %s', async (_, cache) => {
    const { out, change, buildAt } = await publicationOf(tiny());
    const previous = await serveFolder(join(out, 'api/v1'), cache);
    const buildElsewhere = (seconds: number) =>
      buildAt(seconds, { out: temporaryFolder(), previous });
    expect(await buildElsewhere(10)).toMatchObject({ ok: true });

    change({ 'facts/anchor.yaml': `${TINY['facts/anchor.yaml']}${STREAMS}` });
    expect(await buildAt(20)).toMatchObject({ ok: true });
    change({ 'facts/anchor.yaml': TINY['facts/anchor.yaml'] ?? '' });
    expect(await buildElsewhere(30)).toMatchObject({
      ok: false,
      diagnostics: [{ finding: { code: 'registry/claim-vanished' } }],
    });
  });

  it('refuses a manifest that stands alone', async () => {
    const { kept, manifest, buildAt } = await keptPublication();
    rmSync(join(kept, 'claims.json'));
    await expect(buildAt(60, { previous: manifest })).rejects.toThrow(
      /claims\.json beside .*manifest\.json is missing; keep manifest\.json, claims\.json and metrics\.json together/,
    );
  });

  it('does without where the earlier program published no claims', async () => {
    const { kept, manifest, change, buildAt } = await keptPublication();
    const old = JSON.parse(readFileSync(manifest, 'utf8'));
    old.resources = old.resources.filter(
      ({ kind }: { kind: string }) => kind !== 'claims' && kind !== 'metrics',
    );
    const elsewhere = join(kept, 'old');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'manifest.json'), JSON.stringify(old));
    change({ 'facts/anchor.yaml': null });
    const options = { previous: join(elsewhere, 'manifest.json') };
    expect(await buildAt(60, options)).toMatchObject({ ok: true });
  });
});
