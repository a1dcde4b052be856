import { join, resolve, sep } from 'node:path';
import type { BuildOptions, BuildResult, Outcome } from './build-terms.ts';
import { openMemo } from './cache/index.ts';
import {
  EnvironmentError,
  environmentErrorOf,
  OutOfDate,
  SourceVanished,
} from './diagnostics/index.ts';
import { publicationMark, STATE_DIR } from './emit/index.ts';
import { readClientCode, readDataFolder, readPageFiles } from './intake/index.ts';
import { API_PATH, systemClock } from './model/index.ts';
import type { Overrides } from './pipeline.ts';
import { SOURCE_FOLDERS } from './source/index.ts';

/** After so many changes during a build, the sources are probably being generated. */
const MOST_TRIES = 5;

/**
 * Checks the sources and publishes every response. If any source is invalid, the output folder is not
 * touched. Starts again if sources change during the build, or if another build publishes first.
 *
 * @throws EnvironmentError when a folder or the previous publication cannot be read, the output cannot be
 *   written, a cache cannot be kept in the folder that is named, or an address or a name is malformed
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  refuseEmptyNames(options);
  refuseMixedFolders(options);
  for (let tries = 1; ; tries += 1) {
    try {
      return await buildOnce(options);
    } catch (error) {
      const isOvertaken = error instanceof OutOfDate || error instanceof SourceVanished;
      if (!isOvertaken) throw environmentErrorOf(error);
      if (tries < MOST_TRIES) continue;
      throw new EnvironmentError(`Gave up after ${tries} tries: ${error.message}`);
    }
  }
}

/** A path joined to an empty name would start at the root of the file system. */
function refuseEmptyNames({ out, previous, cache }: BuildOptions): void {
  for (const [option, name] of Object.entries({ out, previous, cache })) {
    if (name === '') throw new EnvironmentError(`Cannot use "" for option ${option}: it is empty`);
  }
}

/** Output in a folder of sources would be read as a source, and a cache in the output would be public. */
function refuseMixedFolders({ data, out, cache }: BuildOptions): void {
  const refuse = (what: string, why: string) =>
    new EnvironmentError(`Cannot ${what}: ${why}. Name a folder outside of it`);
  for (const folder of SOURCE_FOLDERS.map((name) => join(data, name))) {
    const why = `everything in ${folder} is a source`;
    if (isWithin(out, folder)) throw refuse(`publish in ${out}`, why);
    if (cache !== undefined && isWithin(cache, folder))
      throw refuse(`keep a cache in ${cache}`, why);
  }
  // An output folder that contains the sources is not published as a whole.
  const published = isWithin(data, out) ? join(out, API_PATH) : out;
  if (cache !== undefined && isWithin(cache, published))
    throw refuse(`keep a cache in ${cache}`, `everything in ${published} is published`);
}

function isWithin(path: string, folder: string): boolean {
  return join(resolve(path), sep).startsWith(join(resolve(folder), sep));
}

async function buildOnce(options: BuildOptions): Promise<BuildResult> {
  const { data, out, clock = systemClock(), previous = null } = options;
  const { baseUrl = null, siteUrl = null, host = null, publicPath = null } = options;
  const { precompress = false, snapshots = false } = options;
  const mark = publicationMark(out);
  const files = readDataFolder(data);
  const key = {
    data,
    published: join(out, API_PATH),
    stateDir: join(out, STATE_DIR),
    options: { baseUrl, siteUrl, precompress, snapshots, host, publicPath },
    isPrecompressed: precompress,
    now: clock.now,
  };
  const memo = openMemo<Outcome>(options.cache ?? null, key, files.value);
  // A manifest given as --previous can change while everything else stays the same.
  const isSound = files.diagnostics.length === 0;
  const last = isSound && previous === null ? memo.recallOutcome() : null;
  if (last !== null) {
    const { counts, report } = last;
    const nothing = { written: 0, removed: 0, unchanged: report.files };
    return { ok: true, counts, report: { ...report, ...nothing }, diagnostics: [] };
  }
  // Loaded on demand: loading schemas and parsers takes longer than detecting that nothing has changed.
  const { check, plan } = await import('./pipeline.ts');
  const { publish } = await import('./publish.ts');
  const addresses = await checkAddresses(options);
  const sources = { ...files, value: memo.sources };
  const { value, diagnostics } = check(data, sources, clock, memo.knownValue);
  if (value === null) return { ok: false, diagnostics };
  const { dataset, ...sound } = value;
  const planned = await plan(
    dataset,
    { ...options, ...addresses },
    {
      clientCode: readClientCode(),
      readPageFiles,
    },
  );
  return publish(planned, { ...options, ...sound, clock, mark, memo });
}

async function checkAddresses({ baseUrl, siteUrl }: BuildOptions): Promise<Overrides> {
  const { checkAddress } = await import('./check-address.ts');
  return {
    baseUrl: baseUrl === undefined ? baseUrl : checkAddress(baseUrl, 'baseUrl', 'option baseUrl'),
    siteUrl: siteUrl === undefined ? siteUrl : checkAddress(siteUrl, 'siteUrl', 'option siteUrl'),
  };
}
