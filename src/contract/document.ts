import { documentType } from '../represent/index.ts';
import type { Document, ResourcePath } from '../resources/index.ts';

/** A description that is published. */
export function textDocument(path: string, contentAt: Document['contentAt']): Document {
  return {
    kind: 'document',
    paths: [path as ResourcePath],
    mediaType: documentType(path),
    contentAt,
  };
}

/** A description in JSON. */
export function jsonDocument(path: string, toValue: Parameters<typeof toContent>[0]): Document {
  return textDocument(path, toContent(toValue));
}

function toContent(
  toValue: (...given: Parameters<Document['contentAt']>) => unknown,
): Document['contentAt'] {
  return (generatedAt) => `${JSON.stringify(toValue(generatedAt))}\n`;
}

/** Where the schema of an answer or a source is, below the base address. */
export function schemaPath(name: string): string {
  return `schemas/${name}.json`;
}

/** Where the description of the columns of an answer is, below the base address. */
export function csvwPath(kind: string): string {
  return `csvw/${kind}.json`;
}
