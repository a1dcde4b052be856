import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fastGlob from 'fast-glob';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../src/index.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { connectMcp } from '../doors/mcp-client.ts';
import { repository } from '../doors/repository.ts';
import { tiny } from '../doors/tiny-dataset.ts';

const packageJson = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));

/** A project beside nothing but the package, installed from what would be published. */
let project: string;
let installed: string;
let tarball: string;

/** npm and whole builds take long on a busy machine. */
const SETUP_TIMEOUT = 60_000;

beforeAll(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'operator-api-')));
  installed = join(project, 'node_modules', packageJson.name);
  mkdirSync(installed, { recursive: true });
  const pack = ['pack', '--ignore-scripts', '--pack-destination', project];
  execFileSync('npm', pack, { cwd: repository, stdio: 'pipe' });
  tarball = join(project, readdirSync(project).find((name) => name.endsWith('.tgz')) ?? '');
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  writeFiles(project, { 'package.json': '{ "type": "module" }' });
  writeFiles(join(project, 'data'), tiny());
}, SETUP_TIMEOUT);

afterAll(() => rmSync(project, { recursive: true, force: true }));

const CONSUMER = `import { build, type BuildOptions, type BuildResult, EnvironmentError, type Manifest, renderText, validate } from 'operator-comparison-api';

const checked = await validate({ data: 'data' });
if (!checked.ok) console.error(renderText(checked.diagnostics));

const result: BuildResult = await build({ data: 'data', out: 'dist', siteUrl: 'https://pages.example' });
if (result.ok) {
  const { operators } = result.counts;
  const { written }: { readonly written: number } = result.report;
  console.log(JSON.stringify({ operators, written }));
} else {
  // @ts-expect-error a failed build wrote nothing
  result.report;
}

try {
  await build({ data: 'nowhere', out: 'dist' });
} catch (error) {
  if (error instanceof EnvironmentError) console.log(error.message);
}

// What a caller may or may not have is handed on as it is.
void (({ clock, watcher, previous, baseUrl }: Partial<BuildOptions>) => {
  void validate({ data: 'data', clock, previous });
  return build({ data: 'data', out: 'dist', clock, watcher: watcher && { onWarning: watcher.onWarning }, previous, baseUrl });
});
// @ts-expect-error an output folder is required
void (() => build({ data: 'data' }));
// @ts-expect-error a manifest is read, not written
void ((manifest: Manifest) => { manifest.resources = []; });
`;

/** What a program has for its own types: Node's, and nothing that this repository installs besides. */
const NODE_TYPES = { types: ['node'], typeRoots: [join(repository, 'node_modules/@types')] };

describe('the package', () => {
  it('needs no other package, and at most 12 MB', () => {
    const { dependencies, optionalDependencies, peerDependencies } = packageJson;
    expect({ ...dependencies, ...optionalDependencies, ...peerDependencies }).toEqual({});
    const files = fastGlob.globSync('**', { cwd: installed, dot: true, stats: true });
    const bytes = files.reduce((sum, { stats }) => sum + (stats?.size ?? 0), 0);
    expect(bytes).toBeLessThan(12_000_000);
    // The console, what pictures are made with, and SQLite are 7 MB of it.
    expect(files.map(({ path }) => path)).toContain('lib/sql-wasm.wasm');
  });

  it('can be imported with its types', () => {
    writeFiles(project, { 'main.ts': CONSUMER });
    const settings = { module: 'nodenext', target: 'es2022', ...NODE_TYPES };
    expect(compile('main.ts', { ...settings, noEmit: false })).toBe('');
    const said = run(join(project, 'main.js'));
    const written = fastGlob.globSync('dist/**', { cwd: project, dot: true }).length;
    expect(said).toBe(
      `{"operators":2,"written":${written}}\nCannot read the data folder nowhere: it does not exist\n`,
    );
  });

  it('can be called by its command', () => {
    const bin = join(installed, packageJson.bin['operator-api']);
    expect(run(bin, '--version')).toBe(`${packageJson.version}\n`);
    expect(readFileSync(bin, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    run(bin, 'build', '--snapshots', '--out', 'downloads');
    expect(existsSync(join(project, 'downloads/api/v1/snapshots/operators.sqlite'))).toBe(true);
    // Here nothing compiles the functions of the edge, so that they have to be written, too.
    run(bin, 'host', 'netlify', '--write', '.');
    const [, folder] = /^ *edge_functions = "(.+)"$/m.exec(readFrom('netlify.toml')) ?? [];
    expect(readFrom(`${folder}/operator-api.js`)).toContain('application/problem+json');
  });

  it.each([
    ['the full parser, without a source that the plain reader gives up on', 'yaml.cjs'],
    ['SQLite, without --snapshots', 'sql-wasm.wasm'],
    ['the MCP server, without mcp', 'chunk-mcp-'],
  ])('does not open %s', (_, file) => {
    const copy = copyInstalled();
    const name = readdirSync(join(copy, 'lib')).find((name) => name.startsWith(file)) ?? '';
    rmSync(join(copy, 'lib', name));
    const bin = join(copy, packageJson.bin['operator-api']);
    expect(run(bin, 'build', '--no-cache', '--out', temporaryFolder())).toBe('');
  });

  it('answers language models', async () => {
    const bin = join(installed, packageJson.bin['operator-api']);
    run(bin, 'build', '--out', 'answers');
    const { ask } = await connectMcp(join(project, 'answers'), { cli: bin });
    expect(await ask('cite_claim', { claim_id: 'fee_usd_1' })).toMatchObject({
      isError: false,
      content: { value: 1.5 },
    });
  });

  it('runs where it cannot be written, and keeps its compiled code elsewhere if Node can', () => {
    const copy = copyInstalled();
    const temporary = temporaryFolder();
    chmodSync(temporary, 0o777);
    execFileSync('chmod', ['-R', 'a+rX,a-w', copy]);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(copy, packageJson.bin['operator-api']), '--version'],
      {
        encoding: 'utf8',
        cwd: temporary,
        env: { PATH: process.env['PATH'], TMPDIR: temporary },
        // Whoever is root may write everywhere.
        ...(process.getuid?.() === 0 && { uid: 65_534 }),
      },
    );
    execFileSync('chmod', ['-R', 'u+w', copy]);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: `${packageJson.version}\n`,
      stderr: '',
    });
    expect(readdirSync(temporary).length > 0).toBe('enableCompileCache' in module);
  });

  it('brings the licences of the packages that are in it', () => {
    const licences = readFileSync(join(installed, 'lib/THIRD_PARTY_LICENSES'), 'utf8');
    const named = [...licences.matchAll(/^-+\n(\S+) (\S+) \(.+\)\n-+\n/gm)].map(([, name]) => name);
    for (const name of ['commander', 'fast-glob', 'micromatch', 'sql.js', 'yaml', 'zod']) {
      expect(named).toContain(name);
      const text = readFileSync(join(repository, 'node_modules', name ?? '', 'LICENSE'), 'utf8');
      expect(licences).toContain(text.trim());
    }
    expect(named).not.toContain('vitest');
  });

  it('has nothing that publint objects to', async () => {
    const { messages } = await publint({ pkgDir: installed, strict: true });
    const text = messages.map((message) => formatMessage(message, packageJson, { color: false }));
    expect(text).toEqual([]);
  });

  it('has the pages that its pages link to, and the schemas that editors read', () => {
    const paths = fastGlob.globSync('**', { cwd: installed });
    expect(paths).toEqual(
      expect.arrayContaining(['schemas/source-operator.json', 'docs/deploy.md', 'CHANGELOG.md']),
    );
    for (const page of paths.filter((path) => path.startsWith('docs/'))) {
      const text = readFileSync(join(installed, page), 'utf8');
      const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
      const missing = links.filter((link) => !existsSync(join(installed, 'docs', link)));
      expect(missing, page).toEqual([]);
    }
  });
});

describe('a project made with the package', () => {
  let site: string;
  const npm = (cwd: string, ...args: readonly string[]) =>
    execFileSync('npm', ['--offline', '--no-audit', '--no-fund', ...args], {
      cwd,
      encoding: 'utf8',
      stdio: 'pipe',
      // What npx installs goes there.
      env: { ...process.env, npm_config_cache: join(project, 'npm-cache') },
    });

  beforeAll(() => {
    site = join(project, 'site');
    const init = ['operator-api', 'init', 'site', '--host', 'netlify', '--yes'];
    npm(project, 'exec', '--yes', '--package', tarball, '--', ...init);
    npm(site, 'install');
  }, SETUP_TIMEOUT);

  it('installs the file that it was made with', () => {
    const { dependencies } = JSON.parse(readFileSync(join(site, 'package.json'), 'utf8'));
    const vendored = `vendor/${basename(tarball)}`;
    expect(dependencies).toEqual({ [packageJson.name]: `file:${vendored}` });
    expect(readFileSync(join(site, vendored)).equals(readFileSync(tarball))).toBe(true);
    expect(npm(site, 'exec', '--', 'operator-api', '--version')).toBe(`${packageJson.version}\n`);
  });

  it('validates, builds, and has the configuration of its host', () => {
    npm(site, 'run', 'validate');
    npm(site, 'run', 'build', '--', '--host', 'netlify');
    expect(existsSync(join(site, 'dist/api/v1/manifest.json'))).toBe(true);
    npm(site, 'exec', '--', 'operator-api', 'host', 'netlify', '--check');
    const files = fastGlob.globSync('*', { cwd: join(site, 'netlify/edge-functions') });
    expect(files).toEqual(['operator-api.js']);
  });

  it('has the schemas that its sources name', () => {
    const sources = fastGlob.globSync('{data,examples}/**/*.yaml', { cwd: site });
    expect(sources).toHaveLength(5);
    for (const source of sources) {
      const [, schema = ''] = /\$schema=(\S+)/.exec(readFileSync(join(site, source), 'utf8')) ?? [];
      expect(existsSync(join(site, source, '..', schema)), source).toBe(true);
    }
  });
});

/** Each method with arguments, and what it answers with for the data that the repository ships. */
const ANSWERS: readonly [call: string, file: string][] = [
  ['service()', 'index'],
  ['operators()', 'operators'],
  ...['harbour-nine', 'paper-lantern'].flatMap((slug): [string, string][] => [
    [`operator('${slug}')`, `operators/${slug}`],
    [`facts('${slug}')`, `operators/${slug}/facts`],
  ]),
  ['best("usdt-trc20")', 'best/usdt-trc20'],
  ['metrics()', 'metrics'],
  ['categories()', 'categories'],
  ['allFacts()', 'facts'],
  ['claims()', 'claims'],
  ['claim("usdt_trc20_withdrawal_fee_usd_7")', 'claims/usdt_trc20_withdrawal_fee_usd_7'],
  ['changes()', 'changes'],
  ['snapshots()', 'snapshots'],
];

const USE = `import { ApiError, createClient, type Download, type Fact, type OperatorSummary } from 'operator-comparison-api/client';

const api = createClient('https://compare.example/api/v1', { fetch });

export async function show(slug: string, signal: AbortSignal): Promise<string> {
  const found = await api.facts(slug, { signal });
  if (found.status !== 200) return found.problem.detail ?? found.problem.title;
  const facts: readonly Fact[] = found.data;
  const [detail] = (await api.operators()).data.filter((one: OperatorSummary) => one.slug === slug);
  return detail === undefined ? '' : \`\${detail.name}: \${facts.length}, \${found.meta.generated_at}\`;
}

export async function nameOf(id: number): Promise<string> {
  const found = await api.operator(id).catch((error: unknown) => {
    if (error instanceof ApiError) return error.url;
    throw error;
  });
  if (typeof found === 'string') return found;
  // @ts-expect-error there may be no such operator
  found.data;
  return found.status === 200 ? found.data[0].name : found.problem.title;
}

export async function fileOf(wanted: string): Promise<string | undefined> {
  const found = await api.snapshots();
  // @ts-expect-error there may be no downloads
  found.data;
  if (found.status !== 200) return found.problem.detail;
  const downloads: readonly Download[] = found.data;
  return downloads.find(({ file }) => file === wanted)?.url;
}

/** What a caller may or may not have is handed on as it is. */
export async function handOn(wanted: { fetch?: typeof fetch; memory?: number; signal?: AbortSignal }): Promise<number> {
  const { signal, memory } = wanted;
  return (await createClient('https://compare.example/api/v1', { fetch: wanted.fetch, memory }).operators({ signal })).status;
}

// @ts-expect-error an id of a claim is a text
void api.claim(7);
// @ts-expect-error answers are read, not written
void api.operators().then(({ data }) => { data[0]!.name = ''; });
`;

const SETTINGS = [
  ['bundler', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] }],
  ['nodenext', { module: 'nodenext', lib: ['es2022', 'dom'], types: [] }],
  [
    'nodenext with Node’s types and no browser',
    { module: 'nodenext', lib: ['es2022'], ...NODE_TYPES },
  ],
] as const;

describe('the client in the package', () => {
  beforeAll(async () => {
    const out = join(project, 'shipped');
    await build({ data: join(repository, 'data'), out, snapshots: true });
    writeFiles(project, { 'use.ts': USE, 'answers.ts': describeAnswers(join(out, 'api/v1')) });
  }, SETUP_TIMEOUT);

  it.each(SETTINGS)(
    'has types that need nothing else, and that every published answer has (%s)',
    (_, settings) => {
      expect(compile('answers.ts', { target: 'es2022', ...settings }, 'use.ts')).toBe('');
    },
  );

  it('runs alone, imports nothing, and has less than 1.7 kB', async () => {
    const input = join(installed, 'lib/client/index.js');
    expect(readFileSync(input, 'utf8')).not.toMatch(/\bimport\b|\brequire\b|\bprocess\b/);
    const types = readFileSync(join(installed, 'lib/client/index.d.ts'), 'utf8');
    expect(types).not.toMatch(/^import\b|\bimport\(|\bfrom '/m);
    const bundle = await rolldown({ input, platform: 'browser' });
    const { output } = await bundle.generate({ minify: true });
    const size = gzipSync(output[0].code, { level: 9 }).length;
    expect(size).toBeLessThan(1741);
    expect(size, 'so small that something is missing').toBeGreaterThan(500);
  });
});

/** A program that holds only if each answer, written out, has exactly the type of its method. */
function describeAnswers(published: string): string {
  const lines = ANSWERS.filter(([, file]) => existsSync(join(published, `${file}.json`))).map(
    ([call, file], index) => {
      const [method = ''] = call.split('(');
      const body = readFileSync(join(published, `${file}.json`), 'utf8').trim();
      return [
        `// ${call}`,
        `export const answer${index}: Extract<Awaited<ReturnType<Client['${method}']>>, { status: 200 }> = {`,
        `  status: 200, ...(${body} satisfies Omit<Extract<Awaited<ReturnType<Client['${method}']>>, { status: 200 }>, 'status'>) };`,
      ].join('\n');
    },
  );
  return `import type { Client } from 'operator-comparison-api/client';\n${lines.join('\n')}\n`;
}

describe('a checkout', () => {
  it('says what it needs where development dependencies are left out', () => {
    const checkout = temporaryFolder();
    for (const path of [
      'package.json',
      'package-lock.json',
      'scripts/compile.mjs',
      'scripts/bundle.mjs',
    ])
      cpSync(join(repository, path), join(checkout, path));
    const args = ['scripts/compile.mjs'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: checkout,
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^.*run npm ci\n$/);
  });

  const PACKAGES = ['.', 'scripts/bench', 'test'];

  it.each(PACKAGES)('needs only what runs on Node 20: %s', (folder) => {
    const tooNew = lockedPackages(folder)
      .filter(([, { engines }]) => engines?.node !== undefined && !admitsNode20(engines.node))
      .map(([name, { engines }]) => `${name}: ${engines?.node}`);
    expect(tooNew).toEqual([]);
  });

  it.each(PACKAGES)('can be installed from its lock file on every platform: %s', (folder) => {
    const packages = lockedPackages(folder);
    const missing = packages
      .flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies))
      .filter((name) => !packages.some(([path]) => path.endsWith(`/${name}`)));
    expect(missing).toEqual([]);
  });

  it.each(PACKAGES)('pins every version exactly: %s', (folder) => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(repository, folder, 'package.json'), 'utf8'),
    );
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
  });
});

interface LockedPackage {
  readonly engines?: { readonly node?: string };
  readonly optionalDependencies?: object;
}

function lockedPackages(folder: string): readonly [path: string, LockedPackage][] {
  const text = readFileSync(join(repository, folder, 'package-lock.json'), 'utf8');
  return Object.entries(JSON.parse(text).packages);
}

function copyInstalled(): string {
  const copy = temporaryFolder();
  cpSync(installed, copy, { recursive: true });
  return copy;
}

function readFrom(path: string): string {
  return readFileSync(join(project, path), 'utf8');
}

/** What the compiler objects to in a program of the project. */
function compile(file: string, settings: object, ...others: readonly string[]): string {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    ...settings,
  };
  const config = { compilerOptions, files: [file, ...others] };
  writeFiles(project, { 'tsconfig.json': JSON.stringify(config) });
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' }).stdout.slice(
    0,
    4000,
  );
}

function run(...args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${args.join(' ')}\n${stdout}\n${stderr}`);
  }
}

/** Whether a range of the kinds that packages use admits 20.19, the oldest Node this runs on. */
function admitsNode20(range: string): boolean {
  return range.split('||').some((part) => {
    const [, operator = '', major = '', minor = '0'] =
      /^\s*(\^|>=|>|~)?\s*v?(\d+)(?:\.(\d+))?/.exec(part) ?? [];
    if (operator === '^' || operator === '~') return major === '20' && Number(minor) <= 19;
    if (operator === '') return major === '' || major === '20';
    return Number(major) < 20 || (Number(major) === 20 && Number(minor) <= 19);
  });
}
