import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { build } from '../../src/index.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';

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
    {
      module: 'nodenext',
      lib: ['es2022'],
      types: ['node'],
      typeRoots: [join(repository, 'node_modules/@types')],
    },
  ],
] as const;

describe('the client in the package', () => {
  it.each(SETTINGS)(
    'has types that need nothing else, and that every published answer has (%s)',
    async (_, settings) => {
      const root = temporaryFolder();
      const installed = join(root, 'node_modules/operator-comparison-api');
      for (const part of ['package.json', 'lib/client']) {
        cpSync(join(repository, part), join(installed, part), { recursive: true });
      }
      const out = join(root, 'dist');
      await build({ data: join(repository, 'data'), out, snapshots: true });
      writeFiles(root, {
        'package.json': '{ "type": "module" }',
        'use.ts': USE,
        'answers.ts': describeAnswers(join(out, 'api/v1')),
        'tsconfig.json': JSON.stringify({
          compilerOptions: {
            strict: true,
            exactOptionalPropertyTypes: true,
            skipLibCheck: false,
            noEmit: true,
            target: 'es2022',
            ...settings,
          },
          files: ['use.ts', 'answers.ts'],
        }),
      });
      expect(compile(root)).toBe('');
    },
    120_000,
  );

  it('runs alone, imports nothing, and has less than 1.5 kB', async () => {
    const input = join(repository, 'lib/client/index.js');
    expect(readFileSync(input, 'utf8')).not.toMatch(/\bimport\b|\brequire\b|\bprocess\b/);
    const bundle = await rolldown({ input, platform: 'browser' });
    const { output } = await bundle.generate({ minify: true });
    const size = gzipSync(output[0].code, { level: 9 }).length;
    expect(size).toBeLessThan(1536);
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

function compile(root: string): string {
  try {
    const tsc = join(repository, 'node_modules/typescript/bin/tsc');
    return execFileSync(process.execPath, [tsc, '-p', root], { encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout.slice(0, 4000);
  }
}
