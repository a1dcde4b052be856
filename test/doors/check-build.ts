import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { type BuildOptions, type BuildResult, build } from '../../src/index.ts';
import { NOW } from './check-sources.ts';
import { temporaryFolder, writeFiles } from './folders.ts';
import type { Sources } from './tiny-dataset.ts';

/** A project in a temporary folder: sources that can be changed, and what was built of them. */
export interface Project {
  readonly data: string;
  readonly out: string;
  /** Changes sources; null takes one away. */
  readonly change: (sources: Sources) => void;
  /** Builds at a moment, given in seconds after the first build. */
  readonly buildAt: (seconds: number, options?: Partial<BuildOptions>) => Promise<BuildResult>;
  /** A published file as text, by its path below api/v1. */
  readonly read: (path: string) => string;
}

/** The door of the build: real folders, the real pipeline, a clock that the test sets. */
export function project(sources: Sources, root: string = temporaryFolder()): Project {
  const [data, out] = [join(root, 'data'), join(root, 'dist')];
  writeFiles(data, sources);
  return {
    data,
    out,
    change: (changes) => writeFiles(data, changes),
    buildAt: (seconds, options) =>
      build({ data, out, clock: { now: NOW + seconds * 1000, isPinned: true }, ...options }),
    read: (path) => readFileSync(join(out, 'api', 'v1', path), 'utf8'),
  };
}

/** What there is of a file to be changed. */
export interface Trace {
  readonly inode: number;
  readonly modifiedAt: number;
  readonly content: string;
}

/** Every file below a folder, by path, with what a build could have changed about it. */
export function traceFiles(folder: string): Map<string, Trace> {
  const paths = fastGlob.globSync('**/*', { cwd: folder, dot: true }).sort();
  return new Map(
    paths.map((path) => {
      const place = join(folder, path);
      const { ino, mtimeMs } = lstatSync(place);
      return [path, { inode: ino, modifiedAt: mtimeMs, content: readFileSync(place, 'utf8') }];
    }),
  );
}

/** The paths at which two traces differ, in any respect. */
export function changedPaths(before: Map<string, Trace>, after: Map<string, Trace>): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths]
    .filter((path) => JSON.stringify(before.get(path)) !== JSON.stringify(after.get(path)))
    .sort();
}

/** Whether a path is the same whatever was published before. Changes, feeds, and pages with earlier ranks are not. */
export function hasNoHistory(path: string): boolean {
  return !/(?:^|\/)(?:changes[./]|feed\.json|csvw\/changes-of-year|pages\/best\/)/.test(path);
}

/** A body without times and history, which differ from build to build. */
export function withoutHistory(content: string): string {
  return (
    content
      .replaceAll(/,\{"kind":"[\w-]+","path":"[^"]*\/(?:changes|feed)[^"]*".*?\]\}/g, '')
      .replaceAll(/"(?:generated_at|sha256)":"[^"]+"/g, '')
      .replaceAll(/"(?:previous_rank|bytes)":\w+/g, '')
      // The last column of rankings is previous_rank.
      .replaceAll(/,\d*\r\n/g, '')
  );
}
