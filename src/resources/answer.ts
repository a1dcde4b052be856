import type * as z from 'zod';
import {
  API_VERSION,
  type Dataset,
  type Operator,
  type Service,
  type Slug,
} from '../model/index.ts';
import type { Coverage } from './coverage.ts';
import type { general } from './fields.ts';
import type { ProblemName, ResourcePath, Table } from './resource.ts';

export type Tag = 'Operators' | 'Claims' | 'Rankings' | 'Service';

export type ParameterName = 'operator' | 'category' | 'metric' | 'claim_id' | 'year';

/** The input of all answers. */
export interface Context {
  /** With the URLs from the options. */
  readonly dataset: Dataset;
  readonly coverage: Coverage;
  /** All links of the service index. */
  readonly links: readonly IndexLink[];
}

/** A link of the service index. */
export interface IndexLink {
  /** Its unique name in the index. */
  readonly name: string;
  /** Its relation to the service, as registered at IANA. */
  readonly rel: string;
  /** Below the base address, in which a part in braces is a parameter (RFC 6570). */
  readonly path: string;
  readonly media_types: readonly string[];
  readonly title: string;
  /** How many records there are, or pages where the path has a parameter. */
  readonly total: number | null;
  /** What browsers check a script by; none when absent. */
  readonly integrity?: string;
}

/** The definition of an answer. Each has a file of its own and a line in `ANSWERS`. */
export interface Definition<Fields extends z.ZodRawShape, Meta extends z.ZodRawShape> {
  /** Its key in `ANSWERS`, and its name in schemas and CSV metadata. */
  readonly kind: string;
  /** Its name in manifests, if that is different. */
  readonly listedAs?: string;
  /** Below the base address, without a suffix; a part in braces is a parameter. */
  readonly path: string;
  /** The type names of the answer and of a record. */
  readonly name: string;
  readonly record: string;
  readonly tag: Tag;
  readonly title: string;
  readonly description: string;
  /** Its link in the service index. */
  readonly link: Pick<IndexLink, 'name' | 'rel'> & {
    /** The title of the answer when absent. */
    readonly title?: string;
    /** null when absent. */
    readonly total?: (context: Pick<Context, 'dataset' | 'coverage'>) => number | null;
  };
  /** The primary key: one column or several. */
  readonly key: readonly string[];
  /** The problem documents for paths without an answer, if any. The first that exists is sent. */
  readonly errors?: readonly ProblemName[];
  /** Whether it is published, and whether it has a CSV form; both when absent. */
  readonly isPublished?: (service: Service) => boolean;
  readonly hasCsv?: (service: Service) => boolean;
  /** Whether it has exactly one record. */
  readonly isSingle?: boolean;
  /** The columns, each with its meaning. */
  readonly fields: Fields;
  /** Whether a column for each metric follows, with the type of the metric. */
  readonly metricColumns?: boolean;
  /** Whether its CSV keeps the look of texts that spreadsheets would convert. */
  readonly isForSpreadsheets?: boolean;
  /** The fields of `meta` in the JSON answer. */
  readonly meta: Meta;
  /** The table about the whole dataset, or several; absent if another stage makes them. */
  readonly tables?: (context: Context) => Drafts<Fields, Meta>;
  /** The table about one operator, or several. */
  readonly tablesAbout?: (operator: Operator, dataset: Dataset) => Drafts<Fields, Meta>;
}

type Drafts<Fields extends z.ZodRawShape, Meta extends z.ZodRawShape> =
  | Draft<Fields, Meta>
  | readonly Draft<Fields, Meta>[];

/** A table without the parts that follow from its definition. */
export interface Draft<Fields extends z.ZodRawShape, Meta extends z.ZodRawShape> {
  /** The path of the answer when absent. */
  readonly paths?: Table['paths'];
  /** Those of the answer when absent. */
  readonly columns?: readonly string[];
  /** Without the fields that every answer has. */
  readonly meta: () => Omit<Holding<Meta>, keyof typeof general>;
  readonly rows: () => readonly Holding<Fields>[];
}

/** The type of an object with some fields. */
export type Holding<Fields extends z.ZodRawShape> = Frozen<z.infer<z.ZodObject<Fields>>>;
type Frozen<T> = T extends string
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

export interface Answer<
  Fields extends z.ZodRawShape = z.ZodRawShape,
  Meta extends z.ZodRawShape = z.ZodRawShape,
> extends Definition<Fields, Meta> {
  readonly isPublished: (service: Service) => boolean;
  readonly hasCsv: (service: Service) => boolean;
  readonly errors: readonly ProblemName[];
  readonly parameter: ParameterName | null;
  readonly columns: readonly string[];
  readonly metricColumns: boolean;
  /** Whether it depends only on the dataset. */
  readonly isPlanned: boolean;
}

/** Defines an answer; the types of its records and of its meta follow from the fields. */
export function defineAnswer<Fields extends z.ZodRawShape, Meta extends z.ZodRawShape>(
  definition: Definition<Fields, Meta>,
): Answer<Fields, Meta> {
  const { path, fields, tables, tablesAbout } = definition;
  return {
    isPublished: () => true,
    hasCsv: () => true,
    errors: [],
    metricColumns: false,
    ...definition,
    parameter: parameterOf(path),
    columns: Object.keys(fields),
    isPlanned: tables !== undefined || tablesAbout !== undefined,
  };
}

/** A table of an answer. */
export function toTable<Fields extends z.ZodRawShape, Meta extends z.ZodRawShape>(
  { kind, path, columns, meta, hasCsv, isForSpreadsheets = false }: Answer<Fields, Meta>,
  draft: Draft<Fields, Meta>,
  service: Service,
  operator: Slug | null = null,
): Table {
  const version = 'version' in meta ? { version: API_VERSION } : {};
  const credit = {
    service: service.name,
    license: service.license.name,
    license_url: service.license.url,
    attribution: service.attribution,
  };
  return {
    kind: 'table',
    answer: kind,
    operator,
    paths: draft.paths ?? [path as ResourcePath],
    hasCsv: hasCsv(service),
    isForSpreadsheets,
    columns: draft.columns ?? columns,
    meta(generated_at) {
      const own = draft.meta();
      // The licence of the index has another form, which it had first.
      return { ...own, generated_at, ...version, ...credit, ...own };
    },
    rows: draft.rows,
  };
}

function parameterOf(path: string): ParameterName | null {
  const [, name] = /\{(\w+)\}/.exec(path) ?? [];
  return (name as ParameterName | undefined) ?? null; // the parameters that paths are written with
}

/** A path with its parameter filled in. */
export function fill(path: string, value: string | number): ResourcePath {
  return path.replace(/\{\w+\}/, `${value}`) as ResourcePath;
}
