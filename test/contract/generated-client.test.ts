import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { project } from '../doors/check-build.ts';
import { preview } from '../doors/check-preview.ts';
import { sampleSources } from '../doors/sample-data.ts';
import { compileProgram, folderBesidePackages } from './compile.ts';
import { describeSources } from './documents.ts';

const PROGRAM = readFileSync(join(import.meta.dirname, 'client-program.txt'), 'utf8');

describe('a client made of openapi.json', () => {
  const openApi = describeSources(sampleSources()).get('openapi.json') ?? '';

  it('is used at every address', () => {
    const unused = Object.keys(JSON.parse(openApi).paths).filter(
      (path) => !PROGRAM.includes(`('${path}'`),
    );
    expect(unused).toEqual([]);
  });

  it('has the types of what it gets', async () => {
    expect(await compile(openApi, PROGRAM)).toEqual([]);
  });

  it.each([
    ['a field that is not there', 'first?.kyc_level', 'first?.kyc_levels', /kyc_levels/],
    ['a null that is not expected', 'const unit: string | null', 'const unit: string', /null/],
    ['an address that is not there', "'/facts.json'", "'/fact.json'", /Expected 2 arguments/],
    [
      'a parameter that is missing',
      "'/best/{category}.json', category",
      "'/best/{category}.json'",
      /arguments/,
    ],
    ['a category that is not there', "category: 'usdt-trc20'", "category: 'usdt'", /usdt/],
  ])('does not take %s', async (_, right, wrong, message) => {
    expect(PROGRAM).toContain(right);
    const [problem = ''] = await compile(openApi, PROGRAM.replace(right, wrong));
    expect(problem).toMatch(message);
  });

  it('gets what its types say', async () => {
    const { out, buildAt } = project(sampleSources());
    await buildAt(0);
    const { port } = await preview(out);
    const place = join(folderBesidePackages(), 'program.mjs');
    const { outputText } = ts.transpileModule(PROGRAM, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    writeFileSync(place, outputText);
    const { useEverything } = await import(/* @vite-ignore */ pathToFileURL(place).href);
    const [read, answers] = await useEverything(`http://127.0.0.1:${port}/api/v1`);
    expect(answers).toBe(Object.keys(JSON.parse(openApi).paths).length);
    expect(read).toMatchObject({
      level: expect.any(String),
      value: expect.anything(),
      rank: 1,
      unit: 'USD',
      status: expect.any(String),
      instead: 'https://compare.example/api/v1/best/usdt-trc20',
      title: 'Unknown operator',
      csv: expect.stringMatching(/^id,slug,name,/),
      isIndex: true,
      statuses: [404, 410],
    });
  });
});

/** What the compiler objects to in a program that uses a client made of a description. */
async function compile(openApi: string, program: string): Promise<string[]> {
  const api = astToString(await openapiTS(openApi));
  return compileProgram({ 'program.ts': program, 'api.ts': api });
}
