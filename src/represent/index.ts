export {
  type Body,
  bytesOf,
  composeBody,
  isEqual,
  isInPieces,
  MOST_BYTES_A_UNIT,
  sizeOf,
} from './body.ts';
export type { ContentCoding } from './content-coding.ts';
export { digest } from './digest.ts';
export { globPattern, literally } from './glob-pattern.ts';
export { isObject, parseObject, parseShallowObject } from './json-object.ts';
export type { Manifest, ManifestEntry, ManifestFile } from './manifest.ts';
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
export { type EarlierFile, type Passages, readPassages } from './passages.ts';
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
export { renderEntries } from './render-entries.ts';
export { type ManifestPart, type RenderedEntries, renderManifest } from './render-manifest.ts';
export {
  type Artifact,
  codingsOf,
  isTable,
  modificationTime,
  renderResource,
} from './render-resource.ts';
export { toCsv, toCsvLines } from './to-csv.ts';
