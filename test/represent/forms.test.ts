import fc from 'fast-check';
import papaparse from 'papaparse';
import { expect, it } from 'vitest';
import { toCsv } from '../../src/represent/forms.ts';

const cell = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', ' ', '"', ',', '\r', '\n', ';', '\t', '\uFEFF', 'é', '😀'),
  }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.record({ title: fc.string() }), { maxLength: 2 }),
);
const tables = fc
  .uniqueArray(fc.stringMatching(/^[a-z_]{1,8}$/), { minLength: 2, maxLength: 6 })
  .chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      rows: fc.array(fc.record(Object.fromEntries(columns.map((column) => [column, cell])))),
    }),
  );

/** What a cell is to a reader of CSV, which knows texts alone. */
function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

it('writes what papaparse writes, and what it reads back as the same records', () => {
  fc.assert(
    fc.property(tables, ({ columns, rows }) => {
      const lines = [columns, ...rows.map((row) => columns.map((column) => asText(row[column])))];
      const csv = toCsv(columns, rows);
      expect(csv).toBe(`${papaparse.unparse(lines, { newline: '\r\n' })}\r\n`);
      const { data } = papaparse.parse(csv, { newline: '\r\n', skipEmptyLines: true });
      expect(data).toEqual(lines);
    }),
    { numRuns: 400 },
  );
});
