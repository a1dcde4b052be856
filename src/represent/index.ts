export type { ContentCoding } from './content-coding.ts';
export { digest } from './digest.ts';
export { globPattern, literally } from './glob-pattern.ts';
export { isObject, parseObject, parseShallowObject } from './json-object.ts';
export {
  type Manifest,
  type ManifestEntry,
  type ManifestFile,
  renderManifest,
} from './manifest.ts';
export { inMarkdown, oneLine } from './markdown-text.ts';
export {
  DOCUMENT_TYPES,
  documentType,
  essenceOf,
  type Format,
  MEDIA_TYPES,
} from './media-type.ts';
export {
  CHANGE_LOG_PATH,
  DOCUMENT_PATTERN,
  documentPath,
  ESSENTIAL_PATHS,
  hostFilePath,
  MANIFEST_PATH,
  type OutputPath,
  outputPath,
  SIBLING_SUFFIXES,
  siblingPath,
  toHostFilePath,
  toOwnPath,
  toWrittenPath,
} from './output-path.ts';
export {
  type Listed,
  NOTHING_PUBLISHED,
  type Previous,
  pathsOf,
  readPrevious,
} from './previous.ts';
export {
  type FileSuffix,
  type ReadFile,
  type ReadResource,
  readManifest,
} from './read-manifest.ts';
export { CLAIMS_FILE, readRegistry } from './registry.ts';
export {
  type Artifact,
  codingsOf,
  modificationTime,
  renderResource,
} from './render-resource.ts';
export { toCsv } from './to-csv.ts';
