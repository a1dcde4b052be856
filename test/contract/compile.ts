import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { onTestFinished } from 'vitest';
import { repository } from '../doors/repository.ts';

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
};

/** What the compiler objects to in a program, given as the texts of its files, the first of which starts it. */
export function compileProgram(files: Readonly<Record<string, string>>): string[] {
  const folder = folderBesidePackages();
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  });
  return objectionsTo(paths.slice(0, 1), {
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
}

/** What the compiler objects to in files that a generator wrote, with the settings of a web project. */
export function compileGenerated(paths: readonly string[]): string[] {
  return objectionsTo(paths, {
    experimentalDecorators: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
}

function objectionsTo(paths: readonly string[], options: ts.CompilerOptions): string[] {
  const program = ts.createProgram(paths, { ...OPTIONS, ...options });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** A folder from which the packages of this repository are found; gone after the test. */
export function folderBesidePackages(): string {
  const cache = join(repository, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'compiled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
