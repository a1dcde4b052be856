import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastGlob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { getLanguageService } from 'yaml-language-server/lib/umd/languageservice/yamlLanguageService.js';
import { editorSchemas } from '../../src/contract/index.ts';
import { temporaryFolder } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { runCli } from '../doors/run-cli.ts';

const committed = join(repository, 'schemas');
const sources = fastGlob.globSync('data/**/*.yaml', { cwd: repository }).sort();

describe('the committed schemas', () => {
  it('are those of this program', () => {
    const found = fastGlob.globSync('*', { cwd: committed });
    expect(
      new Map(found.map((name) => [name, readFileSync(join(committed, name), 'utf8')])),
      'npm run operator-api -- schemas writes them anew',
    ).toEqual(editorSchemas());
  });

  it('are what the command writes', async () => {
    const folder = temporaryFolder();
    const { code, err } = await runCli(['schemas', folder]);
    expect([code, err.split('\n').length - 1]).toEqual([0, editorSchemas().size]);
    for (const [name, text] of editorSchemas()) {
      expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
    }
  });

  it('are named by the first line of every source, and by the settings of VS Code', () => {
    const settings = JSON.parse(readFileSync(join(repository, '.vscode/settings.json'), 'utf8'));
    const byGlob: Record<string, string> = settings['yaml.schemas'];
    const named = Object.entries(byGlob).flatMap(([schema, glob]) =>
      fastGlob.globSync(glob, { cwd: repository }).map((path) => [path, schema] as const),
    );
    expect(named.map(([path]) => path).sort()).toEqual(sources);
    for (const [path, schema] of named) {
      const place = join(repository, path);
      const [line = ''] = readFileSync(place, 'utf8').split('\n');
      const [, relative = ''] = /^# yaml-language-server: \$schema=(\S+)$/.exec(line) ?? [];
      expect([path, join(place, '..', relative)]).toEqual([path, join(repository, schema)]);
    }
  });
});

describe('an editor', () => {
  it.each(sources)('has nothing to say about %s', async (path) => {
    const { problems } = openEditor(path, readFileSync(join(repository, path), 'utf8'));
    expect(await problems()).toEqual([]);
  });

  it.each([
    ['an unknown key', 'nmae: X\n', 'Property nmae is not allowed.'],
    ['a missing key', 'id: 1\n', 'Missing property "accepts_vpn".'],
    ['an unknown level', 'kyc_level: some\n', 'Value is not accepted.'],
  ])('marks %s', async (_, text, message) => {
    const { problems } = openEditor('data/operators/new.yaml', `${MODELINE}${text}`);
    expect(await problems()).toEqual(expect.arrayContaining([expect.stringContaining(message)]));
  });

  it.each([
    ['an address', 'facts', '- evidence_url: anchor.example', 'Write a whole address with http://'],
    ['a time', 'operator', 'updated_at: 2.10.2026', 'Write a date, or date and time in UTC, such'],
    ['a slug', 'categories', 'active:\n  - slug: No KYC', 'Write lower-case letters and digits,'],
    ['a claim id', 'facts', '- claim_id: fee_usd_01', 'Write the key of the metric, an underscore'],
    ['a metric key', 'metrics', '- key: Fee', 'Start with a lower-case letter and go on'],
    ['text', 'operator', 'name: "=Anchor"', 'Write text that is not blank'],
    [
      'the base address',
      'service',
      'base_url: https://a.example',
      'the folder api/v1 is published',
    ],
    ['an e-mail address', 'service', 'contact: { email: desk }', 'Write one e-mail address'],
  ])('says in words what form %s has', async (_, kind, text, message) => {
    const modeline = MODELINE.replace('operator.json', `${kind}.json`);
    const { problems } = openEditor('data/operators/new.yaml', `${modeline}${text}\n`);
    const found = await problems();
    expect(found).toEqual(expect.arrayContaining([expect.stringContaining(message)]));
    expect(found.join()).not.toContain('pattern');
  });

  it('has words for every pattern of the schemas', () => {
    const texts = [...editorSchemas().values()];
    const count = (word: string) => texts.join('').split(`"${word}": "`).length - 1;
    expect(count('pattern')).toBeGreaterThan(50);
    expect(count('patternErrorMessage')).toBe(count('pattern'));
  });

  it('explains a key', async () => {
    const { hoverOver } = openEditor('data/operators/new.yaml', `${MODELINE}kyc_level: none\n`);
    expect(await hoverOver('kyc_level')).toContain('When customers have to prove who they are');
  });

  it.each([
    ['keys', 'id: 1\n', ['accepts_vpn', 'kyc_level', 'payment_options']],
    ['values', 'kyc_level: ', ['discretionary', 'none', 'required', 'threshold']],
    ['values of an item', 'fees:\n  - type: ', ['betting', 'conversion', 'deposit']],
  ])('completes %s', async (_, text, labels) => {
    const { completeAtEnd } = openEditor('data/operators/new.yaml', `${MODELINE}${text}`);
    expect(await completeAtEnd()).toEqual(expect.arrayContaining(labels));
  });
});

const MODELINE = '# yaml-language-server: $schema=../../schemas/source-operator.json\n';

/** The server remembers what it made of a version, whoever asks. */
let versions = 0;

/** The YAML language server that editors ask, over one file; schemas come from the disk alone. */
function openEditor(path: string, text: string) {
  const service = getLanguageService({
    schemaRequestService: async (uri) => readFileSync(new URL(uri), 'utf8'),
    workspaceContext: { resolveRelativePath: (relative, from) => String(new URL(relative, from)) },
  });
  service.configure({
    validate: true,
    hover: true,
    completion: true,
    indentation: '  ',
    yamlVersion: '1.2',
  });
  const uri = String(pathToFileURL(join(repository, path)));
  versions += 1;
  const document = TextDocument.create(uri, 'yaml', versions, text);
  return {
    problems: async () =>
      (await service.doValidation(document, false)).map(({ message }) => message),
    hoverOver: async (word: string) => {
      const hover = await service.doHover(
        document,
        document.positionAt(text.indexOf(`\n${word}`) + 2),
      );
      return JSON.stringify(hover?.contents);
    },
    completeAtEnd: async () => {
      const list = await service.doComplete(document, document.positionAt(text.length), false);
      return list.items.map(({ label }) => label).sort();
    },
  };
}
