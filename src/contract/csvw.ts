import { ANSWERS, type AnswerKind } from '../resources/index.ts';
import { isNullable, type JsonSchema, recordOf, typesOf } from './json-schema.ts';
import { answerSchema } from './metric-columns.ts';
import type { Outline } from './outline.ts';

/** The path of the CSV metadata of a kind of answer, below the base address. */
export function csvwPath(kind: string): string {
  return `csvw/${kind}.json`;
}

/**
 * The metadata of the CSV files of a kind (Metadata Vocabulary for Tabular Data, W3C 2015): their
 * columns with types, and the address of every file. Metadata applies only to files that it names
 * (§5.2 of the Model for Tabular Data).
 */
export function csvwMetadata(kind: AnswerKind, paths: readonly string[], outline: Outline): string {
  const { title, description, key } = ANSWERS[kind];
  const { license, notice } = outline.service;
  const about = {
    '@context': ['http://www.w3.org/ns/csvw', { '@language': 'en' }],
    'dc:title': title,
    'dc:description': notice === null ? description : `${description} ${notice}`,
    'dc:license': { '@id': license.url },
    // Spaces around a cell belong to its value. The W3C's documents disagree about the default.
    dialect: { trim: false },
  };
  const tableSchema = {
    columns: columnsOf(kind, outline),
    ...(key.length > 0 && { primaryKey: key.length === 1 ? key[0] : key }),
  };
  // There may be a table for every claim. No path needs an escape in JSON.
  const between = '.csv"},{"url":"../';
  if (paths.length === 1) {
    return `${JSON.stringify({ ...about, url: `../${paths[0]}.csv`, tableSchema })}\n`;
  }
  const group = JSON.stringify({ ...about, tableSchema });
  return `${group.slice(0, -1)},"tables":[{"url":"../${paths.join(between)}.csv"}]}\n`;
}

function columnsOf(kind: AnswerKind, outline: Outline): readonly object[] {
  const { properties, required } = recordOf(answerSchema(kind, outline).schema);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    titles: name,
    'dc:description': schema['description'],
    datatype: datatypeOf(schema),
    required: required.includes(name) && !isNullable(schema),
  }));
}

/** §5.11.1: the type of the cells. */
function datatypeOf(schema: JsonSchema): string | object {
  const [type, ...others] = typesOf(schema);
  // Values of several types are text. Their type is in the metric or the field.
  if (type === undefined || others.length > 0) return 'string';
  switch (type) {
    case 'integer':
    case 'number':
    case 'boolean':
      return type;
    case 'string':
      if (schema['format'] === 'date-time') return 'dateTimeStamp';
      return values(schema) ?? 'string';
    default:
      return 'json';
  }
}

/** A closed list of texts, as a pattern (§6.4.5). */
function values({ enum: choices }: JsonSchema): object | null {
  if (!Array.isArray(choices)) return null;
  const format = choices.filter((choice) => choice !== null).join('|');
  return { base: 'string', format };
}
