import { posix } from 'node:path';
import { EnvironmentError } from '../diagnostics/index.ts';
import {
  commonHeaders,
  DEFAULT_SERVING,
  type Headers,
  isDefaultServing,
  plan,
  type Serving,
  servingOf,
} from '../policy/index.ts';

/** What one deployment of the API chooses. */
export interface Deployment extends Serving {
  /** The published folder, which holds api/v1: a path on the server, or below the project. */
  readonly root: string;
  /** Where a server listens: a port, or an address and a port. Platforms choose for themselves. */
  readonly listen: string;
  /** The host name that is answered; null for any. */
  readonly serverName: string | null;
  /** Whether there are .br and .gz files beside the published ones. */
  readonly precompressed: boolean;
  /** Slugs of removed categories, for hosts that cannot look for a file before they answer 410. */
  readonly removedCategories: readonly string[];
  /** Where a build would expect the API, as the path of `base_url`; `publicPath` when absent. */
  readonly basePath?: string;
  /** Whether the program is a package that the project installs, and not the project itself. */
  readonly isInstalled?: boolean;
}

/** Where the files of the API are, as the host sees it. */
export function apiFolder({ root }: Pick<Deployment, 'root'>): string {
  return posix.join(root, DEFAULT_SERVING.publicPath);
}

/** One file of a host's configuration. */
export interface ConfigFile {
  /** As it has to be called, below the folder it is written to. */
  readonly path: string;
  readonly text: string;
}

/** The limits of a host; null if there is no such limit. `source` is the host's documentation. */
export interface HostLimits {
  readonly files: number | null;
  /** Directly in one folder. */
  readonly filesInFolder: number | null;
  /** In bytes. */
  readonly fileSize: number | null;
  readonly source: string;
}

/** A host: what it takes, and the policy in its own configuration language. */
export interface Host {
  /** As it is called on the command line and in messages. */
  readonly name: string;
  readonly limits: HostLimits;
  /** Where the published folder usually is. */
  readonly defaultRoot: string;
  /** Whether code runs at the edge, which lib/edge-bundles then has under the host's name. */
  readonly hasEdgeCode: boolean;
  /**
   * What `operator-api host` prints or writes: the same bytes for the same deployment.
   *
   * @param edgeCode The host's file of lib/edge-bundles; empty for hosts that run no code.
   */
  readonly configure: (deployment: Deployment, edgeCode: string) => readonly ConfigFile[];
  /**
   * Files that the host reads from the published folder itself, which a build writes there.
   */
  readonly publish?: (published: Published, publicPath: string) => readonly ConfigFile[];
}

/** What a build publishes, for hosts that have a rule for each address. */
export interface Published {
  /** The addresses of every answer that has a form to choose, below `publicPath`. */
  readonly addresses: readonly string[];
  /** The files of the pages, below their folder: `operators/harbour-nine.html`. */
  readonly pages: readonly string[];
}

/** The first line of every configuration that can hold a comment, after the sign of its language. */
export const SOURCE_LINE =
  'Written by operator-api host; change the options and write it again instead of editing it.';

/**
 * A file of code for the edge. It begins with the choices of the deployment where these are not the
 * default: src/edge/answer-request.ts looks for them.
 */
export function edgeFile(serving: Serving, code: string): string {
  const chosen = isDefaultServing(serving)
    ? ''
    : `const OPERATOR_API_SERVING = ${JSON.stringify(servingOf(serving))};\n`;
  return `// ${SOURCE_LINE}\n${chosen}${code}`;
}

/** The headers of a response, without those that all responses have. */
export function specialHeaders(method: string, path: string, deployment: Deployment): Headers {
  const pathname = deployment.publicPath + path;
  const planned = plan({ method, pathname, accept: null }, deployment);
  const all = planned.kind === 'files' ? planned.candidates[0]?.headers : planned.headers;
  const common = commonHeaders(deployment);
  return Object.fromEntries(Object.entries(all ?? {}).filter(([name]) => !(name in common)));
}

/** The output folder of a build without --out. */
const DEFAULT_OUT = 'dist';

/**
 * The command that builds what a host publishes, for its shell.
 *
 * @param out The output folder, below the project.
 * @param options Further ones, as a shell reads them.
 */
export function buildCommandFor(out: string, options: readonly string[] = []): string {
  const all = [...(out === DEFAULT_OUT ? [] : [`--out ${shellWord(out)}`]), ...options];
  return ['npm run build', ...(all.length === 0 ? [] : ['--', ...all])].join(' ');
}

/** A path as one word of a POSIX shell (Shell Command Language, 2.2.2). */
export function shellWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/**
 * Refuses a path that a configuration cannot hold. It is part of patterns, of addresses and of the
 * names of folders, each with rules of its own; in all of them two slashes in a row mean something else.
 *
 * @throws EnvironmentError
 */
export function checkPublicPath(path: string): void {
  if (/^(?:\/[\w.~-]+)+$/.test(path)) return;
  throw new EnvironmentError(
    `Cannot configure a host for the path ${path}; give one of plain letters and digits with --public-path`,
  );
}
