import type { Diagnostic } from './diagnostics/index.ts';
import type { CommitReport, Holder } from './emit/index.ts';
import type { HostName } from './hosts/index.ts';
import type { Clock } from './model/index.ts';
import type { Counts, Overrides } from './pipeline.ts';

export type { Counts } from './pipeline.ts';

export interface ValidateOptions {
  /** The folder of YAML sources. */
  readonly data: string;
  /** What time it is; the system's clock when absent. */
  readonly clock?: Clock | undefined;
}

export interface BuildOptions extends ValidateOptions, Overrides {
  /** The folder to publish in; the API goes to `api/v1` below it. */
  readonly out: string;
  /**
   * The last publication, for an output folder that has none: a manifest.json, the folder of a build,
   * or a base address.
   */
  readonly previous?: string | undefined;
  /**
   * The host that the result is for: what it does not take is an error here, not there. What it reads
   * from the output folder itself is written there.
   */
  readonly host?: HostName | undefined;
  /** Where the API is on that host; the path of the base address when absent. */
  readonly publicPath?: string | undefined;
  /**
   * A folder in which to remember what makes the next build faster. It can be deleted at any time.
   * Nothing is remembered when absent.
   */
  readonly cache?: string | undefined;
  readonly watcher?: BuildWatcher | undefined;
}

/** Whoever wants to know how a build is getting on. */
export interface BuildWatcher {
  /** Another build holds the output folder, and this one waits for it. */
  readonly onWait?: ((holder: Holder) => void) | undefined;
  /** A sentence that the user should read. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
  /** So many of so many files are rendered and compared. */
  readonly onProgress?: ((files: number, total: number) => void) | undefined;
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

/** What a build counted and did. */
export interface Outcome {
  readonly counts: Counts;
  readonly report: CommitReport;
}
