import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HostLimits } from '../../src/hosts/host.ts';
import { HOST_NAMES, HOSTS } from '../../src/hosts/index.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { runCommand } from '../doors/run-command.ts';
import { DEPRECATED, operator, TINY, tiny, WITH_PAGES } from '../doors/tiny-dataset.ts';

/** A folder with sources, and commands run in it. */
function checkout(sources = tiny(WITH_PAGES)) {
  const cwd = temporaryFolder();
  writeFiles(join(cwd, 'data'), sources);
  const run = (...args: string[]) => runCommand(args, cwd);
  return { cwd, run, read: (path: string) => readFileSync(join(cwd, path), 'utf8') };
}

const SEVERAL_FILES = ['cloudflare', 'vercel'];
const ONE_FILE = HOST_NAMES.filter((name) => !SEVERAL_FILES.includes(name));

describe('operator-api host', () => {
  it.each(ONE_FILE)('prints the configuration of %s, the same every time', async (name) => {
    const { run } = checkout();
    const { code, out, err } = await run('host', name);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    // JSON has no comments.
    if (name !== 'serve') expect(out).toMatch(/^# Written by operator-api host/);
    expect((await run('host', name)).out).toBe(out);
  });

  it.each(SEVERAL_FILES)('asks where to write the files of %s', async (name) => {
    const { run } = checkout();
    const { code, out, err } = await run('host', name);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^operator-api: Cannot print .*--write\.\n$/);
  });

  it.each(HOST_NAMES)('writes what --check then agrees with, for %s', async (name) => {
    const { run } = checkout();
    expect(await run('build')).toMatchObject({ code: 0 });
    expect(await run('host', name, '--write', 'conf')).toMatchObject({ code: 0, out: '' });
    expect(await run('host', name, '--check', 'conf')).toMatchObject({ code: 0, out: '' });
  });

  it('says where a committed file differs, and that one is missing', async () => {
    const { run, cwd, read } = checkout();
    await run('build');
    await run('host', 'nginx', '--write', '.');
    const [path = ''] = (await run('host', 'nginx', '--write', '.')).err
      .replace(/^Wrote (.*)\.\n$/, '$1')
      .split('\n');
    writeFileSync(join(cwd, path), read(path).replace('3600', '60'));
    const differs = await run('host', 'nginx', '--check');
    expect(differs.code).toBe(1);
    expect(differs.out).toMatch(/:\d+:1 error host\/configuration-differs/);
    expect(differs.out).toContain('3600');
    expect(differs.err).toBe('Found 1 problem with nginx.\n');

    rmSync(join(cwd, path));
    const missing = await run('host', 'nginx', '--check', '--format', 'github');
    expect(missing.code).toBe(1);
    expect(missing.out).toContain('title=host/configuration-missing');
  });

  it('says that the API will end as soon as the sources do', async () => {
    const { run, cwd } = checkout();
    await run('host', 'nginx', '--write', '.');
    writeFiles(join(cwd, 'data'), DEPRECATED);
    const differs = await run('host', 'nginx', '--check');
    expect(differs.code).toBe(1);
    expect(differs.out).toContain('error host/configuration-differs');
    expect((await run('host', 'nginx')).out).toContain(
      'add_header Sunset "Thu, 01 Jul 2027 12:30:00 GMT" always;',
    );
  });

  it('takes path and name from the sources, and other ones from the call', async () => {
    const { run } = checkout();
    const usual = (await run('host', 'nginx')).out;
    expect(usual).toContain('server_name "tiny.example"');
    const other = await run(
      ...['host', 'nginx', '--public-path', '/bookmakers/api/v1', '--root', '/srv/odds'],
      ...['--server-name', 'odds.example', '--listen', '127.0.0.1:8081', '--max-age', '60'],
    );
    expect(other.code).toBe(0);
    for (const text of [
      '/bookmakers/api/v1',
      '/srv/odds',
      'odds.example',
      '127.0.0.1:8081',
      'max-age=60',
    ]) {
      expect(other.out).toContain(text);
    }
    expect(other.out).not.toContain('tiny.example');
  });

  it.each(['/a(b)/api/v1', '/%C3%A4/api/v1'])(
    'asks for another path where that of base_url is %s',
    async (path) => {
      const service = TINY['service.yaml']?.replace('tiny.example/api/v1', `tiny.example${path}`);
      const { run } = checkout(tiny({ 'service.yaml': service ?? null }));
      const { code, out, err } = await run('host', 'netlify');
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toBe(
        `operator-api: Cannot configure a host for the path ${path}; give one of plain letters and digits with --public-path.\n`,
      );
    },
  );

  it.each([
    ['netlify', 'dist', 'dist/'],
    ['caddy', '/srv/odds', '/srv/odds//'],
    ['nginx', '/', '//'],
    ['caddy', '/', '//'],
  ])('tells %s the same of the roots %s and %s', async (host, root, other) => {
    const { run } = checkout();
    const { code, out } = await run('host', host, '--root', root);
    expect(code).toBe(0);
    expect((await run('host', host, '--root', other)).out).toBe(out);
  });

  it('reports unsound sources as validate does', async () => {
    const { run } = checkout(tiny({ 'operators/birch.yaml': 'id: three\n' }));
    const { code, out } = await run('host', 'netlify');
    expect(code).toBe(1);
    expect(out).toContain('data/operators/birch.yaml:1:5 error field/type');
  });

  it.each([
    ['an unknown host', ['nginz']],
    ['no host', []],
    ['a path that is none', ['nginx', '--public-path', 'api/v1']],
    ['a path that ends elsewhere', ['nginx', '--public-path', '/api/v2']],
    ['a root that is relative', ['nginx', '--root', 'dist']],
    ['a server name that would', ['nginx', '--server-name', 'a;b']],
    ['no port', ['nginx', '--listen', 'http']],
    ['a port that there is not', ['nginx', '--listen', '127.0.0.1:65536']],
    ['a port that is none', ['nginx', '--listen', '0']],
    ['no number', ['nginx', '--max-age', 'soon']],
  ])('answers %s with one line and exit 2', async (_, args) => {
    const { code, out, err } = await checkout().run('host', ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^operator-api: .*\n$/);
  });

  it('says in one line that what is published is no folder', async () => {
    const { run } = checkout();
    await run('host', 'nginx', '--write', '.');
    expect(await run('host', 'nginx', '--check', '--out', 'data/service.yaml')).toMatchObject({
      code: 2,
      out: '',
      err: 'operator-api: Cannot read data/service.yaml: a part of the path is a file, not a folder.\n',
    });
  });

  it.each([';', '[', '{', '*', '?', '\\', '"', "'", '$', '%'])(
    'refuses a root with %s, which would mean something to one of the servers',
    async (character) => {
      const root = `/srv/a${character}b`;
      const { code, out, err } = await checkout().run('host', 'apache', '--root', root);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(
        /^operator-api: option '--root <dir>' .* It has to be a folder without .*\n$/,
      );
    },
  );
});

/** Lets hosts take fewer files than they do, until the test is finished. */
function takes(limits: Partial<HostLimits>): void {
  for (const host of Object.values(HOSTS)) {
    if (host.limits.files === null && host.limits.filesInFolder === null) continue;
    const changed = { ...host.limits, ...limits };
    vi.spyOn(host, 'limits', 'get').mockReturnValue(changed);
  }
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
}

describe('the limits of a host', () => {
  it('are held against what is published', async () => {
    const { run, cwd } = checkout();
    await run('build');
    await run('host', 'cloudflare', '--write', '.');
    takes({ files: 200 });
    expect(await run('host', 'cloudflare', '--check')).toMatchObject({ code: 0 });
    mkdirSync(join(cwd, 'dist', 'more'));
    for (let file = 0; file < 200; file += 1) {
      writeFileSync(join(cwd, 'dist', 'more', String(file)), '');
    }
    mkdirSync(join(cwd, 'dist', '.hidden'));
    for (const name of ['large.bin', '.hidden/large.bin']) {
      writeFileSync(join(cwd, 'dist', name), Buffer.alloc(25 * 1024 * 1024 + 1));
    }
    const { code, out } = await run('host', 'cloudflare', '--check');
    expect(code).toBe(1);
    expect(out).toContain('error host/too-many-files');
    expect(out).toContain('and cloudflare takes at most 200');
    expect(out.match(/^\S+(?=:1:1 error host\/file-too-large)/gm)).toEqual([
      'dist/.hidden/large.bin',
      'dist/large.bin',
    ]);
    expect(await run('host', 'nginx', '--write', '.')).toMatchObject({ code: 0 });
    expect(await run('host', 'nginx', '--check')).toMatchObject({ code: 0 });
  });

  it('are held against what is published in each folder', async () => {
    const { run, cwd } = checkout();
    await run('host', 'netlify', '--write', '.');
    takes({ filesInFolder: 54 });
    mkdirSync(join(cwd, 'dist', 'more'), { recursive: true });
    for (let file = 0; file < 54; file += 1) {
      writeFileSync(join(cwd, 'dist', 'more', String(file)), '');
    }
    writeFileSync(join(cwd, 'dist', 'one'), '');
    expect(await run('host', 'netlify', '--check')).toMatchObject({ code: 0 });
    writeFileSync(join(cwd, 'dist', 'more', 'one'), '');
    const { code, out } = await run('host', 'netlify', '--check');
    expect(code).toBe(1);
    expect(out).toContain('dist/more:1:1 error host/too-many-files-in-folder');
    expect(out).toContain('55 files directly in this folder, and netlify takes at most 54');
  });

  it('stop a build before anything is written', async () => {
    const operators = Object.fromEntries(
      Array.from({ length: 2500 }, (_, index) => [
        `operators/o${index}.yaml`,
        operator(1000 + index, `O ${index}`),
      ]),
    );
    const { run, cwd } = checkout(tiny(operators));
    const { code, out, err } = await run('build', '--host', 'cloudflare');
    expect(code).toBe(1);
    expect(out).toContain('dist:1:1 error host/too-many-files');
    expect(err).toMatch(/dist is unchanged\.\n$/);
    expect(() => readFileSync(join(cwd, 'dist/api/v1/manifest.json'))).toThrow('ENOENT');
  });
});
