import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const require = createRequire(import.meta.url);

const isRequired = process.env['CI'] !== undefined;
const PACKAGES = new URL('../node_modules/', import.meta.url);
const isInstalled = existsSync(PACKAGES);

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

/**
 * Runs a command of such a package, as people do. Gives what it printed.
 *
 * @throws with what it printed if it fails
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<string> {
  const file = fileURLToPath(new URL(`.bin/${command}`, PACKAGES));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, ...args], { cwd });
  return stdout + stderr;
}

/** A folder from which the packages of test/package.json are found; gone after the test. */
export function folderBesidePrograms(): string {
  const cache = fileURLToPath(new URL('.cache/', PACKAGES));
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'generated-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
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
