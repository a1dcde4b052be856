import type * as z from 'zod';
import type { Dataset, Operator, Service, Slug, Timestamp } from '../model/index.ts';
import type { Coverage } from './coverage.ts';
import type { ProblemName, ResourcePath, Table } from './resource.ts';

export type Tag = 'Operators' | 'Claims' | 'Rankings' | 'Service';

export type ParameterName = 'operator' | 'category' | 'claim_id';

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
  /** The problem documents for paths without an answer. The first that exists is sent. */
  readonly errors: readonly ProblemName[];
  /** Whether it is published, and whether it has a CSV form; both when absent. */
  readonly isPublished?: (service: Service) => boolean;
  readonly hasCsv?: (service: Service) => boolean;
  /** Whether it has exactly one record. */
  readonly isSingle?: boolean;
  /** The columns, each with its meaning. */
  readonly fields: Fields;
  /** The fields of `meta` in the JSON answer. */
  readonly meta: Meta;
  /** The tables about the whole dataset; absent if another stage makes them. */
  readonly tables?: (context: Context) => readonly Draft<Fields, Meta>[];
  /** The tables about one operator. */
  readonly tablesAbout?: (operator: Operator, dataset: Dataset) => readonly Draft<Fields, Meta>[];
}

/** A table without the parts that follow from its definition. */
export interface Draft<Fields extends z.ZodRawShape, Meta extends z.ZodRawShape> {
  readonly paths: readonly [string, ...string[]];
  readonly hasCsv?: boolean;
  readonly meta: (generatedAt: Timestamp) => Holding<Meta>;
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
> extends Omit<Definition<Fields, Meta>, 'tables' | 'tablesAbout' | 'isPublished' | 'hasCsv'> {
  readonly isPublished: (service: Service) => boolean;
  readonly hasCsv: (service: Service) => boolean;
  readonly parameter: ParameterName | null;
  /** A table of this kind. */
  readonly table: (draft: Draft<Fields, Meta>) => Table;
  /** The tables of this kind about the whole dataset. */
  readonly tables: (context: Context) => readonly Table[];
  /** The tables of this kind about one operator. */
  readonly tablesAbout: (operator: Operator, dataset: Dataset) => readonly Table[];
  /** Whether it depends only on the dataset. */
  readonly isPlanned: boolean;
}

/** Defines an answer; the types of its records and of its meta follow from the fields. */
export function defineAnswer<Fields extends z.ZodRawShape, Meta extends z.ZodRawShape>(
  definition: Definition<Fields, Meta>,
): Answer<Fields, Meta> {
  const { kind, path, fields, tables, tablesAbout } = definition;
  const columns = Object.keys(fields);
  const toTable = (draft: Draft<Fields, Meta>, operator: Slug | null): Table => ({
    hasCsv: true,
    ...draft,
    kind: 'table',
    answer: kind,
    operator,
    columns,
    paths: draft.paths as unknown as Table['paths'], // made of the path above
  });
  return {
    isPublished: () => true,
    hasCsv: () => true,
    ...definition,
    parameter: parameterOf(path),
    table: (draft) => toTable(draft, null),
    tables: (context) => tables?.(context).map((draft) => toTable(draft, null)) ?? [],
    tablesAbout: (operator, dataset) =>
      tablesAbout?.(operator, dataset).map((draft) => toTable(draft, operator.slug)) ?? [],
    isPlanned: tables !== undefined || tablesAbout !== undefined,
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
