import type { Timestamp } from '../model/index.ts';
import { documentType } from '../represent/index.ts';
import type { Document, ResourcePath } from '../resources/index.ts';

/** A description that is the same at any time: a build that asks for it twice has it made once. */
export function textDocument(path: string, make: () => string): Document {
  let content: string | null = null;
  return document(path, () => {
    content ??= make();
    return content;
  });
}

/** The same in JSON. */
export function jsonDocument(path: string, make: () => object): Document {
  return textDocument(path, () => toText(make()));
}

/** A description in JSON that shows answers of the time at which it came to be. */
export function datedDocument(path: string, make: (generatedAt: Timestamp) => object): Document {
  return document(path, (generatedAt) => toText(make(generatedAt)));
}

function document(path: string, contentAt: Document['contentAt']): Document {
  return {
    kind: 'document',
    paths: [path as ResourcePath],
    mediaType: documentType(path),
    contentAt,
  };
}

function toText(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Where the schema of an answer or a source is, below the base address. */
export function schemaPath(name: string): string {
  return `schemas/${name}.json`;
}

/** Where the description of the columns of an answer is, below the base address. */
export function csvwPath(kind: string): string {
  return `csvw/${kind}.json`;
}
