import {
  type Example,
  type ExampleTable,
  readCsv,
  examplesOf as renderExamples,
} from '../../src/pages/languages.ts';
import { type Column, columnsOfType } from './columns.ts';
import { BASE } from './publication.ts';
import { fenced } from './replay.ts';

/** A table as programs ask for it. */
export interface Table extends Omit<ExampleTable, 'base' | 'columns'> {
  readonly columns: readonly Column[];
}

/** The same table in every language. */
export function examplesOf(table: Table): readonly Example[] {
  return renderExamples(toExample(table));
}

const KINDS = ['text', 'time', 'nested'] as const;

function toExample(table: Table): ExampleTable {
  const kindOf = (column: Column) =>
    KINDS.find((kind) => columnsOfType([column], kind).length > 0) ?? ('other' as const);
  const columns = table.columns.map((column) => ({ name: column.name, kind: kindOf(column) }));
  return { ...table, base: BASE, columns };
}

/** Two tables joined by their URLs, each with its columns declared. */
export function joinInDuckdb(facts: Table, operators: Table): string {
  return `SELECT o.name, f.value AS fee_usd, f.observed_at
FROM ${readCsv(toExample(facts))} AS f
JOIN ${readCsv(toExample(operators))} AS o
  ON o.id = f.operator_id
WHERE f.metric = 'usdt_trc20_withdrawal_fee_usd'
ORDER BY CAST(f.value AS DOUBLE), o.id;`;
}

/** Examples, folded away. */
export function renderLanguages(examples: readonly Example[]): string {
  const parts = examples.map(
    ({ title, language, code }) => `${title}:\n\n${fenced(language, code)}`,
  );
  return `<details><summary>In other languages</summary>\n\n${parts.join('\n\n')}\n\n</details>`;
}
