export type { ContentCoding } from './content-coding.ts';
export { digest } from './digest.ts';
export type { Manifest, ManifestEntry, ManifestFile } from './manifest.ts';
export { DOCUMENT_TYPES, documentType, type Format, MEDIA_TYPES } from './media-type.ts';
export {
  CHANGE_LOG_PATH,
  documentPath,
  MANIFEST_PATH,
  type OutputPath,
  outputPath,
  siblingPath,
  toOwnPath,
  toWrittenPath,
} from './output-path.ts';
export { NOTHING_PUBLISHED, type Previous, type Published, readPrevious } from './previous.ts';
export { type Artifact, type Publication, renderPublication } from './render-publication.ts';
