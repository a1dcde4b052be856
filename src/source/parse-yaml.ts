import type { Checked, TextFile } from '../diagnostics/index.ts';
import { parseFullYaml, placesIn } from './full-yaml.ts';
import { readPlainYaml } from './plain-yaml.ts';
import type { SourceDocument } from './source-document.ts';

/**
 * Reads a YAML 1.2 text by the core schema: `no`, `1:30` and `2026-01-01` are text, `0o17` is 15.
 * Refused are directives, foreign tags, several documents, duplicate keys, alias bombs, numbers that
 * JSON cannot carry, comments and anchors that take a part of a text away, and entries of a list that
 * join the text above. The value is null when the text is empty or so broken that what it holds is a
 * guess; beside a bad number or a doubled key the rest is still worth checking.
 */
export function parseYaml(file: TextFile): Checked<SourceDocument | null> {
  const value = readPlainYaml(file.text);
  if (value === undefined) return parseFullYaml(file);
  return { value: { value, ...placesIn(file) }, diagnostics: [] };
}
