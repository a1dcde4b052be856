import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastGlob from 'fast-glob';
import { environmentError } from '../diagnostics/index.ts';
import { readCommittedFile } from './host-files.ts';

/** The package of this file, whether it runs from src or from lib. */
const [PACKAGE] = /^.*\/(?=(?:src|lib)\/)/.exec(import.meta.url) ?? [];

/** Whether this program is installed as a package in a project. */
export const isInstalled = /\/node_modules\//.test(import.meta.url);

/**
 * The bundled code that runs at the edge of a host.
 *
 * @throws EnvironmentError when the package was not compiled
 */
export function readEdgeCode(name: string): string {
  return readCompiled(`lib/edge-bundles/${name}.js`);
}

/**
 * The client as one ES module without imports.
 *
 * @throws EnvironmentError when the package was not compiled
 */
export function readClientCode(): string {
  return readCompiled('lib/client/index.js');
}

/**
 * The stylesheet, the modules and the other files that pages load or are made with, by name.
 *
 * @throws EnvironmentError when the package was not compiled
 */
export function readPageFiles(): ReadonlyMap<string, Uint8Array> {
  const cwd = fileURLToPath(new URL('lib/pages/', PACKAGE));
  try {
    return new Map(
      readdirSync(cwd)
        .sort()
        .map((name) => [name, readFileSync(resolve(cwd, name))]),
    );
  } catch (error) {
    throw environmentError(error, 'read', `${cwd} (npm run compile makes it)`);
  }
}

/** @param path Below the package. */
function readCompiled(path: string): string {
  const url = new URL(path, PACKAGE);
  try {
    return readFileSync(url, 'utf8');
  } catch (error) {
    throw environmentError(error, 'read', `${fileURLToPath(url)} (npm run compile makes it)`);
  }
}

const TEMPLATES = new URL('templates/', PACKAGE);

/**
 * The files that a new project is made from.
 *
 * @returns The text of each by its path, with forward slashes.
 * @throws EnvironmentError when one cannot be read
 */
export function readTemplates(): ReadonlyMap<string, string> {
  const cwd = fileURLToPath(TEMPLATES);
  try {
    const paths = fastGlob.globSync('**', { cwd, dot: true }).sort();
    return new Map(paths.map((path) => [path, readFileSync(resolve(cwd, path), 'utf8')]));
  } catch (error) {
    throw environmentError(error, 'read', cwd);
  }
}

/**
 * The tarball that npm installed this program from, for `npx --package ./operator-comparison-api-0.1.0.tgz`.
 *
 * @returns null if the program came from a registry, was installed otherwise, or the file is gone
 * @throws EnvironmentError when it cannot be read
 */
export function readOwnTarball(): { readonly name: string; readonly bytes: Uint8Array } | null {
  const [, root = '', name] = /^(.*\/)node_modules\/(.+)\/$/.exec(PACKAGE ?? '') ?? [];
  if (name === undefined) return null;
  // npm writes where each installed package came from (https://docs.npmjs.com/cli/configuring-npm/package-lock-json).
  const lock = readCommittedFile(fileURLToPath(new URL('node_modules/.package-lock.json', root)));
  if (lock === null) return null;
  const { packages } = JSON.parse(lock) as {
    readonly packages: Readonly<Record<string, { readonly resolved?: string }>>;
  };
  const [, path] = /^file:(.+\.tgz)$/.exec(packages[`node_modules/${name}`]?.resolved ?? '') ?? [];
  if (path === undefined) return null;
  const file = resolve(fileURLToPath(root), path);
  try {
    return existsSync(file) ? { name: basename(file), bytes: readFileSync(file) } : null;
  } catch (error) {
    throw environmentError(error, 'read', file);
  }
}
