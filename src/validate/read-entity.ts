import * as z from 'zod';
import type { Report } from '../diagnostics/index.ts';
import { declaredAt } from '../model/index.ts';
import { type PlainValue, type SourceDocument, type ValuePath, valueAt } from '../source/index.ts';
import { explainIssue, findHomes, withMissingTogether, withoutEchoes } from './explain-issue.ts';
import type { FreeNumbers } from './free-numbers.ts';
import { inWords } from './in-words.ts';
import type { ReadDocument } from './read-document.ts';
import type { Entity } from './sources.ts';

interface Kind<T> {
  /** Its name in messages, as in "the operator". */
  readonly whole: string;
  readonly schema: z.ZodType<T>;
  /** The numbers to suggest for ids. */
  readonly free: FreeNumbers;
}

/** Reads one entity from a document, and reports all its problems. */
export function readEntity<T extends object>(
  document: ReadDocument,
  at: ValuePath,
  { whole, schema, free }: Kind<T>,
  report: Report,
): Entity<T> {
  const value = valueAt(document.value, at) as PlainValue; // checked by the caller
  const placeOf = placesBelow(document, at);
  if (document.isSound) {
    const sound = value as T; // checked by the build that kept it
    return { value: sound, whole: sound, placeOf };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data, whole: parsed.data, placeOf };

  const subject = { whole, schema, free, value, placeOf: (path: ValuePath) => placeOf(...path) };
  const { issues } = parsed.error;
  const found = issues.flatMap((issue) => explainIssue(issue, subject));
  const told = withMissingTogether(withoutEchoes(findHomes(found, whole)));
  for (const { path, isAboutKey, finding } of told) {
    const full = [...at, ...path];
    report(isAboutKey ? document.placeOfKey(full) : document.placeOf(full), finding);
  }
  const unsound = new Set(issues.flatMap(({ path }) => path.slice(0, 1)));
  return { value: soundPart(value, schema, unsound), whole: null, placeOf };
}

/**
 * Reads a list of entities, each by itself, so that an invalid entry does not hide others. Null if there
 * is no list.
 */
export function readEntities<T extends object>(
  document: ReadDocument,
  at: ValuePath,
  kind: Kind<T>,
  report: Report,
): Entity<T>[] | null {
  const list = valueAt(document.value, at);
  if (Array.isArray(list)) {
    return list.map((_, index) => readEntity(document, [...at, index], kind, report));
  }
  report(document.placeOf(at), {
    code: 'field/type',
    key: 'the file',
    found: inWords(list),
    wanted: 'a list',
    write: `a list with one entry for each ${kind.whole}, or [] for none`,
  });
  return null;
}

/** A separate function, so that the closure does not keep the values of the document in memory. */
function placesBelow({ placeOf }: Pick<SourceDocument, 'placeOf'>, at: ValuePath) {
  return (...path: ValuePath) => placeOf([...at, ...path]);
}

/** The valid fields, parsed. Absent optional fields stay absent. */
function soundPart<T>(
  value: PlainValue,
  schema: z.ZodType<T>,
  unsound: ReadonlySet<PropertyKey>,
): Entity<T>['value'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const sound = Object.entries(value).flatMap(([key, given]) => {
    const declared = unsound.has(key) ? null : declaredAt(schema, [key]);
    const parsed = declared === null ? null : z.safeParse(declared, given);
    return parsed?.success ? [[key, parsed.data]] : [];
  });
  return Object.fromEntries(sound) as Entity<T>['value'];
}
