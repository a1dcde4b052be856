export type { ContentCoding } from './content-coding.ts';
export { toCsv } from './forms.ts';
export { isObject, parseObject, parseShallowObject } from './json-object.ts';
export {
  type Manifest,
  type ManifestEntry,
  type ManifestFile,
  renderManifest,
} from './manifest.ts';
export {
  asAutolink,
  asCode,
  asPlainText,
  inMarkdown,
  inMarkdownAtLineStart,
  inMarkdownWithoutLinks,
  markdownTable,
  oneLine,
} from './markdown-text.ts';
export {
  DOCUMENT_TYPES,
  documentType,
  essenceOf,
  type Format,
  globPattern,
  literally,
  MEDIA_TYPES,
} from './media-type.ts';
export {
  API_DOCUMENT_PATTERN,
  CHANGE_LOG_PATH,
  DOCUMENT_PATTERN,
  documentPath,
  ESSENTIAL_PATHS,
  hostFilePath,
  MANIFEST_PATH,
  type OutputPath,
  outputPath,
  PAGE_NAME,
  PAGE_SUFFIX,
  SIBLING_SUFFIXES,
  siblingPath,
  toHostFilePath,
  toOwnDocumentPath,
  toOwnPath,
  toWrittenPath,
} from './output-path.ts';
export {
  digest,
  type Listed,
  NOTHING_PUBLISHED,
  type Previous,
  pathsOf,
  readPrevious,
  trustedBytes,
} from './previous.ts';
export {
  type FileSuffix,
  type ReadFile,
  type ReadResource,
  readManifest,
} from './read-manifest.ts';
export { CLAIMS_FILE, METRICS_FILE, readRegistry } from './registry.ts';
export {
  type Artifact,
  codingsOf,
  modificationTime,
  renderResource,
} from './render-resource.ts';
