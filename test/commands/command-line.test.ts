import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect, it, onTestFinished } from 'vitest';
import { generateDataset } from '../../scripts/generate-dataset.ts';
import { groupThousands } from '../../src/commands/sentences.ts';
import { canTakeWatches, WITHOUT_WATCHES, whereTaken } from '../doors/few-watches.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { CLI, runCli, startCli, untilExit } from '../doors/run-cli.ts';
import { runCommand } from '../doors/run-command.ts';
import { asSomebody, canBeSomebody, whereSomebody } from '../doors/somebody.ts';
import { operator, TINY, tiny } from '../doors/tiny-dataset.ts';

const BROKEN = {
  'operators/birch.yaml': operator(3, 'Birch').replace('kyc_level: none', 'kyc_level: nonee'),
};

/** A project folder with sources in `data`, as the commands expect by default. */
function projectFolder(changes: Parameters<typeof tiny>[0] = {}): string {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'data'), tiny(changes));
  return folder;
}

describe('operator-api', () => {
  it('shows its help, its version, and the help of each command', async () => {
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    expect(await runCli(['--version'])).toMatchObject({ code: 0, out: `${version}\n`, err: '' });
    const { code, out } = await runCli(['--help']);
    expect(await runCli(['help', 'help'])).toMatchObject({ code, out, err: '' });
    expect(code).toBe(0);
    for (const command of ['validate', 'build', 'serve']) {
      expect(out).toContain(command);
      const help = await runCli([command, '--help']);
      expect(help).toMatchObject({ code: 0, err: '' });
      expect(help.out).toContain('Examples:');
    }
  });

  it('shows its help and exits 2 when no command is named', async () => {
    const { code, out, err } = await runCli([]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('Usage: operator-api');
  });

  it.each([
    [['biuld'], "unknown command 'biuld' (Did you mean build?)"],
    [['build', '--dat', 'x'], "unknown option '--dat' (Did you mean --data?)"],
    [['build', 'extra'], "too many arguments for 'build'. Expected 0 arguments but got 1."],
    [['build', '--data'], "option '--data <dir>' argument missing"],
    [
      ['validate', '--format', 'xml'],
      "option '--format <format>' argument 'xml' is invalid. Allowed choices are text, json, github.",
    ],
    [['validate', '--data', ''], 'Cannot use "" for option --data: it is empty.'],
    [['build', '--out='], 'Cannot use "" for option --out: it is empty.'],
    [['build', '--cache', ''], 'Cannot use "" for option --cache: it is empty.'],
    [['build', '--previous', ''], 'Cannot use "" for option --previous: it is empty.'],
    [['host', 'nginx', '--write', ''], 'Cannot use "" for option --write: it is empty.'],
    [['host', 'nginx', '--check', ''], 'Cannot use "" for option --check: it is empty.'],
    [['build', '--out', 'caf\ufffd'], 'Cannot use "caf\ufffd" for option --out: it is not UTF-8.'],
    [
      ['host', 'nginx', '--write', 'conf', '--check', 'conf'],
      "option '--write <dir>' cannot be used with option '--check [dir]'",
    ],
    [
      ['verify', 'http://127.0.0.1:1/api/v1', '--out', ''],
      'Cannot use "" for option --out: it is empty.',
    ],
    [['diff', ''], 'Cannot use "" for argument old: it is empty.'],
    [['diff', 'dist', ''], 'Cannot use "" for argument new: it is empty.'],
    [['help', 'biuld'], "unknown command 'biuld' (Did you mean build?)"],
    [['schemas', ''], 'Cannot use "" for argument dir: it is empty.'],
    [
      ['build', '--base-url', ''],
      'Cannot use "" for option --base-url: it has to be an absolute http(s) address whose path ends in /api/v1.',
    ],
    [
      ['build', '--site-url', ''],
      'Cannot use "" for option --site-url: it has to be an absolute http(s) address.',
    ],
    [
      ['build', '--base-url', 'x'],
      'Cannot use "x" for option --base-url: it has to be an absolute http(s) address whose path ends in /api/v1.',
    ],
    [
      ['build', '--site-url', 'ftp://x'],
      'Cannot use "ftp://x" for option --site-url: it has to be an absolute http(s) address.',
    ],
    [
      ['serve', '--port', '65536'],
      "option '--port <number>' argument '65536' is invalid. It has to be a number from 0 to 65535.",
    ],
    [['validate', '--data', 'nowhere'], 'Cannot read the data folder nowhere: it does not exist.'],
    [['build', '--data', 'nowhere'], 'Cannot read the data folder nowhere: it does not exist.'],
    [
      ['serve', '--watch', '--data', 'nowhere'],
      'Cannot read the data folder nowhere: it does not exist.',
    ],
    [
      ['serve', '--out', 'nowhere'],
      'Cannot serve nowhere: nothing is built there yet; run operator-api build first.',
    ],
  ])('answers the wrong call %j with one line and exit 2', async (args, message) => {
    expect(await runCommand(args, temporaryFolder())).toEqual({
      code: 2,
      out: '',
      err: `operator-api: ${message}\n`,
    });
  });

  it.each(['soon', '1.5', '-1', '253402300799', '99999999999999'])(
    'refuses SOURCE_DATE_EPOCH=%s',
    async (epoch) => {
      const cwd = projectFolder();
      const { code, err } = await runCli(['build'], { cwd, env: { SOURCE_DATE_EPOCH: epoch } });
      expect({ code, err }).toEqual({
        code: 2,
        err: `operator-api: Cannot use SOURCE_DATE_EPOCH="${epoch}": it has to be seconds since 1970, in digits, before the year 9999.\n`,
      });
    },
  );
});

describe('operator-api validate', () => {
  it('is silent on stdout, sums up on stderr and exits 0 when all is sound', async () => {
    expect(await runCommand(['validate'], projectFolder())).toMatchObject({
      code: 0,
      out: '',
      err: 'data is valid: 2 operators, 1 claim, 2 metrics, 1 category.\n',
    });
  });

  it('exits 1 and reports for people on stdout, without colours where no terminal reads', async () => {
    const { code, out, err } = await runCommand(['validate'], projectFolder(BROKEN));
    expect({ code, err }).toEqual({ code: 1, err: 'Found 1 problem in data.\n' });
    expect(out).toBe(`data/operators/birch.yaml:4:12 error field/choice
  "kyc_level" is the text "nonee", which is not one of its values
    3 | license_jurisdiction: null
    4 | kyc_level: nonee
      |            ^^^^^
  Write "none", "discretionary", "threshold" or "required", or null where it is not known. Did you mean "none"?
`);
  });

  it('reports for tools as JSON, sound or not', async () => {
    const sound = await runCommand(['validate', '--format', 'json'], projectFolder());
    expect(JSON.parse(sound.out)).toEqual({ errors: 0, diagnostics: [] });
    const broken = await runCommand(['validate', '--format', 'json'], projectFolder(BROKEN));
    expect(JSON.parse(broken.out)).toMatchObject({
      errors: 1,
      diagnostics: [
        { code: 'field/choice', file: 'data/operators/birch.yaml', line: 4, column: 12 },
      ],
    });
  });

  it.each([
    ['', 'data', 'sub/data/operators/birch.yaml'],
    ['/', 'data', 'sub/data/operators/birch.yaml'],
    ['/link', 'data', 'sub/data/operators/birch.yaml'],
    ['', '../linked', 'sub/data/operators/birch.yaml'],
    ['/nowhere', 'data', 'data/operators/birch.yaml'],
    ['/sub', 'data', 'data/operators/birch.yaml'],
    ['', '../sub/data', 'sub/data/operators/birch.yaml'],
    ['/elsewhere', 'data', 'data/operators/birch.yaml'],
  ])(
    'names files in annotations as GitHub does: workspace %j, --data %j',
    async (workspace, data, path) => {
      const root = temporaryFolder();
      writeFiles(join(root, 'sub/data'), tiny({ 'operators/birch.yaml': 'id: three\n' }));
      writeFiles(root, { 'elsewhere/README.md': '' });
      symlinkSync('.', join(root, 'link'));
      symlinkSync('sub/data', join(root, 'linked'));
      const env = { GITHUB_WORKSPACE: root + workspace };
      const args = ['validate', '--data', data, '--format', 'github'];
      const { out } = await runCli(args, { cwd: join(root, 'sub'), env });
      expect(out).toMatch(new RegExp(`^::error file=${path},line=1,.*::${path}:1:\\d+ `));
    },
  );

  it.each([
    ['a link out of the repository', 'data/facts/birch.yaml', '../../../..', 'data'],
    ['a link to a folder', 'data/more', 'operators', 'data'],
    ['the repository', '.', null, '.'],
  ])('names %s in annotations by its own path', async (_, path, target, data) => {
    const root = projectFolder();
    if (target !== null) symlinkSync(target, join(root, path));
    const args = ['validate', '--data', data, '--format', 'github'];
    const { out } = await runCommand(args, root, { env: { GITHUB_WORKSPACE: root } });
    expect(out).toContain(`::error file=${path},line=1,`);
  });

  describe('of many problems', () => {
    /** As many problems of one code, and after them 12 of another. */
    const broken = (number: number) =>
      projectFolder(
        Object.fromEntries(
          Array.from({ length: number + 12 }, (_, index) => {
            const text = operator(100 + index, `O ${index}`);
            return [
              `operators/o-${100 + index}.yaml`,
              index < number
                ? text.replace('kyc_level: none', 'kyc_level: nonee')
                : text.replace(/accepts_vpn: \w+/, 'accepts_vpn: maybe'),
            ];
          }),
        ),
      );
    const like = (number: string) => `  and ${number} more like this; --all shows them`;
    const summary = (choices: string, booleans: string) =>
      `\nMore problems were found than are shown. --all shows all of them.\n  field/choice: ${choices}\n  field/type: ${booleans}\n`;

    it.each<[string[], number, number, string, string[]]>([
      [
        [],
        1000,
        20,
        summary('1,000 problems, 10 shown', '12 problems, 10 shown'),
        [like('990'), like('2')],
      ],
      [[], 3, 13, summary('3 problems, all shown', '12 problems, 10 shown'), [like('2')]],
      [['--all'], 60, 72, '', []],
      [
        ['--format', 'github'],
        60,
        60,
        summary('60 problems, 50 shown', '12 problems, 10 shown'),
        [],
      ],
      [['--format', 'github'], 38, 50, '', []],
      [['--format', 'github', '--all'], 60, 72, '', []],
    ])('%j of %i and 12 shows %i', async (options, number, shown, end, rest) => {
      const { code, out, err } = await runCommand(['validate', ...options], broken(number));
      expect(out.match(/\berror (?=field|file)/g)).toHaveLength(shown);
      const rests = out.match(/^ {2}and \S+ more like this; --all shows them$/gm) ?? [];
      expect(rests).toEqual(rest);
      expect(out.endsWith(end === '' ? '.\n' : end)).toBe(true);
      expect(out.includes('--all')).toBe(end !== '');
      expect({ code, err }).toEqual({
        code: 1,
        err: `Found ${groupThousands(number + 12)} problems in data.\n`,
      });
      expect(out.match(/^::error /gm)?.length ?? 0).toBe(options.includes('github') ? 50 : 0);
    });

    it('has JSON show all', async () => {
      const { out } = await runCommand(['validate', '--format', 'json'], broken(30));
      expect(JSON.parse(out)).toMatchObject({ errors: 42, diagnostics: { length: 42 } });
    });
  });

  it('reports for GitHub as annotations', async () => {
    const { code, out } = await runCommand(
      ['validate', '--format', 'github'],
      projectFolder(BROKEN),
    );
    expect(code).toBe(1);
    expect(out).toMatch(
      /^::error file=data\/operators\/birch\.yaml,line=4,endLine=4,col=12,endColumn=17,title=field\/choice::/,
    );
  });

  it.each([
    ['build', '--out', 'dangling'],
    ['schemas', 'dangling/x'],
    ['host', 'nginx', '--write', 'data/service.yaml'],
  ])('says in one line where it cannot write: %s %s %s', async (...args) => {
    const cwd = projectFolder();
    symlinkSync('nowhere/at-all', join(cwd, 'dangling'));
    const { code, out, err } = await runCommand(args, cwd);
    expect(err).toMatch(/^operator-api: Cannot write [^\n]+\n$/);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  const hasFull = existsSync('/dev/full');
  const where = hasFull ? '' : ' (not run: there is no /dev/full here)';
  it.runIf(hasFull)(`says in one line that nobody can be told${where}`, () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [CLI, '--help'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(stderr).toBe('operator-api: Cannot write to standard output: the disk is full.\n');
    expect(status).toBe(2);
  });

  it('survives a reader that stops early', async () => {
    const broken = operator(3, 'Birch').replaceAll(/: .*/g, ': [');
    const cwd = projectFolder({ 'operators/birch.yaml': broken });
    const child = startCli(['validate'], { cwd });
    child.stdout?.destroy();
    expect((await untilExit(child)).err).not.toContain('EPIPE');
  });

  it('sums up after all of the report where one reader, who is slow, gets both', async () => {
    const files = Object.entries(generateDataset(90)).map(
      ([name, text]) => [name, text.replaceAll('observed_at', 'observed')] as const,
    );
    const data = temporaryFolder();
    writeFiles(data, Object.fromEntries(files));
    const by = ['sh', '-c', '"$@" 2>&1 | (sleep 0.5; cat)', 'sh'];
    const { out } = await runCli(['validate', '--data', data, '--format', 'github', '--all'], {
      by,
    });
    const lines = out.trimEnd().split('\n');
    expect(out.length).toBeGreaterThan(100_000); // More than a pipe takes.
    expect(lines.pop()).toMatch(/^Found [\d,]+ problems in /);
    expect(lines.filter((line) => !/^(::error file=|error )/.test(line))).toEqual([]);
  });

  // Node itself has the streams of a process that it starts wait.
  const refusing = ['perl', '-MFcntl', '-e', 'fcntl(STDERR, F_SETFL, O_NONBLOCK); exec @ARGV'];
  const hasPerl = spawnSync('perl', ['-MFcntl', '-e', '1']).status === 0;
  const whereRefusing = hasPerl ? '' : ' (not run: there is no perl here)';
  it.runIf(hasPerl)(
    `waits for a reader that is behind, where its pipe would rather refuse than wait${whereRefusing}`,
    async () => {
      const path = join(temporaryFolder(), 'pipe');
      expect(spawnSync('mkfifo', [path]).status).toBe(0);
      const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
      onTestFinished(() => closeSync(pipe));
      const room = Buffer.alloc(1 << 20, '_');
      for (const size of [room.length, 1]) while (isTaken(pipe, room.subarray(0, size)));
      const [program = '', ...args] = [
        ...refusing,
        process.execPath,
        CLI,
        'build',
        '--data',
        'none',
      ];
      const child = spawn(program, args, { stdio: ['ignore', 'ignore', pipe] });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const first = await Promise.race([
        ended,
        new Promise((resolve) => setTimeout(resolve, 1000, 'waits')),
      ]);
      expect(first).toBe('waits');
      readSync(pipe, room);
      expect(await ended).toBe(2);
      expect(room.toString('latin1', 0, readSync(pipe, room)).replaceAll('_', '')).toBe(
        'operator-api: Cannot read the data folder none: it does not exist.\n',
      );
    },
  );
});

describe('operator-api build', () => {
  it('sums up on stderr: files, bytes, what changed, time', async () => {
    const cwd = projectFolder();
    const first = await runCommand(['build'], cwd);
    expect(first).toMatchObject({ code: 0, out: '' });
    const files = fastGlob.globSync('dist/**', { cwd }).length;
    expect(first.err).toMatch(
      /^Built \d+ files \([\d.]+ kB\) in dist from 2 operators, 1 claim, 2 metrics, 1 category: \d+ written, 0 unchanged, 0 removed, in [\d.]+ s\.\n$/,
    );
    expect(first.err.match(/\d+(?= (?:files|written))/g)).toEqual([`${files}`, `${files}`]);
    expect((await runCommand(['build'], cwd)).err).toContain(
      ` 0 written, ${files} unchanged, 0 removed`,
    );
  });

  it('says that nothing is wrong where tools or GitHub are to be told', async () => {
    const cwd = projectFolder();
    const { out } = await runCommand(['build', '--format', 'json'], cwd);
    expect(JSON.parse(out)).toEqual({ errors: 0, diagnostics: [] });
    expect(await runCommand(['build', '--format', 'github'], cwd)).toMatchObject({ out: '' });
  });

  it('remembers beside the sources, where it is told to, or nowhere', async () => {
    const cwd = projectFolder();
    const build = async (...args: string[]) => {
      expect(await runCommand(['build', ...args], cwd)).toMatchObject({ code: 0 });
      return readdirSync(cwd).sort();
    };
    expect(await build('--no-cache')).toEqual(['data', 'dist']);
    expect(await build('--cache', 'memory')).toEqual(['data', 'dist', 'memory']);
    expect(await build()).toEqual(['.operator-api-cache', 'data', 'dist', 'memory']);
  });

  it('warns on stderr about what it cannot tell', async () => {
    const cwd = projectFolder();
    await runCommand(['build'], cwd);
    rmSync(join(cwd, 'dist/api/v1/manifest.json'));
    const { code, out, err } = await runCommand(['build'], cwd);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toMatch(
      /^Cannot tell which files are from earlier builds in [^\n]+\nBuilt \d+ files /,
    );
  });

  it('reports problems like validate and says that nothing was written', async () => {
    const { code, out, err } = await runCommand(['build'], projectFolder(BROKEN));
    expect({ code, err }).toEqual({
      code: 1,
      err: 'Found 1 problem in data; dist is unchanged.\n',
    });
    expect(out).toContain('error field/choice');
  });

  it('takes other folders, other addresses and another clock', async () => {
    const cwd = temporaryFolder();
    writeFiles(join(cwd, 'quellen ä'), tiny());
    const args = ['build', '--data', 'quellen ä', '--out', 'aus gabe'];
    const urls = [
      '--base-url',
      'https://staging.example/x/api/v1/',
      '--site-url',
      'http://pages.example/',
    ];
    const env = { SOURCE_DATE_EPOCH: '1795000000' };
    expect(await runCli([...args, ...urls], { cwd, env })).toMatchObject({ code: 0 });
    const list = JSON.parse(readFileSync(join(cwd, 'aus gabe/api/v1/operators.json'), 'utf8'));
    expect(list.meta.generated_at).toBe('2026-11-18T11:06:40Z');
    expect(list.data[0]).toMatchObject({
      url: 'http://pages.example/operators/birch',
      api_url: 'https://staging.example/x/api/v1/operators/birch',
    });
  });

  it('refuses dates after the clock it was given', async () => {
    const { code, out } = await runCli(['build'], {
      cwd: projectFolder(),
      env: { SOURCE_DATE_EPOCH: '1780000000' },
    });
    expect(code).toBe(1);
    expect(out).toContain('error date/future');
  });
});

describe('the proxy that the environment names', () => {
  const GONE = 'http://127.0.0.1:1/api/v1';
  const SECURE = 'https://127.0.0.1:1/api/v1';
  const asks = { NODE_USE_ENV_PROXY: '1' };

  it.each([
    [['sync', GONE, 'mirror'], { HTTP_PROXY: 'http://p' }, 'HTTP_PROXY'],
    [['verify', GONE], { http_proxy: 'http://p', HTTP_PROXY: 'http://q' }, 'http_proxy'],
    [['build', '--previous', SECURE], { HTTPS_PROXY: 'http://p', http_proxy: 'x' }, 'HTTPS_PROXY'],
    [['diff', SECURE], { https_proxy: '', all_proxy: 'socks5://p' }, 'all_proxy'],
    [['diff', 'dist', GONE], { ALL_PROXY: 'http://p', NO_PROXY: 'other.example' }, 'ALL_PROXY'],
    [['diff', 'dist', 'dist'], { HTTP_PROXY: 'http://p' }, null],
    [['build'], { HTTP_PROXY: 'http://p' }, null],
    [['verify', GONE], { HTTPS_PROXY: 'http://p' }, null],
    [['verify', GONE], { HTTP_PROXY: '' }, null],
    [['verify', GONE], { HTTP_PROXY: 'http://p', NO_PROXY: 'localhost, 127.0.0.1' }, null],
    [['verify', GONE], { HTTP_PROXY: 'http://p', no_proxy: '127.0.0.1:1' }, null],
    [['verify', GONE], { HTTP_PROXY: 'http://p', NO_PROXY: '127.0.0.1:2' }, 'HTTP_PROXY'],
    [['verify', GONE], { HTTP_PROXY: 'http://p', NO_PROXY: '*' }, null],
    [['verify', 'http://[::1]:1/api/v1'], { HTTP_PROXY: 'http://p', NO_PROXY: '::1' }, null],
    [['verify', 'http://A.localhost:1/api/v1'], { HTTP_PROXY: 'p', NO_PROXY: '.LocalHost' }, null],
    [['sync', GONE, 'mirror'], { ...asks, HTTP_PROXY: 'http://p' }, null],
    [['verify', GONE], { ...asks, HTTP_PROXY: 'http://p' }, 'HTTP_PROXY'],
    [['diff', GONE], { ...asks, ALL_PROXY: 'http://p' }, 'ALL_PROXY'],
  ])('%j says that it is not asked, with %j: %j', async (args, env, name) => {
    const fetchAsksProxies = 'NODE_USE_ENV_PROXY' in env;
    const { err } = await runCommand(args, projectFolder(), { env, fetchAsksProxies });
    const host = '127.0.0.1';
    expect(err.match(/^.*\bproxy\b.*$/gm)).toEqual(
      name && [
        `${name} is set, but ${args[0]} does not use this proxy: it connects to ${host} directly.`,
      ],
    );
  });

  it('is read from the environment of the process', async () => {
    const env = { HTTP_PROXY: 'http://p', http_proxy: '', NO_PROXY: '', no_proxy: '' };
    const { err } = await runCli(['verify', GONE], { env });
    expect(err).toMatch(/^HTTP_PROXY is set, but [^\n]+\noperator-api: Cannot /);
  });
});

describe('operator-api serve', () => {
  it('prints its address first, answers, and ends well on Ctrl-C', async () => {
    const cwd = projectFolder();
    await runCli(['build'], { cwd });
    const { address, child, finished } = await serve(['--port', '0'], cwd);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
    const answer = await fetch(`${address}/operators/birch`, { headers: { accept: 'text/csv' } });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('3,birch,Birch');
    child.kill('SIGINT');
    expect(await finished).toMatchObject({ code: 0, signal: null });
  });

  it.each<[args: readonly string[], host: string, url: RegExp, warning: RegExp]>([
    [[], '127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/, /^(?!Warning)/],
    [['--keep-base-url'], '127.0.0.1', /^https:\/\/tiny\.example\/api\/v1$/, /^(?!Warning)/],
    [
      ['--host', '0.0.0.0'],
      'localhost',
      /^http:\/\/localhost:\d+\/api\/v1$/,
      /^Warning: .*0\.0\.0\.0/,
    ],
  ])(
    '%j: links lead to the preview, or to what will be published',
    async (args, host, url, warning) => {
      const cwd = projectFolder();
      await runCli(['build'], { cwd });
      const { address } = await serve(['--port', '0', ...args], cwd, warning);
      const { port } = new URL(address);
      const response = await fetch(`http://${host}:${port}/api/v1`);
      const { meta } = (await response.json()) as { meta: { base_url: string } };
      expect(meta.base_url).toMatch(url);
    },
  );

  it('says that this machine has not the address of --host', async () => {
    const cwd = projectFolder();
    await runCli(['build'], { cwd });
    expect(await runCli(['serve', '--port', '0', '--host', '192.0.2.1'], { cwd })).toMatchObject({
      code: 2,
      err: 'operator-api: Cannot listen on 192.0.2.1: this machine does not have this address; use 0.0.0.0 for all of its addresses.\n',
    });
  });

  it('--watch serves as soon as there is something to serve, and says that there is not', async () => {
    const cwd = projectFolder(BROKEN);
    const { address, talk } = await serve(
      ['--port', '0', '--watch'],
      cwd,
      /error field\/choice.*\nFound 1 problem; there is nothing to serve yet\.\nServing /s,
    );
    expect((await fetch(`${address}/operators/3`)).status).toBe(404);
    writeFileSync(join(cwd, 'data/operators/birch.yaml'), operator(3, 'Birch'));
    await talk(/Rebuilt: \d+ files written/);
    expect((await fetch(`${address}/operators/3`)).status).toBe(200);
  }, 60_000);

  it.runIf(canBeSomebody)(
    `says which file it may not read${whereSomebody}`,
    async () => {
      const cwd = projectFolder();
      await runCli(['build'], { cwd });
      chmodSync(cwd, 0o755);
      chmodSync(join(cwd, 'dist/api/v1/operators.json'), 0);
      const { address, talk } = await serve(['--port', '0'], cwd, /Serving/, asSomebody);
      for (const path of ['nowhere', 'operators']) {
        expect((await fetch(`${address}/${path}`)).status).toBe(404);
      }
      await talk(
        /Cannot read dist\/api\/v1\/operators\.json: permission is denied\. It will be served as 404\.\n$/,
      );
    },
    60_000,
  );

  it('says in one line that a port is taken', async () => {
    const cwd = projectFolder();
    await runCli(['build'], { cwd });
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => {
      server.close();
    });
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await runCli(['serve', '--port', String(port)], { cwd })).toMatchObject({
      code: 2,
      out: '',
      err: `operator-api: Cannot listen on port ${port}: it is in use; choose another, or --port 0 for any.\n`,
    });
  });

  it('--watch rebuilds on a change, reports what is wrong, and outlives it', async () => {
    const cwd = projectFolder();
    const { address, talk } = await serve(['--port', '0', '--watch'], cwd);
    const nameOf = async () => {
      const answer = await fetch(`${address}/operators/3`);
      const { data } = (await answer.json()) as { data: [{ name: string }] };
      return data[0].name;
    };
    expect(await nameOf()).toBe('Birch');

    const birch = join(cwd, 'data/operators/birch.yaml');
    writeFileSync(birch, operator(3, 'Beech'));
    await talk(/Rebuilt: \d+ files written/);
    expect(await nameOf()).toBe('Beech');

    writeFileSync(birch, operator(3, '"=Elm"'));
    await talk(/error field\/csv-unsafe.*still serving the last valid build/s);
    expect(await nameOf()).toBe('Beech');

    rmSync(join(cwd, 'data'), { recursive: true });
    await talk(/Cannot read the data folder data: it does not exist|error source\/missing-file/);
    expect(await nameOf()).toBe('Beech');

    mkdirSync(join(cwd, 'data'));
    writeFiles(join(cwd, 'data'), tiny({ 'operators/birch.yaml': operator(3, 'Oak') }));
    await talk(/Rebuilt/);
    await expect.poll(nameOf, { timeout: 10_000 }).toBe('Oak');
  }, 60_000);

  it('--watch says what a save drops or changes of what was published, and goes on', async () => {
    const cwd = projectFolder();
    const { talk } = await serve(['--port', '0', '--watch'], cwd);
    rmSync(join(cwd, 'data/operators/birch.yaml'));
    await talk(/Published here before, and now missing.*\nRebuilt: /s);
    const facts = String(TINY['facts/anchor.yaml']).replace('1.5', '2');
    writeFileSync(join(cwd, 'data/facts/anchor.yaml'), facts);
    await talk(/was published with the value 1\.5, and has 2 now\..*\nRebuilt: /s);
  }, 60_000);

  it('--watch publishes nothing any more after Ctrl-C', async () => {
    const cwd = projectFolder();
    const { child, finished, talk } = await serve(['--port', '0', '--watch'], cwd);
    const lock = JSON.stringify({ pid: 1, host: 'elsewhere', namespace: null, started: null });
    writeFiles(join(cwd, 'dist'), { '.operator-api/lock': lock });
    writeFileSync(join(cwd, 'data/operators/birch.yaml'), operator(3, 'Beech'));
    await talk(/Waiting for another build/);
    child.kill('SIGINT');
    expect(await finished).toMatchObject({ code: 0, signal: null });
    const published = readFileSync(join(cwd, 'dist/api/v1/operators/3.json'), 'utf8');
    expect(JSON.parse(published)).toMatchObject({ data: [{ name: 'Birch' }] });
  }, 60_000);

  it.runIf(canTakeWatches)(
    `--watch says which limit keeps it from watching${whereTaken}`,
    async () => {
      await serve(
        ['--port', '0', '--watch'],
        projectFolder(),
        /^Cannot watch all of data: the system allows no more watches \(fs\.inotify\.max_user_watches\), so some changes will not be noticed\.\nRebuilt: [^\n]+\nServing /,
        { by: WITHOUT_WATCHES },
      );
    },
    60_000,
  );

  it('--watch notices that a folder of sources gave way to another', async () => {
    const cwd = projectFolder();
    const { address, talk } = await serve(['--port', '0', '--watch'], cwd);
    writeFiles(join(cwd, 'new'), tiny({ 'operators/birch.yaml': operator(3, 'Beech') }));
    renameSync(join(cwd, 'data/operators'), join(cwd, 'old'));
    renameSync(join(cwd, 'new/operators'), join(cwd, 'data/operators'));
    await talk(/Rebuilt: \d+ files written/);
    // And goes on to watch the new one.
    writeFileSync(join(cwd, 'data/operators/birch.yaml'), operator(3, 'Elm'));
    await talk(/Rebuilt: \d+ files written/);
    const answer = await fetch(`${address}/operators/3`);
    expect(await answer.json()).toMatchObject({ data: [{ name: 'Elm' }] });
  }, 60_000);

  it('--watch sees a save that comes with its address, among many sources', async () => {
    const cwd = projectFolder();
    const sources = generateDataset(300);
    const name = Object.keys(sources).findLast((name) => name.startsWith('operators/')) ?? '';
    rmSync(join(cwd, 'data'), { recursive: true });
    writeFiles(join(cwd, 'data'), sources);
    const { address, talk } = await serve(['--port', '0', '--watch'], cwd);
    const text = sources[name]?.replace(/^name: .*$/m, 'name: Saved at once') ?? '';
    writeFileSync(join(cwd, 'data', name), text);
    await talk(/Rebuilt: \d\d files written/);
    const answer = await fetch(`${address}/${name.replace('.yaml', '')}`);
    expect(await answer.json()).toMatchObject({ data: [{ name: 'Saved at once' }] });
  }, 60_000);
});

/** Starts the preview and waits for its address; `talk` waits for something new on stderr. */
async function serve(
  args: readonly string[],
  cwd: string,
  first = /Serving/,
  surroundings: Parameters<typeof startCli>[1] = {},
) {
  const child = startCli(['serve', ...args], { cwd, ...surroundings });
  let said = '';
  let heard = 0;
  child.stderr?.on('data', (bytes) => {
    said += bytes;
  });
  const finished = untilExit(child);
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (bytes) => resolve(String(bytes).split('\n')[0] ?? ''));
    void finished.then(({ err }) => reject(new Error(`serve ended: ${err}`)));
  });
  const talk = async (pattern: RegExp) => {
    await expect.poll(() => said.slice(heard), { timeout: 20_000 }).toMatch(pattern);
    heard = said.length;
  };
  await talk(first);
  return { address, child, finished, talk };
}

/** Whether a pipe takes some bytes, or a part of them. */
function isTaken(pipe: number, bytes: Uint8Array): boolean {
  try {
    return writeSync(pipe, bytes) > 0;
  } catch (error) {
    expect(error).toMatchObject({ code: 'EAGAIN' });
    return false;
  }
}
