import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { editorSchemas } from '../../src/contract/index.ts';
import { HOST_NAMES } from '../../src/hosts/index.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { runCommand } from '../doors/run-command.ts';

const SCHEMA = 'node_modules/operator-comparison-api/schemas/';

async function newProject(...args: readonly string[]) {
  const cwd = temporaryFolder();
  const { code, out, err } = await runCommand(['init', ...args], cwd);
  expect({ code, out }, err).toEqual({ code: 0, out: '' });
  return { cwd, err, read: (path: string) => readFileSync(join(cwd, path), 'utf8') };
}

function filesIn(cwd: string): readonly string[] {
  return fastGlob.globSync('**', { cwd, dot: true }).sort();
}

describe.each(HOST_NAMES)('a new project for %s', (host) => {
  it('is valid, builds, and is configured', async () => {
    const { cwd } = await newProject('--host', host, '--yes');
    expect(await runCommand(['validate'], cwd)).toMatchObject({ code: 0 });
    expect(await runCommand(['build', '--host', host], cwd)).toMatchObject({ code: 0 });
    // For Netlify, a checkout has another configuration: test/repository/package.test.ts compares it.
    if (host === 'netlify') expect(existsSync(join(cwd, 'netlify.toml'))).toBe(true);
    else expect(await runCommand(['host', host, '--check'], cwd)).toMatchObject({ code: 0 });
  });

  it('has files that can be read, with nothing left to fill in', async () => {
    const { cwd, read } = await newProject('--host', host, '--yes');
    for (const path of filesIn(cwd)) {
      const text = read(path);
      expect(text, path).not.toMatch(/__[a-z_]+__/);
      if (path.endsWith('.json')) expect(() => JSON.parse(text), path).not.toThrow();
      if (!/\.ya?ml$/.test(path)) continue;
      const problems = parseAllDocuments(text).flatMap((one) => [...one.errors, ...one.warnings]);
      expect(problems, path).toEqual([]);
    }
  });
});

describe('a new project', () => {
  it('has an example of each kind that is valid where it is copied to', async () => {
    const { cwd } = await newProject('--yes');
    cpSync(join(cwd, 'examples'), join(cwd, 'data'), { recursive: true });
    expect(await runCommand(['validate'], cwd)).toMatchObject({
      code: 0,
      err: 'data is valid: 1 operator, 2 claims, 1 metric, 1 category.\n',
    });
    expect(await runCommand(['build'], cwd)).toMatchObject({ code: 0 });
    const ranking = readFileSync(join(cwd, 'dist/api/v1/best/lowest-withdrawal-fee.csv'), 'utf8');
    expect(ranking).toContain('Example Operator');
  });

  it('names schemas of the package for each source, in its first line and for VS Code', async () => {
    const { cwd, read } = await newProject('--yes');
    const settings: Record<string, string | string[]> = JSON.parse(read('.vscode/settings.json'))[
      'yaml.schemas'
    ];
    const named = Object.entries(settings).flatMap(([schema, globs]) =>
      fastGlob.globSync(globs, { cwd }).map((path) => [path, schema] as const),
    );
    const sources = fastGlob.globSync('{data,examples}/**/*.yaml', { cwd });
    expect(named.map(([path]) => path).sort()).toEqual(sources.sort());
    for (const [path, schema] of named) {
      const [, relative = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(read(path)) ?? [];
      expect(join(path, '..', relative)).toBe(join(schema));
      expect([...editorSchemas().keys()]).toContain(join(schema).replace(SCHEMA, ''));
    }
  });

  it('has what it was told', async () => {
    const name = 'Odds & "Ends": #1 __host__';
    const { cwd, read } = await newProject(
      ...['--name', name, '--base-url', 'https://odds.example/bets/api/v1/', '--host', 'nginx'],
    );
    expect(await runCommand(['build'], cwd)).toMatchObject({ code: 0 });
    expect(JSON.parse(read('dist/api/v1/index.json')).meta).toMatchObject({
      name,
      site_url: 'https://odds.example/bets',
      base_url: 'https://odds.example/bets/api/v1',
    });
    expect(read('operator-api.conf')).toContain('server_name "odds.example"');
    expect(read('.github/workflows/deploy.yml')).toContain(
      'LIVE_URL: https://odds.example/bets/api/v1\n',
    );
    expect(JSON.parse(read('package.json')).dependencies).toEqual({
      'operator-comparison-api': '0.0.0',
    });
  });

  it('has a README that leads to files of the package', async () => {
    for (const host of HOST_NAMES) {
      const { cwd, read } = await newProject('--host', host, '--yes');
      const links = [...read('README.md').matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
      expect(links.length).toBeGreaterThan(2);
      const inPackage = links.map((link) => link.replace(SCHEMA.replace('schemas/', ''), ''));
      const missing = inPackage.filter((path) => !existsSync(join(repository, path)));
      // Issue 41 adds this page.
      expect(missing).toEqual([]);
      const named = [...read('README.md').matchAll(/^cp (\S+)|`([\w./-]+\.ya?ml)`/gm)];
      for (const [, source, file] of named) {
        const path = source ?? file ?? '';
        const isThere = [path, `.github/workflows/${path}`].some((one) =>
          existsSync(join(cwd, one)),
        );
        expect(isThere, path).toBe(true);
      }
    }
  });
});

describe('operator-api init', () => {
  it('ends with the next three commands', async () => {
    expect((await newProject('my data', '--yes')).err).toMatch(
      /^Wrote 19 files to my data\.\n(?:.*\n)*Next:\n {2}cd 'my data'\n {2}npm install\n {2}npm run serve\n$/,
    );
    expect((await newProject('--yes')).err).toMatch(
      /\nNext:\n {2}npm install\n {2}npm run validate\n {2}npm run serve\n$/,
    );
  });

  it('asks for what it is not told, and again if it cannot use the answer', async () => {
    const cwd = temporaryFolder();
    const answers = ['', 'odds.example', ' https://odds.example/api/v1 ', 'heroku', 'caddy'];
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return answers.shift() ?? null;
    };
    const { code, err } = await runCommand(['init'], cwd, { ask });
    expect(code, err).toBe(0);
    expect(asked[0]).toBe('Name of the service [My comparison]: ');
    expect(asked).toHaveLength(5);
    expect(err).toContain('Cannot use "odds.example" for option --base-url: ');
    expect(err).toContain('Cannot use "heroku" for option --host: it has to be one of netlify, ');
    const service = readFileSync(join(cwd, 'data/service.yaml'), 'utf8');
    expect(service).toContain('name: "My comparison"\n');
    expect(service).toContain('base_url: https://odds.example/api/v1 ');
    expect(existsSync(join(cwd, 'Caddyfile'))).toBe(true);
  });

  it.each([
    [[], '--name, --base-url, --host: give them'],
    [['--name', 'Odds', '--host', 'caddy'], '--base-url: give it'],
  ])('says what is missing where there is nobody to ask: %j', async (args, missing) => {
    const cwd = temporaryFolder();
    expect(await runCommand(['init', ...args], cwd)).toEqual({
      code: 2,
      out: '',
      err: `operator-api: Cannot make a project without ${missing}, or --yes for the defaults.\n`,
    });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('writes nothing if a file is in the way, and names every such file', async () => {
    const cwd = temporaryFolder();
    const there = {
      'site/README.md': 'Mine\n',
      'site/data/service.yaml': 'Mine\n',
      'site/.vscode': '',
    };
    writeFiles(cwd, there);
    mkdirSync(join(cwd, 'site/package.json'));
    const { code, out, err } = await runCommand(['init', 'site', '--yes'], cwd);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    const names =
      /^operator-api: Cannot make a project in site: (.*) exist already; nothing was written\.\n$/;
    expect(names.exec(err)?.[1]?.split(', ').sort()).toEqual([
      'site/.vscode',
      'site/README.md',
      'site/data/service.yaml',
      'site/package.json',
    ]);
    expect(filesIn(cwd)).toEqual(Object.keys(there).sort());
  });

  it('reports a name that the service cannot have', async () => {
    const cwd = temporaryFolder();
    const { code, out, err } = await runCommand(['init', '--yes', '--name', '=SUM(A1)'], cwd);
    expect(code).toBe(1);
    expect(out).toMatch(/^data\/service\.yaml:3:7 error /);
    expect(err).toBe('Found 1 problem; nothing was written.\n');
    expect(readdirSync(cwd)).toEqual([]);
  });

  it.each([
    [
      ['--base-url', 'https://odds.example'],
      'Cannot use "https://odds.example" for option --base-url',
    ],
    [['--host', 'heroku'], "option '--host <name>' argument 'heroku' is invalid."],
    [[''], 'Cannot use "" for argument dir: it is empty.'],
  ])('refuses %j', async (args, message) => {
    const cwd = temporaryFolder();
    const { code, err } = await runCommand(['init', '--yes', ...args], cwd);
    expect(code).toBe(2);
    expect(err).toContain(`operator-api: ${message}`);
    expect(readdirSync(cwd)).toEqual([]);
  });
});
