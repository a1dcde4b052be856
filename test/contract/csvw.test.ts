import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/index.ts';
import { nameOfKind } from '../doors/answer-names.ts';
import { publicationOf } from '../doors/publication.ts';
import { EMPTY, operator, tiny } from '../doors/tiny-dataset.ts';
import { DESCRIBED_DATASETS } from './described-datasets.ts';
import { readMetadata, readTable, valuesOf } from './read-csvw.ts';

const BASE = 'https://tables.example/api/v1';
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

describe.each(DESCRIBED_DATASETS)('the tables of %s, to a reader of CSVW', (_, sources) => {
  it('have the records of the JSON, with their types', async () => {
    const { read, readManifest } = await publicationOf(sources);
    const published = (path: string) => ({ url: `${BASE}/${path}`, text: read(path) });
    const tables = tablesByKind(readManifest());
    expect(tables.size).toBeGreaterThanOrEqual(8);
    for (const [kind, paths] of tables) {
      const description = published(`csvw/${kind}.json`);
      const metadata = await readMetadata(description);
      const urls = valuesOf(metadata, 'url').map((url) => new URL(url, description.url).href);
      expect(urls.toSorted()).toEqual(paths.map((path) => `${BASE}/${path}`).toSorted());
      // By default cells are trimmed (Model for Tabular Data, §8), whatever quotes they have.
      expect(valuesOf(metadata, 'trim')).toEqual(['false']);
      for (const path of paths.slice(0, 20)) {
        const answer: { data: readonly object[] } = JSON.parse(read(path.replace(/csv$/, 'json')));
        const records = await readTable(metadata, published(path));
        const found = kind === 'table' ? records.map(withoutMarks) : records;
        expect(found, path).toEqual(answer.data.map(withTypes));
      }
    }
  });
});

describe('metadata of CSV files', () => {
  it('is not published where there is no file of their kind', async () => {
    const { readManifest } = await publicationOf(EMPTY);
    const files = readManifest().resources.flatMap(({ files }) => files.map(({ path }) => path));
    const described = files.filter((path) => path.startsWith('csvw/'));
    expect(described.map((path) => path.slice('csvw/'.length, -'.json'.length)).sort()).toEqual(
      [...tablesByKind(readManifest()).keys()].sort(),
    );
  });
});

describe('the log of changes, to a reader of CSVW', () => {
  it('has values of every type as text, since not all of them are JSON', async () => {
    const { buildAt, change, read } = await publicationOf(tiny());
    change({
      'operators/birch.yaml': operator(3, 'Birch "B"')
        .replace('accepts_vpn: true', 'accepts_vpn: false')
        .replace(
          'payment_options: []',
          'payment_options: [{ asset: BTC, deposit: true, withdrawal: false }]',
        ),
      'facts/anchor.yaml': tiny()['facts/anchor.yaml']?.toString().replace('1.5', '2.5') ?? null,
    });
    await buildAt(60, { isPreview: true });
    const published = (path: string) => ({ url: `${BASE}/${path}`, text: read(path) });
    const metadata = await readMetadata(published('csvw/changes.json'));
    const log: { data: readonly { old: unknown; new: unknown }[] } = JSON.parse(
      read('changes.json'),
    );
    expect(log.data.map((one) => typeof one.new).sort()).toEqual([
      'boolean',
      'number',
      'object',
      'string',
    ]);
    const found = await readTable(metadata, published('changes.csv'));
    const asText = (value: unknown) =>
      typeof value === 'string' || value === null ? value : JSON.stringify(value);
    expect(found).toEqual(
      log.data.map((one) => withTypes({ ...one, old: asText(one.old), new: asText(one.new) })),
    );
  });
});

function tablesByKind({ resources }: Manifest): ReadonlyMap<string, readonly string[]> {
  const tables = new Map<string, string[]>();
  for (const { kind, aliases, files } of resources) {
    const path = files.find(({ path }) => path.endsWith('.csv'))?.path;
    if (path === undefined) continue;
    const others = aliases.map((alias) => `${alias.slice(1)}.csv`);
    const name = nameOfKind(kind);
    tables.set(name, [...(tables.get(name) ?? []), path, ...others]);
  }
  return tables;
}

/** A record as a table can have it: without nulls, and with text where types are mixed. */
function withTypes(record: object): object {
  const cells = Object.entries(record).filter(([, value]) => value !== null);
  return Object.fromEntries(
    cells.map(([name, value]) => [name, name === 'value' ? String(value) : withMoment(value)]),
  );
}

/** A record of the table for spreadsheets, without the word joiners that keep its texts as they are. */
function withoutMarks(record: object): object {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/^\u2060/, '') : value,
    ]),
  );
}

function withMoment(value: unknown): unknown {
  return typeof value === 'string' && MOMENT.test(value) ? new Date(value) : value;
}
