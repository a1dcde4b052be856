import { expect, it } from 'vitest';
import { preview } from '../doors/check-preview.ts';
import { sharedSnapshot } from '../doors/check-snapshot.ts';
import { describeInChromium } from '../doors/chromium.ts';
import { hasRealPrograms, PROGRAMS_REMARK } from '../doors/real-programs.ts';
import { type Asked, type Row, startDuckDb } from './start-duckdb.ts';

const shipped = sharedSnapshot();

describeInChromium(`DuckDB over HTTP${PROGRAMS_REMARK}`, (openPage) => {
  it.runIf(hasRealPrograms)(
    'counts and joins Parquet files, a range at a time',
    async () => {
      const { base, records } = await servedSnapshot();
      const { query, asked } = await startDuckDb(openPage);
      const claims = `${base}/snapshots/claims.parquet`;
      const operators = `${base}/snapshots/operators.parquet`;

      const [counted] = await query(`SELECT count(*)::INTEGER AS claims FROM '${claims}'`);
      expect(counted).toEqual({ claims: records('claims').length });

      const current = await query(
        `SELECT claim_id, slug, name, value, value_number, value_boolean, ${asText('observed_at')}
       FROM '${claims}' claims JOIN '${operators}' operators ON operators.id = operator_id
       WHERE status = 'current' AND operator_status = 'active' ORDER BY claim_id`,
      );
      const expected = records('facts').map(
        ({ claim_id, operator_slug, operator, value, observed_at }) => ({
          claim_id,
          slug: operator_slug,
          name: operator,
          value: String(value),
          value_number: typeof value === 'number' ? value : null,
          value_boolean: typeof value === 'boolean' ? value : null,
          observed_at,
        }),
      );
      expect(current).toEqual(byClaim(expected));
      expectRangesOnly(await asked(), [claims, operators]);
    },
    60_000,
  );

  it.runIf(hasRealPrograms)(
    'reads CSV, a range at a time',
    async () => {
      const { base, records } = await servedSnapshot();
      const { query, asked } = await startDuckDb(openPage);
      const facts = `${base}/facts.csv`;

      const found = await query(
        `SELECT * REPLACE (operator_id::INTEGER AS operator_id, ${asText('observed_at')})
       FROM read_csv_auto('${facts}') ORDER BY claim_id`,
      );
      // A column has one type, so that numbers and truths are text beside other values.
      const expected = records('facts').map((row) => ({ ...row, value: String(row['value']) }));
      expect(found).toEqual(byClaim(expected));
      expectRangesOnly(await asked(), [facts]);
      expect((await asked()).filter(({ method }) => method === 'GET').length).toBeGreaterThan(2);
    },
    60_000,
  );
});

async function servedSnapshot() {
  const { out, read } = shipped();
  const { port } = await preview(out);
  return {
    base: `http://127.0.0.1:${port}/api/v1`,
    records: (name: string): readonly Row[] => JSON.parse(read(`${name}.json`)).data,
  };
}

/** A moment as the API writes it. */
function asText(column: string): string {
  return `strftime(${column}::TIMESTAMP, '%Y-%m-%dT%H:%M:%SZ') AS ${column}`;
}

function byClaim(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => (String(a['claim_id']) < String(b['claim_id']) ? -1 : 1));
}

/** Every file was read in ranges that were answered as such, and nothing else was asked for. */
function expectRangesOnly(asked: readonly Asked[], files: readonly string[]): void {
  expect(new Set(asked.map(({ url }) => url))).toEqual(new Set(files));
  for (const { method, url, range, status } of asked) {
    if (method === 'HEAD') continue;
    expect([method, range, status], url).toEqual([
      'GET',
      expect.stringMatching(/^bytes=\d+-\d+$/),
      206,
    ]);
  }
}
