/** The kinds of source files, each of which has a schema. */
export const SOURCE_KINDS = ['service', 'metrics', 'categories', 'operator', 'facts'] as const;

export type SourceKind = (typeof SOURCE_KINDS)[number];

/** What the schema of a kind of source file is called, beside those of answers. */
export function sourceSchemaName(kind: SourceKind): string {
  return `source-${kind}`;
}
