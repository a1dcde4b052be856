export {
  type DataFile,
  type FileStatus,
  LARGEST_SOURCE,
  mayBeSource,
  ROOT_SOURCES,
  SOURCE_FOLDERS,
  type StoredFile,
} from './data-file.ts';
export { decodeSource } from './decode-source.ts';
export { placesIn } from './locate.ts';
export { parseYaml } from './parse-yaml.ts';
export {
  type PlainValue,
  type SourceDocument,
  type ValuePath,
  valueAt,
} from './source-document.ts';
export { OTHER_INDENT } from './syntax-problem.ts';
