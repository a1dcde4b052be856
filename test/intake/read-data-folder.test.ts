import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EnvironmentError, renderText } from '../../src/diagnostics/index.ts';
import { readDataFolder } from '../../src/intake/index.ts';
import { check } from '../../src/pipeline.ts';
import { LARGEST_SOURCE } from '../../src/source/index.ts';
import { NOW } from '../doors/check-sources.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { type Finished, runCli } from '../doors/run-cli.ts';
import { asSomebody, canBeSomebody, whereSomebody } from '../doors/somebody.ts';
import { operator, tiny } from '../doors/tiny-dataset.ts';

/** A sound data folder. */
function tinyFolder(): string {
  const folder = join(temporaryFolder(), 'data');
  writeFiles(folder, tiny());
  return folder;
}

/** `code path` for everything wrong with a folder, below the folder. */
function problemsIn(folder: string): string[] {
  const files = readDataFolder(folder);
  return check(folder, files, { now: NOW, isPinned: true }).diagnostics.map(
    ({ finding, place }) => `${finding.code} ${place.file.path.replace(`${folder}/`, '')}`,
  );
}

/** What is said about a folder. */
function reportOn(folder: string): string {
  const { diagnostics } = check(folder, readDataFolder(folder), { now: NOW, isPinned: true });
  return renderText(diagnostics);
}

function namesIn(folder: string): string[] {
  return readDataFolder(folder).value.map(({ name }) => name);
}

/** `operator-api: …`, one line, exit code 2, nothing on stdout. */
function expectOneLine({ code, out, err }: Finished, ...parts: string[]): void {
  expect(err).toMatch(/^operator-api: [^\n]+\n$/);
  expect(err).not.toMatch(/bug|E[A-Z]{4,}|node:/);
  for (const part of parts) expect(err).toContain(part);
  expect(out).toBe('');
  expect(code).toBe(2);
}

describe('what is listed', () => {
  it('is every source, sorted, with its size and bytes', () => {
    const folder = tinyFolder();
    const { value, diagnostics } = readDataFolder(folder);
    expect(diagnostics).toEqual([]);
    expect(value.map(({ name }) => name)).toEqual([
      'categories.yaml',
      'facts/anchor.yaml',
      'metrics.yaml',
      'operators/anchor.yaml',
      'operators/birch.yaml',
      'service.yaml',
    ]);
    for (const file of value) expect(file.read()).toHaveLength(file.measure());
  });

  it('passes over hidden files, hidden folders, leftovers, and what explains a folder', () => {
    const folder = tinyFolder();
    writeFiles(folder, {
      '.hidden.yaml': 'a: [',
      '.git/config.yaml': 'a: [',
      'operators/.anchor.yaml.swp': 'x',
      'operators/.#anchor.yaml': 'x',
      'README.md': 'x',
      'operators/anchor.yaml~': 'x',
      'operators/anchor.yaml.orig': 'x',
      'operators/anchor.yaml.bak': 'x',
      'operators/anchor.tmp': 'x',
      'operators/#anchor.yaml#': 'x',
      'operators/4913.swp': 'x',
      'operators/Thumbs.db': 'x',
      'operators/README': 'x',
      'facts/README.md': 'x',
      'facts/desktop.ini': 'x',
      'service.yaml~': 'x',
      '~$prices.xlsx': 'x',
      '.~lock.prices.csv#': 'x',
      '.DS_Store': 'x',
      'operators/~$prices.xlsx': 'x',
      'operators/birch.yaml.rej': 'x',
      'operators/birch.yaml___jb_tmp___': 'x',
      'operators/birch.yaml.swo': 'x',
      LICENSE: 'x',
      'operators/LICENCE.md': 'x',
      'readme.rst': 'x',
      'pictures/logo.png': 'x',
      'notes/new': 'x',
    });
    expect(problemsIn(folder)).toEqual([]);
  });

  it('names what stands where a folder of sources belongs, and is none', () => {
    const folder = tinyFolder();
    rmSync(join(folder, 'facts'), { recursive: true });
    execFileSync('mkfifo', [join(folder, 'facts')]);
    expect(problemsIn(folder)).toEqual(['source/not-a-file facts']);
    rmSync(join(folder, 'facts'));
    symlinkSync('gone', join(folder, 'facts'));
    expect(problemsIn(folder)).toEqual(['source/broken-link facts']);
  });

  it.each([
    ['a link to the folder', 'drafts', /link to a folder, and nothing is read.*\n.*folder itself/],
    ['a link that leaves', '../..', /leaves the data folder.*\n.*what it points to/],
  ])('says what to put where %s stands for a folder of sources', (_, target, words) => {
    const folder = tinyFolder();
    renameSync(join(folder, 'facts'), join(folder, 'drafts'));
    rmSync(join(folder, 'drafts/anchor.yaml'));
    symlinkSync(target, join(folder, 'facts'));
    expect(reportOn(folder)).toMatch(words);
  });

  // Of the other systems none lets a file have such a name.
  it.runIf(process.platform === 'linux').each([
    ['a file', (name: Buffer) => writeFileSync(name, 'id: 1\n')],
    ['a link', (name: Buffer) => symlinkSync('anchor.yaml', name)],
  ])('says that the name of %s is not UTF-8', (_, make) => {
    const folder = tinyFolder();
    const name = Buffer.concat([Buffer.from(join(folder, 'operators/')), Buffer.of(0x63, 0xff)]);
    make(Buffer.concat([name, Buffer.from('.yaml')]));
    expect(() => {
      for (const file of readDataFolder(folder).value) file.read();
    }).toThrow(/^Cannot read .*: its name is not UTF-8$/);
  });

  it('passes over empty folders', () => {
    const folder = tinyFolder();
    mkdirSync(join(folder, 'drafts'));
    expect(problemsIn(folder)).toEqual([]);
  });

  it.each([
    'service.yml',
    'operators/cedar.yml',
    'operators/cedar.YAML',
    'operators/cedar.ymal',
    'operators/cedar.yam',
    'operators/cedar.json',
    'operators/cedar.yaml.txt',
    'operators/north/cedar.json',
    'operators/readme.yaml.txt',
    'facts/birch',
    'facts/yaml',
    'service.yml.txt',
    'metrics.yaml.txt',
    'categories',
    'operator/cedar.yaml',
    'operators/north/cedar.yaml',
    'notes.yaml',
    'a/b/c/d.yaml',
    'notes.txt',
    'services.txt',
    ...['', 'operators/', 'facts/', 'operators/north/'].flatMap((folder) =>
      ['logo.png', 'logo.svg', 'table.csv', 'Table.XLSX', 'terms.pdf', 'page.html', 'run.sh'].map(
        (name) => `${folder}${name}`,
      ),
    ),
  ])('finds %s, which nothing reads', (name) => {
    const folder = tinyFolder();
    writeFiles(folder, { [name]: operator(9, 'Cedar') });
    expect(problemsIn(folder)).toEqual([`source/unexpected-file ${name}`]);
  });

  it.each(['logo.png', 'birch.csv', 'birch.svg', 'service.pdf', 'metrics.xlsx', 'birch.md'])(
    'does not take %s for a source, wherever it is',
    (name) => {
      const folder = tinyFolder();
      writeFiles(folder, { [name]: 'x', [`operators/${name}`]: 'x' });
      const report = reportOn(folder);
      expect(report.match(/No part of the service reads this file/g)).toHaveLength(2);
      expect(report.match(/ {2}Move it out of the data folder, or rename it/g)).toHaveLength(2);
      expect(report).not.toContain('Did you mean');
    },
  );

  it.each(['a b', '[ab]', '{a,b}', '*', '!a', '(a)', 'a\\b', '@(a)', 'ż'])(
    'finds operators/%s.yaml, whatever its name means to a shell',
    (name) => {
      const folder = tinyFolder();
      writeFiles(folder, { [`operators/${name}.yaml`]: operator(9, 'Cedar') });
      expect(problemsIn(folder)).toEqual([`operator/file-name operators/${name}.yaml`]);
    },
  );

  it('reports names that differ only by case', () => {
    const folder = tinyFolder();
    writeFiles(folder, { 'operators/Birch.yaml': operator(9, 'Birch the second') });
    const isCaseSensitive = namesIn(folder).includes('operators/birch.yaml');
    expect(problemsIn(folder)).toEqual(
      isCaseSensitive
        ? ['source/case-clash operators/Birch.yaml']
        : ['operator/file-name operators/Birch.yaml'],
    );
  });

  it('a file that is a byte too large is one problem', () => {
    const folder = tinyFolder();
    const text = operator(3, 'Birch');
    const rest = LARGEST_SOURCE + 1 - text.length;
    writeFiles(folder, { 'operators/birch.yaml': `${text}#${' '.repeat(rest - 1)}` });
    expect(problemsIn(folder)).toEqual(['source/too-large operators/birch.yaml']);
  });

  it('an empty file is one problem', () => {
    const folder = tinyFolder();
    writeFiles(folder, { 'operators/birch.yaml': '' });
    expect(problemsIn(folder)).toEqual(['source/empty operators/birch.yaml']);
  });
});

describe('what is named like a file and is none', () => {
  it('a folder', () => {
    const folder = tinyFolder();
    mkdirSync(join(folder, 'operators/cedar.yaml'));
    expect(problemsIn(folder)).toEqual(['source/not-a-file operators/cedar.yaml']);
  });

  it('a pipe, which would never end', () => {
    const folder = tinyFolder();
    execFileSync('mkfifo', [join(folder, 'operators/cedar.yaml')]);
    expect(problemsIn(folder)).toEqual(['source/not-a-file operators/cedar.yaml']);
    expect(reportOn(folder)).toContain(' a device, a pipe or a socket');
  });

  it('a link to a pipe', () => {
    const folder = tinyFolder();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync('../pipe', join(folder, 'operators/cedar.yaml'));
    expect(problemsIn(folder)).toEqual(['source/not-a-file operators/cedar.yaml']);
  });

  it('a folder in the place of a file that is needed', () => {
    const folder = tinyFolder();
    rmSync(join(folder, 'service.yaml'));
    mkdirSync(join(folder, 'service.yaml'));
    expect(problemsIn(folder)).toEqual(['source/not-a-file service.yaml']);
  });

  it('a folder in the place of an operator that has claims', () => {
    const folder = tinyFolder();
    rmSync(join(folder, 'operators/anchor.yaml'));
    mkdirSync(join(folder, 'operators/anchor.yaml'));
    expect(problemsIn(folder)).toEqual(['source/not-a-file operators/anchor.yaml']);
  });

  it('a file in the place of all operators', () => {
    const folder = tinyFolder();
    rmSync(join(folder, 'operators'), { recursive: true });
    writeFileSync(join(folder, 'operators'), '');
    expect(problemsIn(folder)).toEqual(['source/not-a-folder operators']);
  });
});

describe('symbolic links', () => {
  it('to a file within the folder are followed', () => {
    const folder = tinyFolder();
    writeFiles(folder, { 'shared/cedar.txt': operator(9, 'Cedar') });
    symlinkSync('../shared/cedar.txt', join(folder, 'operators/cedar.yaml'));
    expect(problemsIn(folder)).toEqual([]);
    expect(namesIn(folder)).toContain('operators/cedar.yaml');
  });

  it.each([
    ['relative', '../../secret.yaml'],
    ['through other links', '../links/way'],
  ])('that lead out of the folder are refused: %s', (_, target) => {
    const folder = tinyFolder();
    writeFileSync(join(folder, '../secret.yaml'), operator(9, 'Cedar'));
    mkdirSync(join(folder, 'links'));
    symlinkSync('../../secret.yaml', join(folder, 'links/way'));
    symlinkSync(target, join(folder, 'operators/cedar.yaml'));
    expect(problemsIn(folder)).toEqual(['source/link-outside operators/cedar.yaml']);
  });

  it('that lead out by an absolute path are refused', () => {
    const folder = tinyFolder();
    writeFileSync(join(folder, '../data-secret.yaml'), operator(9, 'Cedar'));
    symlinkSync(join(folder, '../data-secret.yaml'), join(folder, 'operators/cedar.yaml'));
    expect(problemsIn(folder)).toEqual(['source/link-outside operators/cedar.yaml']);
  });

  it.each(['../more', '..'])('to %s, a folder outside, are refused', (target) => {
    const folder = tinyFolder();
    writeFiles(join(folder, '../more'), { 'cedar.yaml': 'a: [' });
    symlinkSync(target, join(folder, 'more'));
    expect(problemsIn(folder)).toEqual(['source/link-outside more']);
    expect(reportOn(folder)).toContain('Copy what it points to into the data folder instead.');
  });

  it('to a folder inside are refused, circles included', () => {
    const folder = tinyFolder();
    symlinkSync('operators', join(folder, 'more'));
    symlinkSync('..', join(folder, 'operators/round'));
    expect(problemsIn(folder)).toEqual([
      'source/not-a-file more',
      'source/not-a-file operators/round',
    ]);
    const report = reportOn(folder);
    expect(report).toContain(' a symbolic link to a folder');
    expect(report).toContain('Put the folder itself in its place');
    expect(report).not.toContain('.yaml belong');
  });

  it('whose target is missing are refused, and the target is named', () => {
    const folder = tinyFolder();
    symlinkSync('../drafts/elder.txt', join(folder, 'operators/cedar.yaml'));
    expect(problemsIn(folder)).toEqual(['source/broken-link operators/cedar.yaml']);
    expect(reportOn(folder)).toContain('drafts/elder.txt');
  });

  it('that go round in a circle are refused, and nobody is told to look for a missing file', () => {
    const folder = tinyFolder();
    symlinkSync('elder.yaml', join(folder, 'operators/cedar.yaml'));
    symlinkSync('cedar.yaml', join(folder, 'operators/elder.yaml'));
    expect(problemsIn(folder)).toEqual([
      'source/broken-link operators/cedar.yaml',
      'source/broken-link operators/elder.yaml',
    ]);
    expect(reportOn(folder)).not.toContain('does not exist');
  });

  it('that are named as nothing reads are found as files are', () => {
    const folder = tinyFolder();
    writeFiles(folder, { 'shared/cedar.txt': operator(9, 'Cedar') });
    symlinkSync('../shared/cedar.txt', join(folder, 'operators/cedar'));
    symlinkSync('gone', join(folder, 'operators/elder'));
    expect(problemsIn(folder)).toEqual([
      'source/unexpected-file operators/cedar',
      'source/broken-link operators/elder',
    ]);
  });

  it.each(['pictures/logo.png', '../logo.png'])(
    'in the data folder itself, to %s, are found as files are',
    (target) => {
      const folder = tinyFolder();
      writeFiles(folder, { [target]: 'x' });
      symlinkSync(target, join(folder, 'logo.png'));
      expect(problemsIn(folder)).toEqual(['source/unexpected-file logo.png']);
    },
  );

  it('that are no sources are nobody’s business', () => {
    const folder = tinyFolder();
    writeFileSync(join(folder, '../README.md'), 'x');
    symlinkSync('../README.md', join(folder, 'README.md'));
    symlinkSync('nowhere', join(folder, 'dangling'));
    expect(problemsIn(folder)).toEqual([]);
  });
});

describe('the data folder itself', () => {
  it('may be a link', () => {
    const folder = tinyFolder();
    symlinkSync('data', join(folder, '../link'));
    expect(problemsIn(join(folder, '../link'))).toEqual([]);
    expect(namesIn(join(folder, '../link'))).toEqual(namesIn(folder));
  });

  it('is named as the user named it, in every message', async () => {
    const cwd = join(tinyFolder(), '..');
    writeFiles(join(cwd, 'data'), { 'service.yaml': null, 'metrics.yaml': '' });
    for (const data of ['data', './data', 'data/', './/data//', '../data/../data']) {
      const args = ['validate', '--data', data, '--format', 'json'];
      const { out } = await runCli(args, { cwd: data.startsWith('..') ? join(cwd, 'data') : cwd });
      const { diagnostics } = JSON.parse(out) as { diagnostics: { file: string }[] };
      const folders = diagnostics.map(({ file }) => file.replace(/[^/]+$/, ''));
      expect(folders, data).toHaveLength(2);
      expect(folders[0], data).toBe(folders[1]);
    }
  });

  it.each([
    ['missing', 'data2', 'does not exist'],
    ['a file', 'data/service.yaml', 'not a folder'],
    ['below a file', 'data/service.yaml/x', 'a file'],
    ['a dangling link', 'dangling', 'does not exist'],
    ['a circle of links', 'circle', 'circle'],
    ['empty text', '', ''],
    ['a name that is too long', 'x'.repeat(300), 'too long'],
  ])('is refused in one line: %s', async (_, data, reason) => {
    const cwd = join(tinyFolder(), '..');
    symlinkSync('nowhere', join(cwd, 'dangling'));
    symlinkSync('circle', join(cwd, 'circle'));
    expectOneLine(await runCli(['validate', '--data', data], { cwd }), data, reason);
  });

  it('without any file is refused file by file', () => {
    const folder = temporaryFolder();
    expect(problemsIn(folder)).toEqual([
      'source/missing-file categories.yaml',
      'source/missing-file metrics.yaml',
      'source/missing-file service.yaml',
    ]);
  });

  it('with a file that nothing reads is taken for the one that was meant', () => {
    const folder = join(temporaryFolder(), 'strange');
    writeFiles(folder, { 'notes.yaml': 'id: 7\n' });
    expect(problemsIn(folder)).toEqual([
      'source/missing-file categories.yaml',
      'source/missing-file metrics.yaml',
      'source/unexpected-file notes.yaml',
      'source/missing-file service.yaml',
    ]);
  });

  it.each(['data/operators', 'data/facts', '.'])('is told from %s, which was meant', (named) => {
    const around = join(tinyFolder(), '..');
    const folder = join(around, named);
    const text = reportOn(folder).replaceAll(around, '');
    expect(problemsIn(folder)).toEqual([`source/wrong-folder ${folder}`]);
    expect(text).toContain('Did you mean "/data"?');
  });

  it('whose files vanish while they are read is the world’s fault', () => {
    const folder = tinyFolder();
    const [file] = readDataFolder(folder).value;
    rmSync(join(folder, file?.name ?? ''));
    expect(() => file?.read()).toThrow(EnvironmentError);
    expect(() => file?.read()).toThrow(
      /^Cannot read .*categories\.yaml: it does not exist any more$/,
    );
  });
});

describe.runIf(canBeSomebody)(`what the user may not read${whereSomebody}`, () => {
  function closedTo(name: string): string {
    const folder = tinyFolder();
    chmodSync(join(folder, '..'), 0o755);
    chmodSync(join(folder, name), 0);
    return folder;
  }
  const validate = (folder: string) => runCli(['validate', '--data', folder], asSomebody);

  it.each([
    ['a file', 'operators/birch.yaml'],
    ['a folder in it', 'operators'],
    ['the data folder', ''],
  ])('%s, is named in one line', async (_, name) => {
    const folder = closedTo(name);
    expect(existsSync(folder)).toBe(true);
    const finished = await validate(folder);
    chmodSync(join(folder, name), 0o755);
    expectOneLine(finished, join(folder, name).replace(/\/$/, ''), 'permission is denied');
  });

  it('a folder below what is published, is named in one line', async () => {
    const [folder, out] = [tinyFolder(), temporaryFolder()];
    writeFiles(out, { 'api/v1/index.json': '{}' });
    for (const open of [join(folder, '..'), out]) chmodSync(open, 0o755);
    chmodSync(join(out, 'api/v1'), 0);
    const finished = await runCli(['host', 'nginx', '--check', '--data', folder, '--out', out], {
      cwd: out,
      ...asSomebody,
    });
    chmodSync(join(out, 'api/v1'), 0o755);
    expectOneLine(finished, join(out, 'api/v1'), 'permission is denied');
  });

  it('as long as it is readable, all is well', async () => {
    const folder = tinyFolder();
    chmodSync(join(folder, '..'), 0o755);
    expect(await validate(folder)).toMatchObject({ code: 0, out: '' });
  });
});
