import { type OpenApi, type Reference, resolve, type Schema } from './open-api.ts';

/** A column of a record. */
export interface Column {
  readonly name: string;
  readonly schema: Schema;
}

/** The columns of the records of an answer, and what its meta says. */
export interface Shape {
  readonly meta: readonly Column[];
  readonly columns: readonly Column[];
}

/** The shape of a table by the schema of its answer; null for what is not a table. */
export function shapeOf(answer: Schema | Reference, openApi: OpenApi): Shape | null {
  const { meta, data } = resolve(answer, openApi).properties ?? {};
  if (meta === undefined || data?.items === undefined) return null;
  return {
    meta: columnsOf(resolve(meta, openApi)),
    columns: columnsOf(resolve(data.items, openApi)),
  };
}

function columnsOf({ properties = {} }: Schema): readonly Column[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, schema }));
}

/** A table of columns, those of nested records below the column that has them. */
export function renderColumns(title: string, columns: readonly Column[]): string {
  const rows = columns.flatMap((column) => [column, ...nestedIn(column)]);
  return [
    `| ${title} | Type | Meaning |`,
    '| --- | --- | --- |',
    ...rows.map(
      ({ name, schema }) =>
        `| \`${name}\` | ${typeOf(schema)} | ${(schema.description ?? '').replaceAll('|', '\\|')} |`,
    ),
  ].join('\n');
}

function nestedIn({ name, schema }: Column): readonly Column[] {
  const isList = schema.type === 'array';
  const record = isList && schema.items && !('$ref' in schema.items) ? schema.items : schema;
  return columnsOf(record).map((column) => ({
    name: `${name}${isList ? '[]' : ''}.${column.name}`,
    schema: column.schema,
  }));
}

function typeOf(schema: Schema): string {
  const { enum: values, format } = schema;
  const known = typesOf(schema);
  const types = known.length === 0 ? ['any'] : known;
  if (values !== undefined) {
    const named = values.filter((value) => value !== null).map((value) => `\`${value}\``);
    return orNull(named.join(', '), types.includes('null') || values.includes(null));
  }
  const words = types
    .filter((word) => word !== 'null')
    .map((word) => (format === 'date-time' ? 'time' : (WORDS[word] ?? word)));
  return orNull(words.join(' or '), types.includes('null'));
}

function orNull(words: string, isNullable: boolean): string {
  return isNullable ? `${words}, or null` : words;
}

const WORDS: { readonly [type: string]: string } = {
  array: 'list',
  string: 'text',
};

/** The columns of a type that a program has to declare, because CSV has no types. */
export function columnsOfType(columns: readonly Column[], kind: 'text' | 'time' | 'nested') {
  return columns.filter(({ schema }) => kindOf(schema) === kind).map(({ name }) => name);
}

/** Text is what may be text: a column with texts and numbers is text to a program, too. */
function kindOf(schema: Schema): 'text' | 'time' | 'nested' | null {
  const types = typesOf(schema);
  if (!types.includes('string')) {
    return types.includes('array') || types.includes('object') ? 'nested' : null;
  }
  return schema.format === 'date-time' ? 'time' : 'text';
}

function typesOf({ type, anyOf = [] }: Schema): readonly string[] {
  return [...[type ?? []].flat(), ...anyOf.flatMap(typesOf)];
}
