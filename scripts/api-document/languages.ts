import { type Column, columnsOfType } from './columns.ts';
import { BASE } from './publication.ts';
import { fenced } from './replay.ts';

/** A table as programs ask for it. */
export interface Table {
  /** What a program would call it. */
  readonly name: string;
  /** Without a suffix. */
  readonly url: string;
  readonly columns: readonly Column[];
  /** How the shipped client asks for it. */
  readonly call: string;
  /** Whether there may be nothing, which the client gives as a value. */
  readonly mayBeMissing: boolean;
  /** How many are in the answer. */
  readonly records: number;
}

/** The request in a language, with how much came back, and the language of its code. */
export interface Example {
  readonly title: string;
  readonly language: string;
  readonly code: string;
}

/** The same table in every language. */
export function examplesOf(table: Table): readonly Example[] {
  return [
    { title: 'JavaScript, client', ...client(table) },
    { title: 'JavaScript, fetch', ...javascript(table) },
    { title: 'Python, pandas', ...python(table) },
    { title: 'R', ...r(table) },
    { title: 'DuckDB SQL', ...duckdb(table) },
    { title: `Google Sheets (fills A1:${lastCell(table)})`, ...sheets(table) },
    { title: `Excel, Power Query (${sizeOf(table)})`, ...excel(table) },
  ];
}

type Code = Omit<Example, 'title'>;

/** Below the names of the columns; no table has more columns than there are letters. */
function lastCell({ columns, records }: Table): string {
  return `${String.fromCharCode('A'.charCodeAt(0) + columns.length - 1)}${records + 1}`;
}

function sizeOf({ columns, records }: Table): string {
  return `${counted(records, 'row')}, ${counted(columns.length, 'column')}`;
}

/** "1 row", "17 rows". */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function client({ call, mayBeMissing, records }: Table): Code {
  const came = counted(records, 'record');
  const code = mayBeMissing
    ? `const answer = await api.${call};
if (answer.status === 200) console.log(answer.data); // ${came}
else console.log(answer.problem.detail);`
    : `const { meta, data } = await api.${call};
console.log(meta, data); // ${came}`;
  return {
    language: 'js',
    code: `import { createClient } from 'operator-comparison-api/client';

const api = createClient('${BASE}');
${code}`,
  };
}

function javascript({ url, records }: Table): Code {
  return {
    language: 'js',
    code: `const response = await fetch('${url}.json');
if (!response.ok) throw new Error((await response.json()).detail);
const { meta, data } = await response.json();
console.log(meta, data); // ${counted(records, 'record')}`,
  };
}

/** Some columns, each with its type, on lines of a readable length. */
function declared(names: readonly string[], say: (name: string) => string, indent: string): string {
  let text = '';
  let length = 0;
  for (const part of names.map(say)) {
    const isFull = length > 0 && length + part.length > 80;
    text += text === '' ? part : `,${isFull ? `\n${indent}` : ' '}${part}`;
    length = isFull ? part.length : length + part.length + 2;
  }
  return text;
}

/** By default pandas takes words such as NA for nothing; here nothing is the empty cell alone. */
function python({ name, url, columns, records }: Table): Code {
  const [times, nested] = [columnsOfType(columns, 'time'), columnsOfType(columns, 'nested')];
  const texts = columnsOfType(columns, 'text');
  const types = declared(texts, (column) => `"${column}": "string"`, ' '.repeat(8));
  const list = (names: string[]) => `[${names.map((column) => `"${column}"`).join(', ')}]`;
  return {
    language: 'python',
    code: [
      ...(nested.length > 0 ? ['import json'] : []),
      'import pandas as pd',
      '',
      `${name} = pd.read_csv(`,
      `    "${url}.csv",`,
      '    keep_default_na=False,',
      '    na_values=[""],',
      ...(texts.length > 0 ? ['    dtype={', `        ${types},`, '    },'] : []),
      ...(times.length > 0 ? [`    parse_dates=${list(times)},`] : []),
      ')',
      ...(nested.length > 0
        ? [
            `for column in ${list(nested)}:`,
            `    ${name}[column] = ${name}[column].map(json.loads, na_action="ignore")`,
          ]
        : []),
      `${name}.shape  # (${records}, ${columns.length})`,
    ].join('\n'),
  };
}

/**
 * By default readr goes by the first thousand records, and loses what is of another type later. A cell
 * that holds JSON is text at first.
 */
function r({ name, url, columns, records }: Table): Code {
  const nested = columnsOfType(columns, 'nested');
  const texts = [...columnsOfType(columns, 'text'), ...nested];
  const types = declared(texts, (column) => `${column} = "c"`, '    ');
  const read = `${name} <- readr::read_csv(
  "${url}.csv", na = "", guess_max = Inf,
  col_types = readr::cols(
    ${types}
  )
)`;
  const lists = `for (column in c(${nested.map((column) => `"${column}"`).join(', ')})) {
  ${name}[[column]] <- lapply(${name}[[column]], function(cell) {
    if (is.na(cell)) NULL else jsonlite::fromJSON(cell)
  })
}`;
  const code = nested.length === 0 ? read : `${read}\n${lists}`;
  return { language: 'r', code: `${code}\ndim(${name}) # ${records} ${columns.length}` };
}

/** By default DuckDB takes a column for numbers where every record looks like one. */
function duckdb(table: Table): Code {
  return {
    language: 'sql',
    code: `SELECT * FROM ${readCsv(table)};\n-- ${counted(table.records, 'row')}`,
  };
}

function readCsv({ url, columns }: Table): string {
  const typed = (['text', 'nested'] as const).flatMap((kind) =>
    columnsOfType(columns, kind).map((name) => [name, kind] as const),
  );
  const types = new Map(typed.map(([name, kind]) => [name, kind === 'text' ? 'VARCHAR' : 'JSON']));
  const list = declared([...types.keys()], (name) => `'${name}': '${types.get(name)}'`, '  ');
  return `read_csv('${url}.csv', header = true, types = {
  ${list}
})`;
}

/** Two tables joined by their URLs, each with its columns declared. */
export function joinInDuckdb(facts: Table, operators: Table): string {
  return `SELECT o.name, f.value AS fee_usd, f.observed_at
FROM ${readCsv(facts)} AS f
JOIN ${readCsv(operators)} AS o
  ON o.id = f.operator_id
WHERE f.metric = 'usdt_trc20_withdrawal_fee_usd'
ORDER BY CAST(f.value AS DOUBLE), o.id;`;
}

function sheets({ url }: Table): Code {
  return { language: 'text', code: `=IMPORTDATA("${url}.csv")` };
}

/** Power Query reads every cell as text; a column without a type may be guessed at in a later step. */
function excel({ url, columns }: Table): Code {
  const texts = [...columnsOfType(columns, 'text'), ...columnsOfType(columns, 'nested')];
  const types = declared(texts, (column) => `{"${column}", type text}`, '    ');
  return {
    language: 'text',
    code: `= Table.TransformColumnTypes(
  Table.PromoteHeaders(Csv.Document(Web.Contents("${url}.csv"), [Delimiter = ",", Encoding = 65001, QuoteStyle = QuoteStyle.Csv])),
  {
    ${types}
  }
)`,
  };
}

/** Examples, folded away. */
export function renderLanguages(examples: readonly Example[]): string {
  const parts = examples.map(
    ({ title, language, code }) => `${title}:\n\n${fenced(language, code)}`,
  );
  return `<details><summary>In other languages</summary>\n\n${parts.join('\n\n')}\n\n</details>`;
}
