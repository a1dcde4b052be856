export {
  type BuildOptions,
  type BuildResult,
  type BuildWatcher,
  build,
  type Counts,
  type ValidateOptions,
  type ValidateResult,
  validate,
} from './build.ts';
export {
  type Code,
  type Diagnostic,
  EnvironmentError,
  renderGithub,
  renderJson,
  renderText,
} from './diagnostics/index.ts';
export type { CommitReport } from './emit/index.ts';
export type { Clock } from './model/index.ts';
export type { Manifest, ManifestEntry, ManifestFile } from './represent/index.ts';
