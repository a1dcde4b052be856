export { type DataFile, decodeSource, LARGEST_SOURCE } from './decode-source.ts';
export { parseYaml } from './parse-yaml.ts';
export type { PlainValue, SourceDocument, ValuePath } from './source-document.ts';
