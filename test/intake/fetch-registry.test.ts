import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keptPublication } from '../doors/publication.ts';

describe('build --previous', () => {
  it('reads the registry from where the manifest is, and refuses another one', async () => {
    const { kept, change, buildAt } = await keptPublication();
    const server = createServer(({ url = '' }, response) => {
      response.end(readFileSync(join(kept, url)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const previous = `http://127.0.0.1:${port}/manifest.json`;
    change({ 'facts/anchor.yaml': null });
    expect(await buildAt(60, { previous })).toMatchObject({
      ok: false,
      diagnostics: [{ finding: { code: 'registry/claim-vanished' } }],
    });
    writeFileSync(join(kept, 'claims.json'), '{"meta":{},"data":[]}\n');
    await expect(buildAt(60, { previous })).rejects.toThrow(
      /claims\.json beside .*manifest\.json is not the one that the manifest lists/,
    );
  });

  it('refuses a manifest that stands alone', async () => {
    const { kept, manifest, buildAt } = await keptPublication();
    rmSync(join(kept, 'claims.json'));
    await expect(buildAt(60, { previous: manifest })).rejects.toThrow(
      /claims\.json beside .*manifest\.json is not there; keep the two together/,
    );
  });

  it('does without where the earlier program published no claims', async () => {
    const { kept, manifest, change, buildAt } = await keptPublication();
    const old = JSON.parse(readFileSync(manifest, 'utf8'));
    old.resources = old.resources.filter(({ kind }: { kind: string }) => kind !== 'claims');
    const elsewhere = join(kept, 'old');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'manifest.json'), JSON.stringify(old));
    change({ 'facts/anchor.yaml': null });
    const options = { previous: join(elsewhere, 'manifest.json') };
    expect(await buildAt(60, options)).toMatchObject({ ok: true });
  });
});
