import type { Slug, Timestamp } from '../model/index.ts';

/** The address of a resource below the base address, without a suffix: `operators/harbour-nine`. */
export type ResourcePath = string & { readonly __brand: 'ResourcePath' };

/** A record of an answer; its keys are the columns, in their order. */
export type Row = { readonly [column: string]: unknown };

/** A resource with records, as JSON and CSV. */
export interface Table {
  readonly kind: 'table';
  /** A key of `ANSWERS`. */
  readonly answer: string;
  /** The operator of all its records, if there is one. */
  readonly operator: Slug | null;
  /** The canonical path first, then aliases with the same bytes. */
  readonly paths: readonly [ResourcePath, ...ResourcePath[]];
  /** Whether it has a CSV form besides JSON. */
  readonly hasCsv: boolean;
  /** Whether its CSV keeps the look of texts that spreadsheets would convert. */
  readonly isForSpreadsheets: boolean;
  readonly columns: readonly string[];
  /** The `meta` of the JSON answer, given the time of its bytes. */
  readonly meta: (generatedAt: Timestamp) => object;
  /** Computes the records. */
  readonly rows: () => readonly Row[];
}

/** An error answer: RFC 9457 problem details, JSON only. */
export interface ProblemDocument {
  readonly kind: 'problem';
  readonly paths: readonly [ResourcePath];
  readonly body: ProblemDetails;
}

/** RFC 9457 §3.1; further members are extensions (§3.2). */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly [extension: string]: unknown;
}

/** A resource with a single form: a description, a feed, a download. */
export interface Document {
  readonly kind: 'document';
  /** The operator that it is about, if there is one. */
  readonly operator?: Slug | null;
  /** With the suffix: `openapi.json`. Others have the same bytes. */
  readonly paths: readonly [ResourcePath, ...ResourcePath[]];
  readonly mediaType: string;
  /** Its content, given the time of its bytes. */
  readonly contentAt: (generatedAt: Timestamp) => string | Uint8Array;
}

export type Resource = Table | ProblemDocument | Document;

/** Whether a resource has records. */
export function isTable(resource: Resource): resource is Table {
  return resource.kind === 'table';
}

/** The operator that all of a resource is about, if there is one. */
export function operatorOf(resource: Resource): Slug | null {
  return resource.kind === 'problem' ? null : (resource.operator ?? null);
}

/** The path of the index, which the base address answers with. */
export const INDEX_PATH = 'index' as ResourcePath;

/** The kinds of error answers. */
export type ProblemName =
  | 'unknown-operator'
  | 'unknown-category'
  | 'unknown-metric'
  | 'unknown-claim'
  | 'unknown-path'
  | 'removed-category'
  | 'method-not-allowed';

export function problemPath(name: ProblemName): ResourcePath {
  return `problems/${name}` as ResourcePath;
}

/** The problem document of one removed category. */
export function removedCategoryPath(slug: string): ResourcePath {
  return `problems/removed-category/${slug}` as ResourcePath;
}

/** The methods that the API supports. Any other is answered with 405. */
export const ALLOWED_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;
