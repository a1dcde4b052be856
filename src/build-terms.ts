import type { Diagnostic } from './diagnostics/index.ts';
import type { CommitReport, Holder } from './emit/index.ts';
import type { HostName } from './hosts/index.ts';
import type { Clock } from './model/index.ts';
import type { Counts, Overrides } from './pipeline.ts';

export type { Counts } from './pipeline.ts';

export interface ValidateOptions {
  /** The folder of YAML sources. */
  readonly data: string;
  /**
   * The last publication: a manifest.json, the folder of a build, or a base address. Nothing that it
   * published may be missing or changed in place.
   */
  readonly previous?: string | undefined;
  /** The clock of the system when absent. */
  readonly clock?: Clock | undefined;
  readonly watcher?: Pick<BuildWatcher, 'onWarning'> | undefined;
}

export interface BuildOptions extends ValidateOptions, Overrides {
  /** The folder to publish in; the API goes to `api/v1` below it. */
  readonly out: string;
  /** Whether it is an error that nothing is published at `previous`, or without it in `out`. */
  readonly requirePrevious?: boolean | undefined;
  /**
   * Whether values that changed in place are only warned about when the last publication is in `out`.
   * `serve --watch` builds while the maintainer is typing.
   */
  readonly isPreview?: boolean | undefined;
  /**
   * The host of the result. Its limits are checked, and the files that it reads from the output folder are
   * written there.
   */
  readonly host?: HostName | undefined;
  /** The path of the API on that host; the path of the base address when absent. */
  readonly publicPath?: string | undefined;
  /**
   * The folder of a cache that makes the next build faster. It can be deleted at any time. There is no
   * cache when absent.
   */
  readonly cache?: string | undefined;
  readonly watcher?: BuildWatcher | undefined;
}

/** Receives the progress of a build. */
export interface BuildWatcher {
  /** Another build has locked the output folder, and this one waits for it. */
  readonly onWait?: ((holder: Holder) => void) | undefined;
  /** A sentence that the user should read. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
  /** The number of files that are rendered and compared so far. */
  readonly onProgress?: ((files: number, total: number) => void) | undefined;
}

export type ValidateResult =
  | { readonly ok: true; readonly counts: Counts; readonly diagnostics: readonly [] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** The result of a successful build. */
export interface Outcome {
  readonly counts: Counts;
  readonly report: CommitReport;
}

export type BuildResult =
  | (Outcome & { readonly ok: true; readonly diagnostics: readonly [] })
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
