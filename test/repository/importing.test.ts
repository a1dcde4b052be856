import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NOW } from '../doors/check-sources.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { runCommand } from '../doors/run-command.ts';

it('docs/importing.md shows what import does', async () => {
  const page = readFileSync(join(repository, 'docs/importing.md'), 'utf8');
  const blocks = [...page.matchAll(/^```(csv|yaml|text)\n(.*?)^```$/gms)].map(
    ([, , text = '']) => text,
  );
  const [sheet = '', guess = '', edits = '', report = ''] = blocks;
  const root = temporaryFolder();
  const sources = ['service', 'metrics', 'categories'].map((name) => `data/${name}.yaml`);
  writeFiles(root, {
    ...Object.fromEntries(sources.map((name) => [name, readFileSync(join(repository, name))])),
    'operators.csv': sheet,
  });
  const env = { SOURCE_DATE_EPOCH: String(NOW / 1000) };
  const run = () => runCommand(['import', 'operators.csv'], root, { env });
  await run();
  const mapping = readFileSync(join(root, 'operators.csv.mapping.yaml'), 'utf8');
  expect(mapping.slice(mapping.indexOf('decimal: "."'))).toBe(guess);

  const edited = edits.split('\n').reduce((text, line) => {
    const [key] = line.split(':', 1);
    return text.replace(new RegExp(`^${key}: .*$`, 'm'), () => line);
  }, mapping);
  writeFiles(root, { 'operators.csv.mapping.yaml': edited });
  expect((await run()).out).toBe(report);
});
