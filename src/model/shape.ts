import type { Problem } from './problem.ts';

/**
 * What values of a kind are, said in plain objects: what reads sound values goes by these alone, and
 * `schemaOf` puts them into zod for whoever has to say what is wrong with any other.
 */
export type Shape<T = unknown> = ReadAsType<T> & (Simple | Within | Compound);

type Simple = Bare | Literal | OneOf;
type Within = Wrapping<'nullable' | 'optional' | 'absent', Shape> | Converted;
type Compound = Union<readonly Shape[]> | List<Shape> | MapOf<Shape> | RecordOf<FieldShapes>;

// Exported, as each of the kinds is, since the types of all shapes name them.

/** T is what a value is read as, which only the compiler knows of. */
export interface ReadAsType<T> {
  /** What has to hold beyond the type, in the order in which it is looked at. */
  readonly checks: readonly Check[];
  readonly [TYPE]?: () => T;
}
export declare const TYPE: unique symbol;

export interface Bare {
  readonly kind: 'string' | 'number' | 'boolean' | 'null' | 'anything';
}
export interface Literal {
  readonly kind: 'literal';
  readonly value: string;
}
export interface OneOf {
  readonly kind: 'one-of';
  readonly values: readonly string[];
}
export interface Wrapping<K, S> {
  readonly kind: K;
  readonly inner: S;
}
export interface Converted {
  readonly kind: 'converted';
  readonly inner: Shape;
  readonly convert: (value: never) => unknown;
}
export interface Union<S> {
  readonly kind: 'union';
  readonly options: S;
}
export interface List<S> {
  readonly kind: 'list';
  readonly item: S;
}
export interface MapOf<S> {
  readonly kind: 'map';
  readonly value: S;
}
export interface RecordOf<F> {
  readonly kind: 'record';
  readonly fields: F;
}

/** The shapes of the fields of a record. */
export type FieldShapes = { readonly [field: string]: Shape };

/** What values of a shape are read as. */
export type ReadAs<S> = S extends { readonly [TYPE]?: () => infer T } ? T : never;

/** What records with fields of these shapes are read as. */
export type FieldsReadAs<F> = { -readonly [Field in keyof F]: ReadAs<F[Field]> };

/** What a value violates, and where in it; nowhere in particular when there is no path. */
export interface Found {
  readonly problem: Problem;
  readonly path?: readonly string[];
}

/** Something that has to hold of a value of which the type is right. */
export interface Check {
  /** The fields that it compares with each other; null where it looks at the whole value. */
  readonly fields: readonly string[] | null;
  /** An empty list, or null, of a sound value. */
  readonly find: (value: never) => readonly Found[] | null;
}

/** Any text. */
export function string() {
  return shape<string>()<Bare>({ kind: 'string' });
}

/** A finite number. */
export function number() {
  return shape<number>()<Bare>({ kind: 'number' });
}

/** True or false. */
export function boolean() {
  return shape<boolean>()<Bare>({ kind: 'boolean' });
}

/** Null, and no other value. */
export function nothing() {
  return shape<null>()<Bare>({ kind: 'null' });
}

/** Whatever there is. */
export function anything() {
  return shape<unknown>()<Bare>({ kind: 'anything' });
}

/** A text that is always the same. */
export function literal<T extends string>(value: T) {
  return shape<T>()<Literal>({ kind: 'literal', value });
}

/** One of several texts. */
export function oneOf<T extends string>(values: readonly T[]) {
  return shape<T>()<OneOf>({ kind: 'one-of', values });
}

/** What may be null. */
export function nullable<S extends Shape>(inner: S) {
  return shape<ReadAs<S> | null>()<Wrapping<'nullable', S>>({ kind: 'nullable', inner });
}

/** What may be absent or null, and is null afterwards. */
export function optional<S extends Shape>(inner: S) {
  return shape<ReadAs<S> | null>()<Wrapping<'optional', S>>({ kind: 'optional', inner });
}

/** What may be absent, and is absent afterwards. */
export function absent<S extends Shape>(inner: S) {
  return shape<ReadAs<S> | undefined>()<Wrapping<'absent', S>>({ kind: 'absent', inner });
}

/** What is read as something else. */
export function converted<S extends Shape, T>(inner: S, convert: (value: ReadAs<S>) => T) {
  return shape<T>()<Converted>({ kind: 'converted', inner, convert });
}

/** One of several; the first that takes a value says what it is read as. */
export function union<const S extends readonly Shape[]>(options: S) {
  return shape<ReadAs<S[number]>>()<Union<S>>({ kind: 'union', options });
}

/** A list of values of one shape, or an empty one. */
export function list<S extends Shape>(item: S) {
  return shape<ReadAs<S>[]>()<List<S>>({ kind: 'list', item });
}

/** A value for each of whatever keys there are. */
export function mapOf<S extends Shape>(value: S) {
  return shape<Record<string, ReadAs<S>>>()<MapOf<S>>({ kind: 'map', value });
}

/** A value for each of these keys, and for no others. */
export function record<F extends FieldShapes>(fields: F) {
  return shape<FieldsReadAs<F>>()<RecordOf<F>>({ kind: 'record', fields });
}

/** In two steps, since of a call TypeScript infers either all types or none. */
function shape<T>() {
  return <K>(kind: K): K & ReadAsType<T> => ({ ...kind, checks: [] });
}

/** A shape of which the whole value is looked at as well, such as a text or a number. */
export function checked<S extends Shape>(inner: S, find: (value: ReadAs<S>) => Problem | null): S {
  return withCheck(inner, {
    fields: null,
    find: (value: ReadAs<S>) => {
      const problem = find(value);
      return problem && [{ problem }];
    },
  });
}

/**
 * A shape of which fields are compared with each other as well. That is done whenever those fields
 * themselves are sound, whatever is wrong with the others, so that one run says everything.
 */
export function crossChecked<S extends Shape, K extends keyof ReadAs<S> & string>(
  inner: S,
  fields: readonly K[],
  find: (value: Pick<ReadAs<S>, K>) => readonly Found[],
): S {
  return withCheck(inner, { fields, find });
}

function withCheck<S extends Shape>(inner: S, check: Check): S {
  return { ...inner, checks: [...inner.checks, check] };
}

/** What the checks of a shape object to first in a value of which the type is right. */
export function firstProblem<S extends Shape>({ checks }: S, value: ReadAs<S>): Problem | null {
  for (const { find } of checks) {
    const [found] = find(value as never) ?? [];
    if (found !== undefined) return found.problem;
  }
  return null;
}
