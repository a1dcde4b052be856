import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../src/represent/index.ts';
import { changedPaths, type Project, project, traceFiles } from '../doors/check-build.ts';
import { operator, tiny, withPages } from '../doors/tiny-dataset.ts';

const NETLIFY = { host: 'netlify' } as const;

describe('the rewrites that Netlify reads from the output folder', () => {
  it('name every address that has a form to choose, and nothing else', async () => {
    const { out, buildAt } = project(tiny());
    await buildAt(0, NETLIFY);
    const { entries } = readManifest(readFileSync(join(out, 'api/v1/manifest.json'))) ?? {};
    const addresses = (entries ?? []).flatMap(({ resource }) =>
      resource?.files.some(({ suffix }) => suffix === '.json') && resource.kind !== 'problem'
        ? [resource.path, ...resource.aliases]
        : [],
    );
    expect(addresses.length).toBeGreaterThan(15);
    const [first, ...rules] = redirectsIn(out).trimEnd().split('\n');
    expect(first).toMatch(/^# /);
    const wanted = addresses.map((path) => `/api/v1${path} /api/v1${path}.json 200`);
    expect(rules).toEqual(wanted.sort());
  });

  it('name the address of every page, also after a change of one', async () => {
    const { out, buildAt, change } = project(withPages());
    await buildAt(0, NETLIFY);
    change({ 'operators/birch.yaml': operator(3, 'Beech') });
    await buildAt(60, NETLIFY);
    const { entries } = readManifest(readFileSync(join(out, 'api/v1/manifest.json'))) ?? {};
    const files = (entries ?? []).flatMap(({ resource }) =>
      resource === null ? [] : [resource.path, ...resource.aliases],
    );
    const pages = files.filter((path) => path.startsWith('/pages/'));
    const rules = redirectsIn(out).trimEnd().split('\n');
    expect(rules.filter((rule) => rule.includes('/pages/')).length).toBe(pages.length);
    expect(rules).toEqual(
      expect.arrayContaining([
        '/ /api/v1/pages/index.html 200',
        '/operators/birch /api/v1/pages/operators/birch.html 200',
        '/metrics/fee_usd /api/v1/pages/metrics/fee_usd.html 200',
        '/site.css /api/v1/pages/site.css 200',
        '/operators/anchor /api/v1/pages/operators/anchor.html 200',
      ]),
    );
  });

  it('are listed in the manifest with their digest, and counted', async () => {
    const built = project(tiny());
    const plain = await built.buildAt(0, { out: `${built.out}-plain` });
    const result = await built.buildAt(0, NETLIFY);
    const { host_files, ...rest } = manifestOf(built);
    expect(host_files).toHaveLength(1);
    expect(host_files[0].files).toMatchObject([
      { path: '../../_redirects', bytes: redirectsIn(built.out).length },
    ]);
    const of = (one: typeof plain) => (one.ok ? one.report.files : 0);
    expect(of(result)).toBe(of(plain) + 1);
    const beside = readFileSync(join(`${built.out}-plain`, 'api/v1/manifest.json'), 'utf8');
    expect(JSON.parse(beside)).toEqual(rest);
  });

  it('follow what is published, and are left alone where nothing changes', async () => {
    const { out, buildAt, change } = project(tiny());
    const cache = join(out, '..', 'cache');
    await buildAt(0, { ...NETLIFY, cache });
    const before = traceFiles(out);
    await buildAt(60, { ...NETLIFY, cache });
    await buildAt(60, NETLIFY);
    expect(changedPaths(before, traceFiles(out))).toEqual([]);
    expect(redirectsIn(out)).toContain('/api/v1/operators/birch ');
    change({ 'operators/birch.yaml': null, 'operators/cedar.yaml': operator(4, 'Cedar') });
    await buildAt(120, { ...NETLIFY, cache });
    expect(redirectsIn(out)).not.toContain('/api/v1/operators/birch ');
    expect(redirectsIn(out)).toContain('/api/v1/operators/cedar ');
  });

  it('are written again when somebody has removed or changed them', async () => {
    const { out, buildAt } = project(tiny());
    const cache = join(out, '..', 'cache');
    await buildAt(0, { ...NETLIFY, cache });
    const wanted = redirectsIn(out);
    rmSync(join(out, '_redirects'));
    await buildAt(60, { ...NETLIFY, cache });
    expect(redirectsIn(out)).toBe(wanted);
    writeFileSync(join(out, '_redirects'), '/a /b\n');
    await buildAt(120, { ...NETLIFY, cache });
    expect(redirectsIn(out)).toBe(wanted);
  });

  it('have no compressed forms, which Netlify does not read', async () => {
    const { out, buildAt } = project(tiny());
    await buildAt(0, { ...NETLIFY, precompress: true });
    expect(readdirSync(out).sort()).toEqual(['_redirects', 'api']);
  });

  it('are removed by a build for another host, and only if a build wrote them', async () => {
    const { out, buildAt } = project(tiny());
    await buildAt(0, NETLIFY);
    await buildAt(60);
    expect(existsSync(join(out, '_redirects'))).toBe(false);
    expect(existsSync(join(out, 'api/v1/manifest.json'))).toBe(true);
    writeFileSync(join(out, '_redirects'), '/a /b\n');
    await buildAt(120, { host: 'nginx' });
    expect(redirectsIn(out)).toBe('/a /b\n');
    // As in a mirror, whose manifest lists what is not there.
    await buildAt(180, NETLIFY);
    writeFileSync(join(out, '_redirects'), '/a /b\n');
    await buildAt(240);
    expect(redirectsIn(out)).toBe('/a /b\n');
  });
});

it('no other host has such files', async () => {
  const { out, buildAt } = project(tiny());
  await buildAt(0);
  const before = traceFiles(out);
  for (const host of ['cloudflare', 'nginx', 'caddy', 'apache', 'vercel', 'serve'] as const) {
    await buildAt(60, { host });
    expect(changedPaths(before, traceFiles(out))).toEqual([]);
  }
});

it('a path that no configuration can hold is refused', async () => {
  const { buildAt } = project(tiny());
  const publicPath = '/a b/api/v1';
  await expect(buildAt(0, { ...NETLIFY, publicPath })).rejects.toThrow('for the path /a b/api/v1');
});

function redirectsIn(out: string): string {
  return readFileSync(join(out, '_redirects'), 'utf8');
}

function manifestOf({ read }: Project) {
  return JSON.parse(read('manifest.json'));
}
