import { isAbsolute, join } from 'node:path';
import { type Checked, type Diagnostic, EnvironmentError } from './diagnostics/index.ts';
import {
  type ConfigFile,
  checkFileCount,
  checkFileSize,
  checkPublicPath,
  compareConfiguration,
  countFiles,
  HOSTS,
  type HostName,
} from './hosts/index.ts';
import {
  isInstalled,
  listPublishedFiles,
  readCommittedFile,
  readDataFolder,
  readEdgeCode,
} from './intake/index.ts';
import { type Clock, settlePages, systemClock } from './model/index.ts';
import { check } from './pipeline.ts';
import { DEFAULT_SERVING } from './policy/index.ts';
import type { DataFile } from './source/index.ts';

export interface ConfigureOptions {
  readonly host: HostName;
  /** The folder of YAML sources: the addresses and the removed categories come from there. */
  readonly data: string;
  readonly clock?: Clock;
  /** The path of the API on the host; the path of base_url when absent. */
  readonly publicPath?: string;
  /** The published folder as the host sees it. */
  readonly root?: string;
  readonly listen?: string;
  /** The name of base_url when absent; `*` for any. */
  readonly serverName?: string;
  /** In seconds. */
  readonly maxAge?: number;
  readonly precompressed?: boolean;
}

/**
 * Generates the configuration of a host.
 *
 * @returns null, and what is wrong, when the sources are not valid
 * @throws EnvironmentError when the data folder cannot be read, or a host does not support an option
 */
export function configure(options: ConfigureOptions): Checked<readonly ConfigFile[] | null> {
  return configureFor(readDataFolder(options.data), isInstalled, options);
}

/**
 * The same for sources that need not be in a folder yet.
 *
 * @param isPackage Whether the project installs this program as a package.
 * @returns null, and what is wrong, when the sources are not valid
 * @throws EnvironmentError when a host does not support an option
 */
export function configureFor(
  sources: Checked<readonly DataFile[]>,
  isPackage: boolean,
  options: ConfigureOptions,
): Checked<readonly ConfigFile[] | null> {
  const { data, serverName, clock = systemClock() } = options;
  const host = HOSTS[options.host];
  const { value, diagnostics } = check(data, sources, clock);
  if (value === null) return { value, diagnostics };
  const { dataset } = value;

  const base = new URL(dataset.service.base_url);
  const publicPath = options.publicPath ?? base.pathname;
  checkPublicPath(publicPath);
  if (isAbsolute(host.defaultRoot) && options.root !== undefined && !isAbsolute(options.root)) {
    throw new EnvironmentError(
      `Cannot use the root ${options.root}: ${host.name} needs an absolute path`,
    );
  }
  const deployment = {
    publicPath,
    basePath: base.pathname,
    maxAge: options.maxAge ?? DEFAULT_SERVING.maxAge,
    license: dataset.service.license.url,
    claimPages: dataset.service.claim_pages,
    deprecation: dataset.service.deprecation,
    pages: settlePages(dataset.service).pages,
    root: options.root ?? host.defaultRoot,
    listen: options.listen ?? '80',
    serverName: serverName === '*' ? null : (serverName ?? base.hostname),
    precompressed: options.precompressed ?? false,
    removedCategories: dataset.removedCategories.map(({ slug }) => slug),
    isInstalled: isPackage,
  };
  const edgeCode = host.hasEdgeCode ? readEdgeCode(host.name) : '';
  return { value: host.configure(deployment, edgeCode), diagnostics };
}

/**
 * Compares the configuration files in a folder with the generated configuration.
 *
 * @throws EnvironmentError when one cannot be read
 */
export function checkConfiguration(
  host: HostName,
  folder: string,
  wanted: readonly ConfigFile[],
): readonly Diagnostic[] {
  return wanted.flatMap((file) => {
    const path = join(folder, file.path);
    return compareConfiguration(host, { path, text: readCommittedFile(path) }, file);
  });
}

/**
 * Compares the files in a published folder with the limits of a host.
 *
 * @throws EnvironmentError when it cannot be read
 */
export function checkPublished(host: HostName, folder: string): readonly Diagnostic[] {
  const files = listPublishedFiles(folder);
  const count = countFiles(files.map(({ path }) => ({ path, count: 1 })));
  return [
    ...checkFileCount(HOSTS[host], folder, count),
    ...files.flatMap(({ path, size }) =>
      checkFileSize(HOSTS[host], { path: join(folder, path), size }),
    ),
  ];
}
