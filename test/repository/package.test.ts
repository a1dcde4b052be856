import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { tiny } from '../doors/tiny-dataset.ts';

const packageJson = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));

const CONSUMER = `import { build, type BuildOptions, type BuildResult, EnvironmentError, type Manifest, renderText, validate } from 'operator-comparison-api';

const checked = validate({ data: 'data' });
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
  validate({ data: 'data', clock });
  return build({ data: 'data', out: 'dist', clock, watcher: watcher && { onWarning: watcher.onWarning }, previous, baseUrl });
});
// @ts-expect-error an output folder is required
void (() => build({ data: 'data' }));
// @ts-expect-error a manifest is read, not written
void ((manifest: Manifest) => { manifest.resources = []; });
`;

describe('the package', () => {
  it('can be installed, imported with its types, and called by its command', async () => {
    const root = temporaryFolder();
    const installed = join(root, 'node_modules', packageJson.name);
    pack(root, installed);
    writeFiles(join(root, 'data'), tiny());
    writeFiles(root, {
      'package.json': '{ "type": "module" }',
      'main.ts': CONSUMER,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          exactOptionalPropertyTypes: true,
          module: 'nodenext',
          target: 'es2022',
          types: ['node'],
          typeRoots: [join(repository, 'node_modules/@types')],
        },
        files: ['main.ts'],
      }),
    });
    run(root, join(repository, 'node_modules/typescript/bin/tsc'), '-p', root);
    const said = run(root, join(root, 'main.js'));
    const written = fastGlob.globSync('dist/**', { cwd: root, dot: true }).length;
    expect(said).toBe(
      `{"operators":2,"written":${written}}\nCannot read the data folder nowhere: it does not exist\n`,
    );
    const bin = join(installed, packageJson.bin['operator-api']);
    expect(run(root, bin, '--version')).toBe(`${packageJson.version}\n`);
    expect(readFileSync(bin, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    // Here nothing compiles the functions of the edge, so that they have to be written, too.
    run(root, bin, 'host', 'netlify', '--write', '.');
    const [, folder] = /^ *edge_functions = "(.+)"$/m.exec(readFrom(root, 'netlify.toml')) ?? [];
    expect(readFrom(root, `${folder}/operator-api.js`)).toContain('application/problem+json');
    // Only a source that the plain reader gives up on has the full parser opened.
    rmSync(join(installed, 'lib/yaml.cjs'));
    expect(run(root, bin, 'build', '--no-cache', '--out', 'again')).toBe('');

    const { messages } = await publint({ pkgDir: installed, strict: true });
    const text = messages.map((message) => formatMessage(message, packageJson, { color: false }));
    expect(text.filter((line) => !/repository/.test(line ?? ''))).toEqual([]);
  }, 120_000);

  it('needs only what runs on Node 20', () => {
    const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
    const tooNew = Object.entries<{ engines?: { node?: string } }>(lock.packages)
      .filter(([, { engines }]) => engines?.node !== undefined && !admitsNode20(engines.node))
      .map(([name, { engines }]) => `${name}: ${engines?.node}`);
    expect(tooNew).toEqual([]);
  });

  it('can be installed from its lock file on every platform', () => {
    const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
    const missing = Object.values<{ optionalDependencies?: object }>(packages)
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
      // Only tests need it, and say where it is missing.
      .filter((name) => !name.startsWith('@duckdb/'))
      .filter((name) => !Object.keys(packages).some((path) => path.endsWith(`/${name}`)));
    expect(missing).toEqual([]);
  });

  it('pins every version exactly', () => {
    const { dependencies, devDependencies } = packageJson;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
  });
});

function readFrom(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** Puts what would be published where an install would put it. */
function pack(root: string, installed: string): void {
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: repository, stdio: 'pipe' });
  npm('pack', '--ignore-scripts', '--pack-destination', root);
  const tarball = readdirSync(root).find((name) => name.endsWith('.tgz')) ?? '';
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(root, tarball), '-C', installed, '--strip-components=1']);
  symlinkSync(join(repository, 'node_modules'), join(installed, 'node_modules'));
}

function run(cwd: string, ...args: string[]): string {
  try {
    return execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
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
