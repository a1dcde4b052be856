import { join } from 'node:path';
import type { Command } from './run-process.ts';

/** The folders of a build. */
export interface Folders {
  readonly data: string;
  readonly out: string;
  readonly cache: string;
}

const cli = join(import.meta.dirname, '..', '..', 'lib', 'cli.cjs');
const script = join(import.meta.dirname, 'straightforward', 'build.mjs');

/** The start of Node, below which no program in it can get. */
export const NODE_START: Command = node('-e', '0');

/** A build of this program: cold where its folders are new. */
export function ourBuild(folders: Folders): Command {
  return node(cli, 'build', ...optionsOf(folders));
}

/** A preview that builds again after every save. */
export function ourPreview(folders: Folders): Command {
  return node(cli, 'serve', '--watch', '--port', '0', ...optionsOf(folders));
}

/** A build of the straightforward script. */
export function scriptBuild({ data, out }: Pick<Folders, 'data' | 'out'>): Command {
  return node(script, data, api(out));
}

/** Where the files of the API are below an output folder. */
export function api(out: string): string {
  return join(out, 'api', 'v1');
}

function optionsOf({ data, out, cache }: Folders): readonly string[] {
  return ['--data', data, '--out', out, '--cache', cache];
}

function node(...args: readonly string[]): Command {
  return { program: process.execPath, args };
}
