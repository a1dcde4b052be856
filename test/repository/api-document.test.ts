import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromUrl, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnsOfType } from '../../scripts/api-document/columns.ts';
import { renderApiDocument } from '../../scripts/api-document/document.ts';
import { examplesOfDocument } from '../../scripts/api-document/document-examples.ts';
import { headingOf, tablesOf } from '../../scripts/api-document/endpoints.ts';
import { examplesOf, type Table } from '../../scripts/api-document/languages.ts';
import { addressesOf } from '../../scripts/api-document/open-api.ts';
import { BASE, type Publication, publishSample } from '../../scripts/api-document/publication.ts';
import { createClient } from '../../src/client/index.ts';
import { connectDuckDb, hasRealPrograms, PROGRAMS_REMARK } from '../doors/real-programs.ts';
import { repository } from '../doors/repository.ts';

const document = readFileSync(join(repository, 'docs/api.md'), 'utf8');

function unmarked(cell: unknown): unknown {
  return typeof cell === 'string' ? cell.replace(/^\u2060/, '') : cell;
}

describe('docs/api.md', () => {
  let publication: Publication;
  const folder = mkdtempSync(join(tmpdir(), 'operator-api-'));
  beforeAll(async () => {
    publication = await publishSample(folder);
  }, 60_000);
  afterAll(async () => {
    await publication?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  it('is what its requests are answered with', async () => {
    const current = await renderApiDocument(publication);
    expect(document === current ? '' : firstDifference(document, current)).toBe('');
  });

  it('has a section for every path of openapi.json, and names all forms', () => {
    const headings = [...document.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
    for (const { path, forms } of addressesOf(publication.openApi)) {
      expect(headings).toContain(headingOf(path));
      for (const form of forms) expect(document).toContain(`\`${form}\``);
    }
    const described = addressesOf(publication.openApi).flatMap(({ path, forms }) =>
      forms.length === 0 ? [path] : forms,
    );
    expect([...described, '/'].sort()).toEqual(Object.keys(publication.openApi.paths).sort());
  });

  it('has JavaScript that runs, and prints the records', async () => {
    for (const table of tablesOf(publication)) {
      const data = await recordsOf(table, publication);
      for (const { title, code } of ofLanguage('js', table)) {
        expect(document).toContain(code);
        expect((await runScript(code, publication)).at(-1), title).toEqual(data);
      }
    }
  });

  it.runIf(hasRealPrograms)(
    `has JavaScript and SQL for documents that hold a table, too${PROGRAMS_REMARK}`,
    async () => {
      const connection = await connectDuckDb();
      const ran: string[] = [];
      for (const path of ['/manifest.json', '/snapshots/{file}']) {
        for (const { title, language, code } of examplesOfDocument(path, publication)) {
          expect(document).toContain(code);
          ran.push(language);
          const [, count] = /(?:\/\/|--) (\d+) (?:record|row)s$/.exec(code) ?? [];
          if (language === 'js') {
            expect((await runScript(code, publication)).at(-1), title).toHaveLength(Number(count));
          }
          if (language === 'sql') {
            const sql = code.replaceAll(BASE, publication.root);
            const rows = (await connection.runAndReadAll(sql)).getRowObjects();
            expect(rows, title).toHaveLength(Number(count));
          }
        }
      }
      expect(ran).toEqual(expect.arrayContaining(['js', 'sql']));
      connection.closeSync();
    },
  );

  it('says how much comes back', async () => {
    for (const table of tablesOf(publication)) {
      const count = (await recordsOf(table, publication)).length;
      const said = examplesOf(table).map(({ title, code }) => `${title}\n${code}`);
      const wanted = [
        ...[`// ${count} record`, `// ${count} record`, `# (${count}, ${table.columns.length})`],
        ...[
          `# ${count} ${table.columns.length}`,
          `-- ${count} row`,
          `${count + 1})`,
          `(${count} row`,
        ],
      ];
      expect(said.map((text, index) => text.includes(wanted[index] ?? ''))).toEqual(
        wanted.map(() => true),
      );
    }
  });

  it.runIf(hasRealPrograms)(
    `has SQL that DuckDB runs, and finds every record${PROGRAMS_REMARK}`,
    async () => {
      const connection = await connectDuckDb();
      const run = async (sql: string) => {
        const result = await connection.runAndReadAll(sql.replaceAll(BASE, publication.root));
        return result.getRowObjects();
      };
      for (const table of tablesOf(publication)) {
        const data = await recordsOf(table, publication);
        for (const { code } of ofLanguage('sql', table)) {
          const rows = await run(code);
          expect(rows, code).toHaveLength(data.length);
          expect(Object.keys(rows[0] ?? {}), code).toEqual(Object.keys(data[0] ?? {}));
          for (const column of columnsOfType(table.columns, 'text')) {
            const texts = data.map((row) => cellOf(row, column));
            const written = texts.map((value) => (value === null ? null : String(value)));
            expect(
              // The table for spreadsheets marks texts that these would convert.
              rows.map((row) => unmarked(cellOf(row, column))),
              `${column}: ${code}`,
            ).toEqual(written);
          }
        }
      }
      const prose = document.slice(0, document.indexOf('\n## Tables'));
      const queries = [...prose.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) => sql);
      expect(queries.length).toBeGreaterThan(1);
      for (const sql of queries) expect((await run(sql)).length, sql).toBeGreaterThan(0);
      connection.closeSync();
    },
  );

  it.each<[string, string, (column: string) => string]>([
    ['pandas', 'python', (column) => `"${column}": "string"`],
    ['readr', 'r', (column) => ` ${column} = "c"`],
    ['DuckDB', 'sql', (column) => `'${column}': 'VARCHAR'`],
    ['Power Query', 'text', (column) => `{"${column}", type text}`],
  ])('names each column that is text: %s', (_, language, named) => {
    for (const table of tablesOf(publication)) {
      const texts = columnsOfType(table.columns, 'text');
      const hasNested = columnsOfType(table.columns, 'nested').length > 0;
      for (const { code } of ofLanguage(language, table)) {
        expect(document).toContain(code);
        // JSON has types, and a formula of a cell cannot name any.
        if (code.includes('IMPORTDATA') || (language === 'r' && hasNested)) continue;
        expect(
          texts.filter((column) => !code.includes(named(column))),
          code,
        ).toEqual([]);
      }
    }
  });

  it('takes for text what may be text, whatever it looks like', () => {
    const claim = tablesOf(publication).find(({ url }) => url.includes('/claims/'));
    const columns = claim === undefined ? [] : columnsOfType(claim.columns, 'text');
    expect(columns).toEqual(expect.arrayContaining(['claim_id', 'operator', 'metric', 'value']));
  });

  it('links to headings and files that exist', () => {
    const headings = [...document.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const targets = [...document.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
    const anchors = targets.filter((target) => target.startsWith('#'));
    expect(anchors.length).toBeGreaterThan(30);
    expect(anchors.filter((anchor) => !headings.includes(anchor.slice(1)))).toEqual([]);
    const files = targets.filter((target) => !/^#|:/.test(target));
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((file) => !existsSync(join(repository, 'docs', file)))).toEqual([]);
  });
});

async function recordsOf({ url }: Table, { ask }: Publication): Promise<readonly object[]> {
  const { data } = JSON.parse(await (await ask({ url: `${url}.json` })).text());
  return data;
}

function cellOf(row: object, column: string): unknown {
  return (row as { readonly [column: string]: unknown })[column] ?? null;
}

function ofLanguage(wanted: string, table: Table) {
  const found = examplesOf(table).filter(({ language }) => language === wanted);
  expect(found, `${wanted} about ${table.url}`).not.toEqual([]);
  return found;
}

/** Runs an example against the server, and gives what it printed last. */
async function runScript(code: string, publication: Publication): Promise<unknown[]> {
  const printed: unknown[] = [];
  const ask = (url: string, { headers }: { headers?: Record<string, string> } = {}) =>
    publication.ask({ url, ...(headers && { headers }) });
  const names = {
    fetch: ask,
    createClient: (url: string) => createClient(url, { fetch: ask }),
    asyncBufferFromUrl: ({ url }: { url: string }) =>
      asyncBufferFromUrl({
        url,
        fetch: (input, { method = 'GET', headers = {} } = {}) =>
          publication.ask({
            url: String(input),
            method,
            headers: Object.fromEntries(new Headers(headers)),
          }),
      }),
    parquetReadObjects,
    console: { log: (...values: unknown[]) => printed.push(...values) },
  };
  const body = code.replace(/^import .*$/gm, '');
  const run = new Function(...Object.keys(names), `return (async () => {${body}\n})();`);
  await run(...Object.values(names));
  return printed;
}

function firstDifference(kept: string, current: string): string {
  const [before, after] = [kept.split('\n'), current.split('\n')];
  const at = after.findIndex((line, index) => line !== before[index]);
  return `docs/api.md is out of date from line ${at + 1} on; "npm run docs" writes it anew:
- ${before[at]}
+ ${after[at]}`;
}
