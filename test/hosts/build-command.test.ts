import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Deployment, HOSTS } from '../../src/hosts/index.ts';
import { DEFAULT_SERVING } from '../../src/policy/index.ts';
import { project } from '../doors/check-build.ts';
import { repository } from '../doors/repository.ts';
import { tiny } from '../doors/tiny-dataset.ts';

/** `npm run build -- …`, where the project is another than the one that npm would look for. */
const NPM = `npm() {
  shift 2
  if [ "\${1:-}" = -- ]; then shift; fi
  '${process.execPath}' '${join(repository, 'lib', 'cli.cjs')}' build "$@"
}`;

function commandOf(name: 'netlify' | 'vercel', chosen: Partial<Deployment>): string {
  const deployment: Deployment = {
    ...DEFAULT_SERVING,
    ...{ root: 'dist', listen: '80', serverName: null, precompressed: false },
    ...{ removedCategories: [], ...chosen },
  };
  const [file] = HOSTS[name].configure(deployment, '');
  const [, written = '""'] =
    /"?(?:command|buildCommand)"?(?: =|:) (".*")/.exec(`${file?.text}`) ?? [];
  return JSON.parse(written);
}

describe.each(['netlify', 'vercel'] as const)('what %s is told to build', (name) => {
  it.each(['dist', 'public', "out/the owner's site (new)"])('goes to the root: %s', (root) => {
    const folder = dirname(project(tiny()).out);
    const command = commandOf(name, { root });
    execFileSync('bash', ['-euc', `${NPM}\n${command}`], { cwd: folder, stdio: 'ignore' });
    expect(existsSync(join(folder, root, 'api/v1/manifest.json'))).toBe(true);
    expect(existsSync(join(folder, root, '_redirects'))).toBe(name === 'netlify');
    expect(existsSync(join(folder, 'dist'))).toBe(root === 'dist');
  });
});

it.each(['/api/v1', '/bookmakers/api/v1'])(
  'has Netlify go on with what is live at %s',
  (publicPath) => {
    const command = commandOf('netlify', { publicPath });
    const said = execFileSync('bash', ['-euc', `npm() { echo "$@"; exit; }\n${command}`], {
      env: { ...process.env, SITE_NAME: 'compare' },
      encoding: 'utf8',
    });
    expect(said).toContain(`--previous https://compare.netlify.app${publicPath}/manifest.json\n`);
  },
);

it('has Netlify published below another path, with the rewrites at the root', () => {
  const folder = dirname(project(tiny()).out);
  const chosen = { publicPath: '/bookmakers/api/v1', basePath: '/api/v1' };
  const command = commandOf('netlify', chosen);
  execFileSync('bash', ['-euc', `${NPM}\n${command}`], { cwd: folder, stdio: 'ignore' });
  expect(existsSync(join(folder, 'dist/bookmakers/api/v1/manifest.json'))).toBe(true);
  expect(readFileSync(join(folder, 'dist/_redirects'), 'utf8')).toContain(
    '\n/bookmakers/api/v1/operators /bookmakers/api/v1/operators.json 200\n',
  );
});

it('tells a build of no path that it can read in the sources', () => {
  const publicPath = '/bookmakers/api/v1';
  expect(commandOf('netlify', { publicPath, basePath: publicPath })).not.toContain('--public-path');
});
