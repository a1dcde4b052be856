import { join } from 'node:path';
import type { Diagnostic } from './diagnostics/index.ts';
import { type CommitReport, commit, withOutputFolder } from './emit/index.ts';
import { checkFileCount, checkFileSize, HOSTS, type Host, type HostName } from './hosts/index.ts';
import { fetchPrevious, readDataFolder } from './intake/index.ts';
import { API_PATH, type Clock, systemClock } from './model/index.ts';
import { check, type Overrides, plan, render } from './pipeline.ts';
import { type Artifact, NOTHING_PUBLISHED } from './represent/index.ts';

export interface ValidateOptions {
  /** The folder of YAML sources. */
  readonly data: string;
  /** What time it is; the system's clock when absent. */
  readonly clock?: Clock;
}

export interface BuildOptions extends ValidateOptions, Overrides {
  /** The folder to publish in; the API goes to `api/v1` below it. */
  readonly out: string;
  /** The manifest of the last publication, a file or a URL, for an output folder that has none. */
  readonly previous?: string | undefined;
  /** The host that the result is for: what it does not take is an error here, not there. */
  readonly host?: HostName | undefined;
  readonly watcher?: BuildWatcher;
}

/** Whoever wants to know how a build is getting on. */
export interface BuildWatcher {
  /** Another build holds the output folder, and this one waits for it. */
  readonly onWait?: (pid: number) => void;
  /** A sentence that the user should read. */
  readonly onWarning?: (sentence: string) => void;
  /** So many of so many files are rendered and compared. */
  readonly onProgress?: (files: number, total: number) => void;
}

/** How much there is of what. */
export interface Counts {
  readonly operators: number;
  readonly claims: number;
  readonly metrics: number;
  readonly categories: number;
}

export type ValidateResult =
  | { readonly ok: true; readonly counts: Counts; readonly diagnostics: readonly [] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export type BuildResult =
  | {
      readonly ok: true;
      readonly counts: Counts;
      readonly report: CommitReport;
      readonly diagnostics: readonly [];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Checks the sources.
 *
 * @throws EnvironmentError when the data folder cannot be read
 */
export function validate({ data, clock = systemClock() }: ValidateOptions): ValidateResult {
  const { value: dataset, diagnostics } = check(data, readDataFolder(data), clock);
  if (dataset === null) return { ok: false, diagnostics };
  return { ok: true, counts: countDataset(dataset), diagnostics: [] };
}

/**
 * Checks the sources and publishes every response. With anything wrong in the sources, the output
 * folder is not touched.
 *
 * @throws EnvironmentError when a folder cannot be read or written
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const { data, out, clock = systemClock(), watcher = {} } = options;
  const { value: dataset, diagnostics } = check(data, readDataFolder(data), clock);
  if (dataset === null) return { ok: false, diagnostics };

  const { onWarning = ignore, onWait = ignore, onProgress = ignore } = watcher;
  const resources = plan(dataset, options);
  const given =
    options.previous === undefined ? null : await fetchPrevious(options.previous, onWarning);
  if (options.host !== undefined) {
    const excess = checkLimits(
      HOSTS[options.host],
      out,
      render(resources, NOTHING_PUBLISHED, clock),
    );
    if (excess.length > 0) return { ok: false, diagnostics: excess };
  }
  const total = countFiles(resources);
  const report = await withOutputFolder(out, onWait, (folder) =>
    commit(render(resources, given ?? folder.previous, clock), folder, (files) =>
      onProgress(files, total),
    ),
  );
  return { ok: true, counts: countDataset(dataset), report, diagnostics: [] };
}

/** What of a publication a host would refuse. Sizes do not depend on when something was built. */
function checkLimits(host: Host, out: string, artifacts: Iterable<Artifact>): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  let files = 0;
  for (const { paths, bytes } of artifacts) {
    files += paths.length;
    const path = join(out, API_PATH, paths[0]);
    diagnostics.push(...checkFileSize(host, { path, size: bytes.length }));
  }
  return [...checkFileCount(host, out, files), ...diagnostics];
}

function countDataset({
  operators,
  metrics,
  activeCategories,
}: NonNullable<ReturnType<typeof check>['value']>): Counts {
  return {
    operators: operators.length,
    claims: operators.reduce((sum, { claims }) => sum + claims.length, 0),
    metrics: metrics.size,
    categories: activeCategories.length,
  };
}

/** Two forms at each address of a table, one for each error answer, and the manifest. */
function countFiles({ resources }: ReturnType<typeof plan>): number {
  return resources.reduce(
    (sum, { kind, paths }) => sum + (kind === 'problem' ? 1 : 2 * paths.length),
    1,
  );
}

function ignore(): void {}
