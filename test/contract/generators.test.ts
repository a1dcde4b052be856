import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import {
  folderBesidePrograms,
  hasRealPrograms,
  PROGRAMS_REMARK,
  runProgram,
} from '../doors/real-programs.ts';
import { sampleSources } from '../doors/sample-data.ts';
import { compileGenerated } from './compile.ts';
import { describeSources } from './documents.ts';

/** The command of each generator, its arguments, and what it calls the operation for all operators. */
const GENERATORS: readonly (readonly [string, string, readonly string[], RegExp])[] = [
  ['hey-api', 'openapi-ts', ['-i', 'openapi.json', '-o', 'made'], /export const getOperators = /],
  [
    'swagger-typescript-api',
    'swagger-typescript-api',
    ['generate', '-p', 'openapi.json', '-o', 'made', '-n', 'api.ts'],
    /getOperators: \(/,
  ],
  [
    'ng-openapi-gen',
    'ng-openapi-gen',
    ['-i', 'openapi.json', '-o', 'made'],
    /export function getOperators\(/,
  ],
  [
    'openapi-typescript-codegen',
    'openapi',
    ['-i', 'openapi.json', '-o', 'made', '-c', 'fetch'],
    /static getOperators\(\): CancelablePromise<Operators>/,
  ],
  ...['fetch', 'zod'].map(
    (client) =>
      [`orval 7 (${client})`, 'orval', ['--config', `${client}.cjs`], /getOperators/] as const,
  ),
];

describe.runIf(hasRealPrograms)(`TypeScript made of openapi.json${PROGRAMS_REMARK}`, () => {
  const openApi = describeSources(sampleSources(), ['changes', 'snapshots']).get('openapi.json');

  it.each(GENERATORS)('compiles: %s', async (_, command, args, operation) => {
    const { files, texts } = await generate(openApi ?? '', command, args);
    expect(compileGenerated(files)).toEqual([]);
    expect(operation.test(texts)).toBe(true);
    expect(texts.match(/^\s*(?:old|new)\??: (?:any|unknown)\b/gm)).toBeNull();
  });

  it('does not compile with a name that a generator has a file for', async () => {
    const broken = (openApi ?? '').replaceAll('ServiceIndex', 'Index');
    const { files } = await generate(broken, 'orval', ['--config', 'fetch.cjs']);
    expect(compileGenerated(files)).not.toEqual([]);
  });
});

/** The files that a generator writes in a new folder, and their texts in one. */
async function generate(openApi: string, command: string, args: readonly string[]) {
  const folder = folderBesidePrograms();
  writeFileSync(join(folder, 'openapi.json'), openApi);
  for (const client of ['fetch', 'zod']) {
    const output = { mode: 'split', target: 'made/api.ts', schemas: 'made/model', client };
    const config = { api: { input: 'openapi.json', output } };
    writeFileSync(join(folder, `${client}.cjs`), `module.exports = ${JSON.stringify(config)};`);
  }
  await runProgram(command, args, folder);
  const files = fastGlob.sync('made/**/*.ts', { cwd: folder, absolute: true });
  return { files, texts: files.map((file) => readFileSync(file, 'utf8')).join('\n') };
}
