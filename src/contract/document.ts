import type { Timestamp } from '../model/index.ts';
import { documentType } from '../represent/index.ts';
import type { Document, ResourcePath } from '../resources/index.ts';

/**
 * A description that does not depend on the time. It is rendered once, on demand.
 *
 * @param paths The first is canonical; others have the same bytes.
 */
export function textDocument(paths: string | Paths, make: () => string): Document {
  let text: string | null = null;
  return document(paths, () => {
    text ??= make();
    return text;
  });
}

/** Like `textDocument`, in JSON. */
export function jsonDocument(paths: string | Paths, make: () => object): Document {
  return textDocument(paths, () => toText(make()));
}

/** A description in JSON with example answers that contain the time of its own bytes. */
export function datedDocument(
  path: string,
  make: () => (generatedAt: Timestamp) => object,
): Document {
  let contentAt: ReturnType<typeof make> | null = null;
  return document(path, (generatedAt) => {
    contentAt ??= make();
    return toText(contentAt(generatedAt));
  });
}

type Paths = readonly [string, ...string[]];

function document(paths: string | Paths, contentAt: Document['contentAt']): Document {
  const [path, ...others] = typeof paths === 'string' ? [paths] : paths;
  return {
    kind: 'document',
    paths: [path as ResourcePath, ...(others as ResourcePath[])],
    mediaType: documentType(path),
    contentAt,
  };
}

function toText(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** The path of the schema of an answer or a source, below the base address. */
export function schemaPath(name: string): string {
  return `schemas/${name}.json`;
}

/** The path of the CSV metadata of an answer, below the base address. */
export function csvwPath(kind: string): string {
  return `csvw/${kind}.json`;
}
