import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { repository } from '../doors/repository.ts';

interface Import {
  readonly file: string;
  readonly from: string;
  /** The folder of src it leads to, or the package. */
  readonly to: string;
  readonly path: string | null;
}

const sources = listSources();
const imports = sources.flatMap(readImports);
const table = readTable();

describe('the import table of ARCHITECTURE.md', () => {
  it('names every folder of src, and no other', () => {
    const folders = new Set(sources.map(folderOf));
    expect([...table.keys()].sort()).toEqual([...folders].sort());
  });

  it.each([...table.keys()])('holds for %s', (folder) => {
    const allowed = table.get(folder);
    const used = new Set(
      imports.filter(({ from, to }) => from === folder && to !== folder).map(({ to }) => to),
    );
    expect([...used].filter((to) => !allowed?.has(to))).toEqual([]);
    expect(
      [...(allowed ?? [])].filter((to) => !used.has(to)),
      'allowed but not used',
    ).toEqual([]);
  });

  it('has no arrow that runs back', () => {
    const folders = [...table.keys()];
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      [...(table.get(from) ?? [])].some(
        (next) =>
          next === to || (table.has(next) && !seen.has(next) && reaches(next, to, seen.add(next))),
      );
    expect(folders.filter((folder) => reaches(folder, folder))).toEqual([]);
  });
});

describe('the sources', () => {
  it('enter another folder by its door', () => {
    const sideEntrances = imports.filter(
      ({ from, to, path }) =>
        path !== null && from !== to && path.includes('/') && !path.endsWith('/index.ts'),
    );
    expect(sideEntrances).toEqual([]);
  });

  it('open no door to what nobody comes for', () => {
    const texts = [...listTexts('src'), ...listTexts('test'), ...listTexts('scripts')];
    const unused = sources
      .filter((file) => /^[^/]+\/index\.ts$/.test(file))
      .flatMap((door) => namesBehind(door).map((name) => ({ door, name })))
      .filter(({ door, name }) => {
        const outside = texts.filter(({ path }) => !path.startsWith(`src/${dirname(door)}/`));
        const names = String.raw`\{[^}]*\b${name}\b[^}]*\}`;
        const entry = new RegExp(String.raw`${names} (?:from |= await import\()'[^']*/${door}'`);
        return !outside.some(({ text }) => entry.test(text));
      });
    expect(unused).toEqual([]);
  });

  it('keep negotiation free of imports, for edge runtimes', () => {
    expect(imports.filter(({ file }) => file === 'policy/negotiate.ts')).toEqual([]);
  });

  it.each([
    // What runs in a browser has the locale and the clock of its reader.
    [
      'locale-dependent comparison or formatting',
      /localeCompare|toLocale[A-Z]|Intl\./,
      ['pages/browser/'],
    ],
    ['chance', /Math\.random/, []],
    ['the environment', /process\.(env|argv|stdout|stderr|exit)/, ['cli.ts']],
    [
      'the clock',
      /Date\.now|new Date\(\)/,
      ['model/time.ts', 'emit/build-lock.ts', 'pages/browser/'],
    ],
    [
      'files',
      /'node:fs(\/promises)?'/,
      // The last two only ask whether something exists, and where it is.
      [
        ...['cli.ts', 'intake/', 'cache/', 'emit/', 'preview/'],
        ...['commands/host.ts', 'commands/report-format.ts'],
      ],
    ],
    [
      'what changes files',
      /\b(write|append|rename|rm|unlink|mk|link|symlink|copy|cp|f?l?utimes|f?truncate|f?chmod|f?chown)\w*Sync\b|'node:fs\/promises'|createWriteStream/,
      // The last one only writes to standard error.
      ['cache/', 'emit/', 'cli.ts'],
    ],
  ] as const)('use %s only where it belongs', (_, pattern, allowed: readonly string[]) => {
    const users = sources.filter((file) =>
      pattern.test(readFileSync(join(repository, 'src', file), 'utf8')),
    );
    const isAllowed = (file: string) => allowed.some((start) => file.startsWith(start));
    expect(users.filter((file) => !isAllowed(file))).toEqual([]);
  });

  it('call nothing utils, helpers, common or misc', () => {
    expect(sources.filter((file) => /util|helper|common|misc|manager/i.test(file))).toEqual([]);
  });
});

describe('the tests', () => {
  const tests = listTexts('test').map(({ path, text }) => ({
    path: path.slice('test/'.length),
    text,
  }));

  it('stand where src has what they test, beside their doors and the rules of the repository', () => {
    const known = new Set([...sources.map(folderOf), 'doors', 'repository']);
    const others = tests.filter(
      ({ path }) => path !== 'compile.ts' && !known.has(folderOf(path).replace(/\.test$/, '')),
    );
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  it('have doors that lead to no test', () => {
    const doors = tests.filter(({ path }) => folderOf(path) === 'doors');
    expect(doors.length).toBeGreaterThan(10);
    const wrong = doors.flatMap(({ path, text }) =>
      ts
        .preProcessFile(text, true, true)
        .importedFiles.map(({ fileName }) => `${path}: ${fileName}`)
        .filter((said) => /: \.\.\/(?!\.\.\/)/.test(said)),
    );
    expect(wrong).toEqual([]);
  });
});

function listSources(): string[] {
  const root = join(repository, 'src');
  return ts.sys
    .readDirectory(root, ['.ts', '.tsx'])
    .map((path) => path.slice(root.length + 1))
    .sort();
}

function listTexts(folder: string): { readonly path: string; readonly text: string }[] {
  return ts.sys
    .readDirectory(join(repository, folder), ['.ts', '.tsx', '.mjs'], ['**/node_modules'])
    .map((path) => ({ path: path.slice(repository.length + 1), text: readFileSync(path, 'utf8') }));
}

/** What a door re-exports, under the names that others use. */
function namesBehind(door: string): string[] {
  const text = readFileSync(join(repository, 'src', door), 'utf8');
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)];
  return lists
    .flatMap(([, list = '']) => list.split(','))
    .flatMap((entry) => /(\w+)\s*$/.exec(entry)?.[1] ?? []);
}

function readImports(file: string): Import[] {
  const text = readFileSync(join(repository, 'src', file), 'utf8');
  const from = folderOf(file);
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => {
    if (!fileName.startsWith('.')) return { file, from, to: fileName, path: null };
    const path = normalize(join(dirname(file), fileName));
    return { file, from, to: folderOf(path), path };
  });
}

/** The first folder of a path, or the name of a file that stands in src itself. */
function folderOf(path: string): string {
  return (path.split('/')[0] ?? '').replace(/\.ts$/, '');
}

function readTable(): Map<string, ReadonlySet<string>> {
  const text = readFileSync(join(repository, 'ARCHITECTURE.md'), 'utf8');
  const [, section = ''] = text.split('## Who may import whom');
  const rows = section.matchAll(/^\| `([\w-]+)` \|(.*)\|$/gm);
  return new Map(
    [...rows].map(([, folder = '', cells = '']) => [
      folder,
      new Set([...cells.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)),
    ]),
  );
}
