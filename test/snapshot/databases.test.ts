import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import {
  asyncBufferFromUrl,
  parquetMetadata,
  parquetMetadataAsync,
  parquetReadObjects,
} from 'hyparquet';
import initSqlJs from 'sql.js';
import { describe, expect, it } from 'vitest';
import { lastObserved } from '../../src/model/index.ts';
import { toParquet } from '../../src/snapshot/parquet.ts';
import { toSqlite } from '../../src/snapshot/sqlite.ts';
import type { Cell, TableRow, TidyTable } from '../../src/snapshot/table.ts';
import { toTables } from '../../src/snapshot/tables.ts';
import { preview } from '../doors/check-preview.ts';
import { hasPrograms, run, sharedSnapshot, unpacked } from '../doors/check-snapshot.ts';
import { checkSources } from '../doors/check-sources.ts';
import { temporaryFolder } from '../doors/folders.ts';
import { connectDuckDb, hasRealPrograms, PROGRAMS_REMARK } from '../doors/real-programs.ts';
import { inClaim, tiny } from '../doors/tiny-dataset.ts';

const shipped = sharedSnapshot();

const hasSqlite = hasPrograms('the SQLite database opens with sqlite3', 'sqlite3');

describe.runIf(hasSqlite)('the SQLite database', () => {
  it('is sound, and each of its keys leads somewhere', () => {
    const { ask } = shippedDatabase();
    expect(ask('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(ask('PRAGMA foreign_key_check')).toEqual([]);
  });

  it('can be served as it is: immutable, with a key in every table and views that answer', () => {
    const { path, ask } = shippedDatabase();
    const asServed = (sql: string) =>
      run('sqlite3', ['-readonly', `file:${path}?immutable=1`, sql]).trim();
    expect(ask('PRAGMA journal_mode')).toEqual([{ journal_mode: 'delete' }]);
    const hasKey = 'EXISTS (SELECT 1 FROM pragma_table_info(s.name) WHERE pk > 0)';
    const keyless = `SELECT name FROM sqlite_schema s WHERE type = 'table' AND NOT ${hasKey}`;
    expect(asServed(keyless)).toBe('');
    const views = ask(`SELECT name FROM sqlite_schema WHERE type = 'view'`);
    expect(views.length).toBeGreaterThan(3);
    for (const { name } of views) {
      expect(Number(asServed(`SELECT count(*) FROM "${name}"`)), String(name)).toBeGreaterThan(0);
    }
  });

  it('holds every table, cell for cell', () => {
    const { ask, tables } = shippedDatabase();
    for (const table of tables) {
      const key = table.primaryKey.map((column) => `"${column}"`).join(', ');
      const found = ask(`SELECT * FROM "${table.name}" ORDER BY ${key}`);
      const expected = inKeyOrder(table).map((row) => mapCells(row, Number));
      expect(found, table.name).toEqual(expected);
    }
  });

  it('ranks as the API does', () => {
    const { ask, read } = shippedDatabase();
    for (const category of ['usdt-trc20', 'no-kyc']) {
      const answer: TableRow[] = JSON.parse(read(`best/${category}.json`)).data;
      const view = `best_${category.replaceAll('-', '_')}`;
      const columns = Object.keys(answer[0] ?? {})
        .filter((column) => column !== 'previous_rank')
        .map((column) => `"${column}"`);
      const expected = answer.map(({ previous_rank: _, ...row }) => ({
        ...mapCells(row, Number),
        value: String(row['value']),
      }));
      expect(ask(`SELECT ${columns.join(', ')} FROM "${view}"`)).toEqual(expected);
    }
  });

  it('says what held at any time, as the histories of operators do', () => {
    const { ask, read } = shippedDatabase();
    const slugs = ask('SELECT slug FROM operators').map(({ slug }) => String(slug));
    const histories = slugs.flatMap(
      (slug): TableRow[] => JSON.parse(read(`operators/${slug}/claims.json`)).data,
    );
    const times = ({ claim_id, valid_from, valid_to }: TableRow) =>
      `${claim_id} ${valid_from} ${valid_to}`;
    expect(ask('SELECT * FROM history').map(times).sort()).toEqual(histories.map(times).sort());
    expect(histories.filter(({ valid_to }) => valid_to !== null).length).toBeGreaterThan(3);
    const [fee] = ask(
      `SELECT value_number FROM history WHERE slug = 'harbour-nine' AND metric = 'usdt_trc20_withdrawal_fee_usd'
       AND valid_from <= '2026-07-01T00:00:00Z' AND (valid_to IS NULL OR valid_to > '2026-07-01T00:00:00Z')`,
    );
    expect(fee).toEqual({ value_number: 2 });
  });

  it('tells current claims from others', () => {
    const { ask, read } = shippedDatabase();
    const ids = ask('SELECT claim_id FROM current_claims').map(({ claim_id }) => claim_id);
    const facts: TableRow[] = JSON.parse(read('facts.json')).data;
    expect(ids.sort()).toEqual(facts.map(({ claim_id }) => claim_id).sort());
  });

  it.each([
    [`INSERT INTO operators (id, slug) VALUES (1000, 'x')`, 'NOT NULL'],
    [`UPDATE operators SET kyc_level = 'some'`, 'CHECK'],
    [`UPDATE operators SET kyc_level = 'threshold', kyc_threshold_usd = NULL`, 'CHECK'],
    [`UPDATE operators SET accepts_vpn = 2`, 'CHECK'],
    [`UPDATE operators SET slug = 'x'`, 'UNIQUE'],
    [`UPDATE fees SET amount = 'much'`, 'CHECK'],
    [`UPDATE fees SET amount = -1`, 'CHECK'],
    [`UPDATE claims SET status = 'retracted' WHERE status = 'current'`, 'CHECK'],
    [`UPDATE claims SET observed_at = 'yesterday'`, 'CHECK'],
    [`UPDATE categories SET "where" = '{' WHERE status = 'active'`, 'CHECK'],
    [`UPDATE rankings SET claim_id = 'none_1'`, 'FOREIGN KEY'],
    [`DELETE FROM operators`, 'FOREIGN KEY'],
  ])('refuses %s', (sql, reason) => {
    const { path } = shippedDatabase();
    expect(() => run('sqlite3', [path, `PRAGMA foreign_keys = ON; ${sql}`])).toThrow(
      `${reason} constraint failed`,
    );
  });

  it('looks references up in indexes', () => {
    const { path } = shippedDatabase();
    for (const [table, column] of [
      ['claims', 'operator_id'],
      ['claims', 'metric'],
      ['claims', 'superseded_by'],
      ['fees', 'operator_id'],
      ['rankings', 'claim_id'],
    ]) {
      const sql = `EXPLAIN QUERY PLAN SELECT * FROM ${table} WHERE ${column} = 1`;
      expect(run('sqlite3', [path, sql]), `${table}.${column}`).toMatch(
        /SEARCH .* USING (INDEX|PRIMARY KEY)/,
      );
    }
  });

  it('keeps every number as it is', async () => {
    const { dataset } = checkSources(tiny());
    if (dataset === null) throw new Error('The tiny dataset is unsound');
    const numbers = fc.sample(fc.double({ noNaN: true, min: 1e-12, max: 1e15 }), 2000);
    const table: TidyTable = {
      name: 'numbers',
      title: 'Numbers',
      description: 'Any.',
      columns: ['position', 'number'].map((name) => ({
        name,
        type: 'number',
        description: 'A number.',
        isNullable: false,
        values: null,
        minimum: 0,
        format: null,
      })),
      primaryKey: ['position'],
      unique: [],
      foreignKeys: [],
      rows: numbers.map((number, position) => ({ position, number })),
    };
    const path = join(temporaryFolder(), 'numbers.sqlite');
    writeFileSync(path, toSqlite(await initSqlJs(), [table, ...toTables(dataset)], dataset));
    const sql = 'SELECT hex(ieee754_to_blob(number)) FROM numbers ORDER BY position';
    const found = run('sqlite3', [path, sql]).trim().split('\n');
    expect(found.map((hex) => Buffer.from(hex, 'hex').readDoubleBE())).toEqual(numbers);
  });
});

describe('the Parquet files', () => {
  it.each([
    [0, []],
    [1, [1]],
    [1000, [1000]],
    [1001, [1000, 1]],
    [101_001, [1000, 100_000, 1]],
  ])('hold all of %i records, in groups', async (length, groups) => {
    const { dataset } = checkSources(tiny());
    if (dataset === null) throw new Error('The tiny dataset is unsound');
    const [claims] = toTables(dataset).filter(({ name }) => name === 'claims');
    const [row] = claims?.rows ?? [];
    if (claims === undefined || row === undefined) throw new Error('There is no claim');
    const rows = Array.from({ length }, (_, id) => ({ ...row, operator_id: id + 1 }));
    const { buffer } = Uint8Array.from(toParquet({ ...claims, rows }, dataset.service));
    const found = parquetMetadata(buffer).row_groups.map(({ num_rows }) => Number(num_rows));
    expect(found).toEqual(groups);
    const ids = await parquetReadObjects({ file: buffer, columns: ['operator_id'] });
    expect(ids).toEqual(rows.map(({ operator_id }) => ({ operator_id: BigInt(operator_id) })));
  });

  it.each([
    ['2026-10-01T00:00:00Z', 0n],
    ['2026-10-01T00:00:00.5Z', 500_000n],
    ['2026-10-01T00:00:00.1234567Z', 123_456n],
  ])('keep moments to the microsecond: %s', async (moment, microseconds) => {
    const { dataset } = checkSources(tiny(inClaim('2026-10-01T00:00:00Z', moment)));
    if (dataset === null) throw new Error('The tiny dataset is unsound');
    const [claims] = toTables(dataset).filter(({ name }) => name === 'claims');
    if (claims === undefined) throw new Error('There is no table of claims');
    const { buffer } = Uint8Array.from(toParquet(claims, dataset.service));
    const timestampFromMicroseconds = (found: bigint) => found;
    const [claim] = await parquetReadObjects({
      file: buffer,
      parsers: { timestampFromMicroseconds },
    });
    const second = BigInt(Date.parse('2026-10-01T00:00:00Z')) * 1000n;
    expect(claim?.['observed_at']).toBe(second + microseconds);
  });

  const name = `hold every table, with types, in DuckDB${PROGRAMS_REMARK}`;
  it.runIf(hasRealPrograms)(name, async () => {
    const { dataset, folder } = shipped();
    const connection = await connectDuckDb();
    for (const table of toTables(dataset)) {
      const path = join(folder, `${table.name}.parquet`);
      const reader = await connection.runAndReadAll(`SELECT * FROM '${path}'`);
      expect(reader.columnNames()).toEqual(table.columns.map(({ name }) => name));
      expect(reader.columnTypes().map(String)).toEqual(
        table.columns.map(({ type }) => DUCKDB[type]),
      );
      const rows = reader.getRowObjectsJson().map((row) => row as TableRow);
      expect(
        rows.map((row) => comparable(row, table)),
        table.name,
      ).toEqual(table.rows.map((row) => comparable(row, table)));
    }
    const ranking = await connection.runAndReadAll(
      `SELECT name FROM '${join(folder, 'rankings.parquet')}' r
       JOIN '${join(folder, 'operators.parquet')}' o ON o.id = r.operator_id
       WHERE category = 'usdt-trc20' ORDER BY rank, id`,
    );
    expect(ranking.getRowObjects().length).toBeGreaterThan(5);
    connection.closeSync();
  });

  it('can be read over HTTP, a range at a time', async () => {
    const { dataset, out } = shipped();
    const { port } = await preview(out);
    const asked: string[] = [];
    const file = await asyncBufferFromUrl({
      url: `http://127.0.0.1:${port}/api/v1/snapshots/claims.parquet`,
      fetch: (input, init) => {
        asked.push(new Headers(init?.headers).get('range') ?? init?.method ?? 'GET');
        return fetch(input, init);
      },
    });
    const metadata = await parquetMetadataAsync(file);
    const terms = new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value]));
    expect(terms.get('license_url')).toBe('https://creativecommons.org/licenses/by/4.0/');
    const claims = dataset.operators.flatMap(({ claims }) => claims);
    const found = await parquetReadObjects({ file, columns: ['claim_id', 'observed_at'] });
    expect(found).toEqual(
      claims.map((claim) => ({
        claim_id: claim.claim_id,
        observed_at: new Date(lastObserved(claim)),
      })),
    );
    expect(asked.shift()).toBe('HEAD');
    expect(asked.length).toBeGreaterThan(0);
    for (const range of asked) expect(range).toMatch(/^bytes=\d+-\d*$/);
  });
});

describe('the CSV tables', () => {
  it('hold every table, cell for cell', () => {
    const { dataset, folder } = shipped();
    const archive = unpacked(folder);
    for (const table of toTables(dataset)) {
      const text = readFileSync(join(archive, 'csv', `${table.name}.csv`), 'utf8');
      const rows: Record<string, string>[] = parse(text, { columns: true });
      expect(rows, table.name).toEqual(
        table.rows.map((row) =>
          Object.fromEntries(table.columns.map(({ name }) => [name, String(row[name] ?? '')])),
        ),
      );
    }
  });
});

const DUCKDB = {
  string: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  'date-time': 'TIMESTAMP WITH TIME ZONE',
};

function shippedDatabase() {
  const { dataset, folder, read } = shipped();
  const path = join(folder, 'operators.sqlite');
  const ask = (sql: string): TableRow[] => JSON.parse(run('sqlite3', ['-json', path, sql]) || '[]');
  return { path, ask, read, tables: toTables(dataset) };
}

/** A row as SQLite has it, where a boolean is a number. */
function mapCells(row: TableRow, fromBoolean: (value: boolean) => Cell): TableRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [
      name,
      typeof cell === 'boolean' ? fromBoolean(cell) : cell,
    ]),
  );
}

function inKeyOrder({ rows, primaryKey }: TidyTable): readonly TableRow[] {
  return [...rows].sort((a, b) => {
    const column = primaryKey.find((column) => a[column] !== b[column]) ?? '';
    return (a[column] ?? '') < (b[column] ?? '') ? -1 : 1;
  });
}

/** Integers as numbers and moments as milliseconds: DuckDB gives both as text. */
function comparable(row: TableRow, { columns }: TidyTable) {
  return columns.map(({ name, type }) => {
    const cell = row[name] ?? null;
    if (cell === null) return null;
    if (type === 'integer') return Number(cell);
    return type === 'date-time' ? Date.parse(String(cell).replace(/\+00$/, 'Z')) : cell;
  });
}
