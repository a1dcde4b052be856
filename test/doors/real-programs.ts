import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const isRequired = process.env['CI'] !== undefined;
const isInstalled = existsSync(new URL('../node_modules', import.meta.url));

/** Whether tests run that start the programs of test/package.json. CI has to have them. */
export const hasRealPrograms = isInstalled || isRequired;

/** For the names of these tests: why they do not run where the programs are missing. */
export const PROGRAMS_REMARK = hasRealPrograms
  ? ''
  : ' (not run: the programs are not installed; npm ci --prefix test installs them)';

/**
 * A package of test/package.json.
 *
 * @typeParam Module What is used of it: types of its own are there only where it is installed.
 */
export function requireProgram<Module>(name: string): Module {
  return require(name);
}

/** The path of a file of such a package. */
export function programFile(path: string): string {
  return require.resolve(path);
}

/** What is used of DuckDB. */
interface DuckDb {
  readonly DuckDBInstance: { create(): Promise<{ connect(): Promise<DuckDbConnection> }> };
}

export interface DuckDbConnection {
  runAndReadAll(sql: string): Promise<{
    columnNames(): readonly string[];
    columnTypes(): readonly object[];
    /** With numbers that JSON has no room for, and moments, as texts. */
    getRowObjectsJson(): readonly Readonly<Record<string, unknown>>[];
    getRowObjects(): readonly Readonly<Record<string, unknown>>[];
  }>;
  closeSync(): void;
}

/** A connection to a new database in memory. */
export async function connectDuckDb(): Promise<DuckDbConnection> {
  const { DuckDBInstance } = requireProgram<DuckDb>('@duckdb/node-api');
  return (await DuckDBInstance.create()).connect();
}
