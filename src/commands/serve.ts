import { join } from 'node:path';
import { build } from '../build.ts';
import { EnvironmentError, environmentError, systemErrorCode } from '../diagnostics/index.ts';
import { publicationMark } from '../emit/index.ts';
import { openDataFolder } from '../intake/index.ts';
import { API_PATH } from '../model/index.ts';
import {
  LOOPBACK,
  type PreviewServer,
  publishedFiles,
  startServer,
  watchFolder,
  withBaseUrl,
} from '../preview/index.ts';
import { type CacheOption, cacheFolder } from './build.ts';
import { renderReport } from './report-format.ts';
import { count, describeFailure, describeTimeSince, describeWait } from './sentences.ts';
import { buildClock, type ExitCode, type World } from './world.ts';

export interface ServeCommandOptions {
  readonly data: string;
  readonly out: string;
  readonly port: number;
  readonly host: string;
  readonly keepBaseUrl: boolean;
  readonly watch: boolean;
  readonly all?: boolean;
  readonly cache?: CacheOption;
}

/** Previews the published responses until the user asks to stop. */
export async function runServe(options: ServeCommandOptions, world: World): Promise<ExitCode> {
  const published = join(options.out, API_PATH);
  // It may only be missing later, for example during a checkout.
  if (options.watch) openDataFolder(options.data);
  const unwatch = options.watch
    ? await watchFolder(
        options.data,
        () => rebuild(options, world),
        sayOnce((error: unknown) => describeUnwatched(error, options.data), world),
      )
    : null;
  if (unwatch === null && publicationMark(options.out) === null) {
    throw new EnvironmentError(
      `Cannot serve ${options.out}: nothing is built there yet; run operator-api build first`,
    );
  }
  try {
    const find = publishedFiles(published, sayOnce(describeUnread, world));
    const server = await listen(options, (origin) =>
      options.keepBaseUrl ? find : withBaseUrl(find, `${origin}${API_PATH}`),
    );
    world.out(`http://${nameOf(options.host)}:${server.port}${API_PATH}\n`);
    if (!isLoopback(options.host)) {
      world.err(
        `Warning: this preview listens on ${options.host}, so that other machines can read it. It has no encryption and no limits. Do not use it to publish.\n`,
      );
    }
    world.err(
      `Serving ${published}${options.watch ? `, rebuilding when ${options.data} changes` : ''}. Ctrl-C stops.\n`,
    );
    await world.untilInterrupted();
    await server.close();
  } finally {
    unwatch?.();
  }
  return 0;
}

/** Addresses of all interfaces, which no client connects to. */
const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** A host as URLs have it (RFC 3986 §3.2.2). */
function nameOf(host: string): string {
  if (ANY_ADDRESS.has(host)) return LOOPBACK;
  return host.includes(':') ? `[${host}]` : host;
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|::1)$/i.test(host);
}

/** Writes each sentence once: what fails once usually fails again. */
function sayOnce<T extends readonly unknown[]>(
  describe: (...failure: T) => string | null,
  world: World,
): (...failure: T) => void {
  const said = new Set<string>();
  return (...failure) => {
    const sentence = describe(...failure);
    if (sentence === null || said.has(sentence)) return;
    said.add(sentence);
    world.err(`${sentence}\n`);
  };
}

/** Codes of a missing file, as most wrong addresses lead to. */
const ABSENCES: ReadonlySet<string | null> = new Set([
  null,
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'ENAMETOOLONG',
]);

function describeUnread(error: unknown, place: string): string | null {
  if (ABSENCES.has(systemErrorCode(error))) return null;
  return `${describeFailure(environmentError(error, 'read', place))} It will be served as 404.`;
}

/** Codes that mean a limit of watches here, with its name: inotify(7). */
const WATCH_LIMITS: { readonly [code: string]: string } = {
  ENOSPC: 'fs.inotify.max_user_watches',
  EMFILE: 'fs.inotify.max_user_instances',
};

function describeUnwatched(error: unknown, folder: string): string {
  const limit = WATCH_LIMITS[systemErrorCode(error) ?? ''];
  if (limit === undefined) return describeFailure(environmentError(error, 'watch', folder));
  return `Cannot watch all of ${folder}: the system allows no more watches (${limit}), so some changes will not be noticed.`;
}

async function listen(
  { port, host }: Pick<ServeCommandOptions, 'port' | 'host'>,
  findAt: Parameters<typeof startServer>[1],
): Promise<PreviewServer> {
  try {
    return await startServer({ port, host }, findAt);
  } catch (error) {
    switch (systemErrorCode(error)) {
      case 'EADDRINUSE':
        throw new EnvironmentError(
          `Cannot listen on port ${port}: it is in use; choose another, or --port 0 for any`,
        );
      case 'EACCES':
        throw new EnvironmentError(
          `Cannot listen on port ${port}: permission is denied; choose one above 1023`,
        );
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        throw new EnvironmentError(
          `Cannot listen on ${host}: this machine does not have this address; use 0.0.0.0 for all of its addresses`,
        );
      default:
        throw error;
    }
  }
}

/** One build of a watched folder: failures are reported, and the last good responses stay. */
async function rebuild(options: ServeCommandOptions, world: World): Promise<void> {
  const started = performance.now();
  const { data, out } = options;
  try {
    const result = await build({
      data,
      out,
      isPreview: true,
      cache: cacheFolder(options),
      clock: buildClock(world),
      watcher: {
        onWarning: (sentence) => world.err(`${sentence}\n`),
        onWait: (holder) => world.err(`${describeWait('build', holder, out)}\n`),
      },
    });
    if (result.ok) {
      const { written, removed } = result.report;
      world.err(
        `Rebuilt: ${count(written, 'file')} written, ${removed} removed, in ${describeTimeSince(started)}.\n`,
      );
    } else {
      const problems = count(result.diagnostics.length, 'problem');
      const served =
        publicationMark(out) === null
          ? 'there is nothing to serve yet'
          : 'still serving the last valid build';
      const report = renderReport(
        result.diagnostics,
        { ...options, format: 'text' },
        { ...world, isColourful: false },
      );
      world.err(`${report}\nFound ${problems}; ${served}.\n`);
    }
  } catch (error) {
    world.err(`${describeFailure(error)}\n`);
  }
}
