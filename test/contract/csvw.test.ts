import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/index.ts';
import { publicationOf } from '../doors/publication.ts';
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
        const found = await readTable(metadata, published(path));
        expect(found, path).toEqual(answer.data.map(withTypes));
      }
    }
  });
});

function tablesByKind({ resources }: Manifest): ReadonlyMap<string, readonly string[]> {
  const tables = new Map<string, string[]>();
  for (const { kind, aliases, files } of resources) {
    const path = files.find(({ path }) => path.endsWith('.csv'))?.path;
    if (path === undefined) continue;
    const others = aliases.map((alias) => `${alias.slice(1)}.csv`);
    tables.set(kind, [...(tables.get(kind) ?? []), path, ...others]);
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

function withMoment(value: unknown): unknown {
  return typeof value === 'string' && MOMENT.test(value) ? new Date(value) : value;
}
