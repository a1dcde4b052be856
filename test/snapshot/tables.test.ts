import { expect, it } from 'vitest';
import { recordOf } from '../../src/contract/json-schema.ts';
import { ANSWER_SCHEMAS } from '../../src/contract/schemas.ts';
import { toTables } from '../../src/snapshot/tables.ts';
import { checkSources } from '../doors/check-sources.ts';
import { tiny } from '../doors/tiny-dataset.ts';

it('the tables permit what the answers of the API can hold, and nothing else', () => {
  const inTables = tinyTables().flatMap(({ name, columns }) =>
    columns
      .filter(({ values }) => values !== null)
      .map((column) => [`${name}.${column.name}`, column.values]),
  );
  expect(Object.fromEntries(inTables)).toEqual({
    ...permittedInAnswers(),
    // Two lists of an answer are one table.
    'pros_cons.kind': ['pro', 'con'],
  });
});

it('the columns are described in what neither SQL nor Markdown reads as its own', () => {
  for (const { name, columns } of tinyTables()) {
    for (const column of columns) {
      expect(column.description, `${name}.${column.name}`).toMatch(/^[A-Z][^'"`|\n]+\.$/);
    }
  }
});

function tinyTables() {
  const { dataset } = checkSources(tiny());
  if (dataset === null) throw new Error('The tiny dataset is unsound');
  return toTables(dataset);
}

/** What a JSON Schema says of the fields of a record. */
interface Fields {
  readonly [field: string]: {
    readonly enum?: readonly unknown[];
    readonly items?: { readonly properties?: Fields };
  };
}

/** The values of each field of an answer that has a closed list of them, by table and column. */
function permittedInAnswers() {
  const fieldsOf = (kind: keyof typeof ANSWER_SCHEMAS): Fields =>
    recordOf(ANSWER_SCHEMAS[kind].schema).properties;
  const operator = fieldsOf('operator');
  const { status = {}, ...others } = operator;
  const { operator_status: _, ...claim } = fieldsOf('claim');
  const lists = Object.entries(operator).map(([name, { items }]) => [name, items?.properties]);
  const tables: { readonly [table: string]: Fields | undefined } = {
    ...Object.fromEntries(lists),
    operators: { ...others, operator_status: status },
    metrics: fieldsOf('metrics'),
    claims: claim,
    categories: fieldsOf('categories'),
  };
  const permitted = Object.entries(tables).flatMap(([table, fields = {}]) =>
    Object.entries(fields)
      .filter(([, { enum: values }]) => values !== undefined)
      .map(([field, { enum: values }]) => [
        `${table}.${field}`,
        values?.filter((value) => value !== null),
      ]),
  );
  return Object.fromEntries(permitted);
}
