import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build, EnvironmentError } from '../src/index.ts';
import { project, traceFiles } from './doors/check-build.ts';
import { temporaryFolder } from './doors/folders.ts';
import { operator, tiny } from './doors/tiny-dataset.ts';

describe('the library', () => {
  const base = 'it has to be an absolute http(s) address whose path ends in /api/v1';
  const site = 'it has to be an absolute http(s) address';
  it.each([
    [{ baseUrl: 'foo' }, `Cannot use "foo" for option baseUrl: ${base}`],
    [
      { baseUrl: 'https://other.example' },
      `Cannot use "https://other.example" for option baseUrl: ${base}`,
    ],
    [
      { baseUrl: 'https://user:secret@a.example/api/v1' },
      'Cannot use "https://a.example/api/v1" for option baseUrl: an address never carries a user name or password',
    ],
    [
      { previous: 'https://user:secret@a.example/api/v1' },
      'Cannot find a publication at https://a.example/api/v1: an address never carries a user name or password',
    ],
    [{ siteUrl: 'foo' }, `Cannot use "foo" for option siteUrl: ${site}`],
    [{ siteUrl: '' }, `Cannot use "" for option siteUrl: ${site}`],
    [{ out: '' }, 'Cannot use "" for option out: it is empty'],
    [{ previous: '' }, 'Cannot use "" for option previous: it is empty'],
    [{ cache: '' }, 'Cannot use "" for option cache: it is empty'],
  ])('refuses to build for %j, and writes nothing', async (options, message) => {
    const { out, buildAt } = project(tiny());
    await expect(buildAt(0, options)).rejects.toThrow(new EnvironmentError(message));
    expect(existsSync(out)).toBe(false);
  });

  it('refuses it in a build that remembers a sound one, too', async () => {
    const { buildAt } = project(tiny());
    const cache = join(temporaryFolder(), 'cache');
    await buildAt(0, { cache });
    await expect(buildAt(60, { cache, siteUrl: 'foo' })).rejects.toThrow(EnvironmentError);
  });

  it.each(['', '.cache', 'api/v1'])(
    'keeps no cache in "%s" of what is published',
    async (place) => {
      const { out, buildAt } = project(tiny());
      const cache = join(out, place);
      await expect(buildAt(0, { cache })).rejects.toThrow(
        new EnvironmentError(
          `Cannot keep a cache in ${cache}: everything in ${out} is published. Name a folder outside of it`,
        ),
      );
      expect(existsSync(out)).toBe(false);
    },
  );

  it('keeps a cache beside the sources where all is in one folder, but for what is published', async () => {
    const { data, buildAt } = project(tiny());
    const all = join(data, '..');
    expect(await buildAt(0, { out: all, cache: join(all, 'cache') })).toMatchObject({ ok: true });
    expect(existsSync(join(all, 'cache'))).toBe(true);
    await expect(buildAt(0, { out: all, cache: join(all, 'api/v1/cache') })).rejects.toThrow(
      `everything in ${join(all, 'api/v1')} is published`,
    );
  });

  it.each(['operators', 'facts/dist'])('puts nothing in "%s" among the sources', async (place) => {
    const { data, buildAt } = project(tiny());
    const before = traceFiles(data);
    const folder = join(data, place);
    await expect(buildAt(0, { out: folder })).rejects.toThrow(
      /^Cannot publish in .*: everything in .* is a source\. Name a folder outside of it$/,
    );
    await expect(buildAt(0, { cache: folder })).rejects.toThrow(
      /^Cannot keep a cache in .*: everything in .* is a source\. Name a folder outside of it$/,
    );
    expect(traceFiles(data)).toEqual(before);
  });

  it('dates what changed at once a second later, by a clock that nobody pinned', async () => {
    const { data, out, change, read } = project(tiny());
    const publishedAt = () => Date.parse(JSON.parse(read('operators.json')).meta.generated_at);
    await build({ data, out });
    const first = publishedAt();
    change({ 'operators/birch.yaml': operator(3, 'Beech') });
    await build({ data, out });
    expect(publishedAt() - first).toBeGreaterThanOrEqual(1000);
  });

  it('takes addresses with slashes at their end, and publishes them without', async () => {
    const { buildAt, read } = project(tiny());
    const addresses = {
      baseUrl: 'https://other.example/api/v1/',
      siteUrl: 'https://other.example//',
    };
    expect(await buildAt(0, addresses)).toMatchObject({ ok: true });
    expect(JSON.parse(read('operators.json')).data[0]).toMatchObject({
      url: 'https://other.example/operators/birch',
      api_url: 'https://other.example/api/v1/operators/birch',
    });
  });
});
