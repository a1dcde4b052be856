import { describe, expect, it } from 'vitest';
import { publicationOf } from '../doors/publication.ts';
import { sampleSources } from '../doors/sample-data.ts';
import {
  claimPages,
  EMPTY,
  inCategories,
  inClaim,
  type Sources,
  TINY,
  tiny,
} from '../doors/tiny-dataset.ts';
import { compileProgram } from './compile.ts';
import { DESCRIBED_DATASETS } from './described-datasets.ts';
import { describeSources } from './documents.ts';

describe.each(DESCRIBED_DATASETS)('of %s', (_, sources) => {
  const documents = describeSources(sources);
  const read = (path: string) => documents.get(path) ?? '';

  it('dataset.jsonld is a Dataset of schema.org, and can stand in a page', () => {
    const text = read('dataset.jsonld');
    expect(text).not.toContain('<');
    const typed = (json: string) =>
      `import type { Dataset, WithContext } from 'schema-dts';\nexport const dataset: WithContext<Dataset> = ${json};\n`;
    expect(compileProgram({ 'dataset.ts': typed(text) })).toEqual([]);
    expect(compileProgram({ 'dataset.ts': typed(text.replace('"license"', '"licence"')) })).toEqual(
      [expect.stringContaining('licence')],
    );
    // What Google wants beyond the vocabulary.
    const { description } = JSON.parse(text);
    expect(description.length).toBeGreaterThanOrEqual(50);
    expect(description.length).toBeLessThanOrEqual(5000);
  });

  it('api-catalog.json is a set of links (RFC 9264 §4.2)', () => {
    const { linkset, ...others } = JSON.parse(read('api-catalog.json'));
    expect(others).toEqual({});
    for (const { anchor, ...relations } of linkset) {
      expect(URL.canParse(anchor)).toBe(true);
      for (const targets of Object.values<{ href: string }[]>(relations)) {
        expect(targets.length).toBeGreaterThan(0);
        expect(targets.filter(({ href }) => !URL.canParse(href))).toEqual([]);
      }
    }
    expect(linkset[0].anchor).toMatch(/^https?:\/\/[^/]+\/\.well-known\/api-catalog$/i);
  });

  it('llms.txt has the form of one, whatever the data says', () => {
    const lines = read('llms.txt').split('\n');
    expect(lines.filter((line) => /^# /.test(line))).toHaveLength(1);
    expect(lines[0]).toMatch(/^# \S/);
    expect(lines[2]).toMatch(/^> \S/);
    const [, ...sections] = read('llms.txt').split(/^## /m);
    expect(sections.map((section) => section.split('\n')[0])).toEqual([
      'Data',
      'Parts',
      'Rankings',
      'Metrics',
      'Descriptions',
      'Optional',
    ]);
    for (const section of sections) {
      const [, ...items] = section
        .trim()
        .split('\n')
        .filter((line) => line !== '');
      expect(items.filter((item) => !/^- \[[^\]]+\]\(\S+\): \S/.test(item))).toEqual([]);
    }
  });

  it.each(['llms.txt', 'llms-full.txt', 'openapi.json'])(
    '%s says that nothing is filtered',
    (path) => {
      expect(read(path)).toContain('There are no query parameters');
    },
  );

  it('llms-full.txt is tables and text, whatever the data says', () => {
    const lines = read('llms-full.txt').split('\n');
    expect(lines.filter((line) => /^# /.test(line))).toHaveLength(1);
    const widths = (line: string) => line.replaceAll('\\|', '').split('|').length;
    expect(lines.filter((line) => line.startsWith('|')).length).toBeGreaterThan(20);
    lines.forEach((line, index) => {
      const next = lines[index + 1] ?? '';
      if (line.startsWith('|') && next.startsWith('|')) expect(widths(next)).toBe(widths(line));
    });
    expect(lines.filter((line) => /^\s*</.test(line))).toEqual([]);
  });

  it('llms.txt leads to files alone, as whoever follows its links does', async () => {
    const { read, readManifest } = await publicationOf(sources);
    const { base_url, resources } = readManifest();
    const files = resources.flatMap(({ files }) => files.map(({ path }) => `${base_url}/${path}`));
    const links = [...read('llms.txt').matchAll(/^- \[[^\]]+\]\((\S+)\)/gm)].map(([, url]) => url);
    expect(links.length).toBeGreaterThan(9);
    const there = new Set<unknown>([...files, `${base_url}/manifest.json`]);
    expect(links.filter((url) => !there.has(url))).toEqual([]);
  });

  it('lead to what is published, and to nothing else', async () => {
    const { read, readManifest } = await publicationOf(sources);
    const manifest = readManifest();
    const files = new Set<string>(['manifest.json']);
    for (const resource of manifest.resources) {
      for (const { path } of resource.files) files.add(path);
    }
    const base = `${manifest.base_url}/`;
    for (const path of ['llms.txt', 'llms-full.txt', 'dataset.jsonld', 'api-catalog.json']) {
      const addresses = read(path)
        .split(base)
        .slice(1)
        .map((text) => text.split(/[\s",)|]/, 1)[0]);
      expect(addresses.length).toBeGreaterThan(3);
      const dead = addresses.filter((address = '') => {
        const pattern = address.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
        // An address that is no file is negotiated, or explained by what stands beside it.
        const isThere = [...files].some((file) =>
          new RegExp(`^${pattern}(?:\\.json)?$`).test(file),
        );
        return !isThere;
      });
      expect([path, ...dead]).toEqual([path]);
    }
  });
});

it.each(['', '.'])(
  'dataset.jsonld cuts no character of a long notice in two, after "%s"',
  (first) => {
    const sources = sampleSources();
    const service = String(sources['service.yaml']);
    const notice = `notice: "${first}${'🎲'.repeat(3000)}"`;
    const documents = describeSources({
      ...sources,
      'service.yaml': service.replace(/^notice: .*$/m, notice),
    });
    const { description } = JSON.parse(documents.get('dataset.jsonld') ?? '');
    expect(description).toMatch(/🎲$/u);
    expect(description.length).toBeGreaterThanOrEqual(4999);
  },
);

it.each([
  ['pages', 'json', true],
  ['no pages', 'none', false],
] as const)('llms-full.txt says how to cite claims with %s', (_, choice, hasPages) => {
  const text = describeSources(tiny(claimPages(choice))).get('llms-full.txt') ?? '';
  const [, howToCite] = text.split(/^## /m);
  expect(howToCite).toContain('the date of observation and the');
  for (const part of ['/claims/{claim_id}', '"citation"', '"content_hash"', 'Its address stays']) {
    expect(howToCite?.includes(part), part).toBe(hasPages);
  }
});

it('llms-full.txt says why a ranking is gone, in a sentence', () => {
  expect(describeSources(tiny()).get('llms-full.txt')).toContain(
    '\n- /best/fastest was removed on 2026-06-01: Speed could not be measured. See /best/cheapest.\n',
  );
});

it.each<[what: string, changes: Sources, at: string]>([
  ['an update', {}, '2026-10-02T09:30:00Z'],
  [
    'an observation',
    inClaim('observed_at: 2026-10-01T00:00:00Z', 'observed_at: 2026-10-03T00:00:00Z'),
    '2026-10-03T00:00:00Z',
  ],
  [
    'a retraction',
    inClaim('  value', '  retracted: { at: 2026-10-04T00:00:00Z, reason: Wrong }\n  value'),
    '2026-10-04T00:00:00Z',
  ],
  ['a removal', inCategories('2026-06-01', '2026-10-05'), '2026-10-05T00:00:00Z'],
])('dataset.jsonld is as new as %s', (_, changes, at) => {
  const documents = describeSources(tiny(changes));
  expect(JSON.parse(documents.get('dataset.jsonld') ?? '').dateModified).toBe(at);
});

it('llms.txt and llms-full.txt name no part of what there is none of', async () => {
  const { read } = await publicationOf(EMPTY);
  expect(read('llms.txt')).not.toMatch(/\{|## (?:Parts|Rankings|Metrics)|\n{3}/);
  expect(read('llms-full.txt')).not.toMatch(/\}(?:\/\w+)?\.json|^### .*\{/m);
});

it('llms.txt names every ranking and metric, the first fifty of many, and the MCP server', () => {
  const metric = (number: number) =>
    `- { key: fee_${number}, name: Fee ${number}, description: A fee., type: number, unit: USD, better: lower }\n`;
  const more = Array.from({ length: 60 }, (_, number) => metric(number)).join('');
  const few = describeSources(tiny()).get('llms.txt');
  expect(few).toContain('- [Cheapest](https://tiny.example/api/v1/best/cheapest.json): By fee.\n');
  expect(few).toContain('/metrics/fee_usd.json): USD, lower is better\n');
  expect(few).toContain('/metrics/streams.json): streams\n');
  expect(few).toContain('`operator-api mcp https://tiny.example/api/v1`');
  const many = describeSources(tiny({ 'metrics.yaml': `${TINY['metrics.yaml']}${more}` }));
  expect(many.get('llms.txt')?.match(/\/metrics\/\w+\.json/g)).toHaveLength(51);
  expect(many.get('llms.txt')).toContain('- [All 62](https://tiny.example/api/v1/metrics.json): ');
});

it('every description is the same bytes from the same sources', () => {
  expect(describeSources(sampleSources())).toEqual(describeSources(sampleSources()));
});
