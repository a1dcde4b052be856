export { build } from './build.ts';
export type {
  BuildOptions,
  BuildResult,
  BuildWatcher,
  Counts,
  ValidateOptions,
  ValidateResult,
} from './build-terms.ts';
export {
  type Code,
  type Diagnostic,
  EnvironmentError,
  renderGithub,
  renderJson,
  renderText,
} from './diagnostics/index.ts';
export type { CommitReport, Holder } from './emit/index.ts';
export type { Clock } from './model/index.ts';
export type { Manifest, ManifestEntry, ManifestFile } from './represent/index.ts';
export { validate } from './validate-data.ts';
