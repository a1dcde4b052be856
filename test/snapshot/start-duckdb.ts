import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { rolldown } from 'rolldown';
import type { OpenPage } from '../doors/chromium.ts';
import { temporaryFolder } from '../doors/folders.ts';
import { programFile } from '../doors/real-programs.ts';

const PACKAGE = '@duckdb/duckdb-wasm/dist';
const WORKER = 'duckdb-browser-eh.worker.js';
const ENGINE = 'duckdb-eh.wasm';

const START = `
  import { AsyncDuckDB, VoidLogger } from '/duckdb.js';
  const database = new AsyncDuckDB(new VoidLogger(), new Worker('/${WORKER}'));
  await database.instantiate(location.origin + '/${ENGINE}');
  const connection = await database.connect();
  window.query = async (sql) => (await connection.query(sql)).toArray().map((row) => row.toJSON());
`;

/** A record of an answer, or of a query. */
export type Row = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A request that left the page for another origin. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly range: string | undefined;
  /** Null where nothing was answered. */
  readonly status: number | null;
}

/** DuckDB in a page that can ask the servers of this machine, and nobody else. */
export async function startDuckDb(openPage: OpenPage) {
  const page = await openPage([
    await bundleDuckDb(),
    programFile(`${PACKAGE}/${WORKER}`),
    programFile(`${PACKAGE}/${ENGINE}`),
  ]);
  const requests = await watchRequests(page);
  await page.addScriptTag({ type: 'module', content: START });
  await page.waitForFunction(() => 'query' in globalThis);
  return {
    query: (sql: string) => page.evaluate((sql) => query(sql), sql),
    asked: () => Promise.all(requests.map(answerTo)),
  };
}

/** What the page calls. */
declare const query: (sql: string) => Promise<readonly Row[]>;

/** The half of DuckDB that a page imports, in one file with what that imports. */
async function bundleDuckDb(): Promise<string> {
  const input = programFile(`${PACKAGE}/duckdb-browser.mjs`);
  const bundle = await rolldown({ input, platform: 'browser' });
  const { output } = await bundle.generate();
  const file = join(temporaryFolder(), 'duckdb.js');
  writeFileSync(file, output[0].code);
  return file;
}

/** The requests for other origins, as they are made; workers make them too. */
async function watchRequests(page: Page): Promise<readonly Request[]> {
  const seen: Request[] = [];
  const { origin } = new URL(page.url());
  await page.context().route(
    (url) => url.origin !== origin,
    (route) => {
      seen.push(route.request());
      const { hostname } = new URL(route.request().url());
      return hostname === '127.0.0.1' ? route.continue() : route.abort();
    },
  );
  return seen;
}

async function answerTo(request: Request): Promise<Asked> {
  const response = await request.response();
  return {
    method: request.method(),
    url: request.url(),
    range: request.headers()['range'],
    status: response?.status() ?? null,
  };
}
