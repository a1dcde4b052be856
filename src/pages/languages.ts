/** A column, and whether programs need to be told what is in it: CSV has no types. */
export interface ExampleColumn {
  readonly name: string;
  readonly kind: 'text' | 'time' | 'nested' | 'other';
}

/** A table as programs ask for it. */
export interface ExampleTable {
  /** The base URL of the API. */
  readonly base: string;
  /** What a program would call it. */
  readonly name: string;
  /** Without a suffix. */
  readonly url: string;
  readonly columns: readonly ExampleColumn[];
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
export function examplesOf(table: ExampleTable): readonly Example[] {
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
function lastCell({ columns, records }: ExampleTable): string {
  return `${String.fromCharCode('A'.charCodeAt(0) + columns.length - 1)}${records + 1}`;
}

function sizeOf({ columns, records }: ExampleTable): string {
  return `${counted(records, 'row')}, ${counted(columns.length, 'column')}`;
}

/** "1 row", "17 rows". */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function client({ base, call, mayBeMissing, records }: ExampleTable): Code {
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

const api = createClient('${base}');
${code}`,
  };
}

function javascript({ url, records }: ExampleTable): Code {
  return {
    language: 'js',
    code: `const response = await fetch('${url}.json');
if (!response.ok) throw new Error((await response.json()).detail);
const { meta, data } = await response.json();
console.log(meta, data); // ${counted(records, 'record')}`,
  };
}

function namesOfKind(columns: readonly ExampleColumn[], kind: ExampleColumn['kind']) {
  return columns.filter((column) => column.kind === kind).map(({ name }) => name);
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
function python({ name, url, columns, records }: ExampleTable): Code {
  const [times, nested] = [namesOfKind(columns, 'time'), namesOfKind(columns, 'nested')];
  const texts = namesOfKind(columns, 'text');
  const types = declared(texts, (column) => `"${column}": "string"`, ' '.repeat(8));
  const list = (names: readonly string[]) => `[${names.map((column) => `"${column}"`).join(', ')}]`;
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
function r({ name, url, columns, records }: ExampleTable): Code {
  const nested = namesOfKind(columns, 'nested');
  const texts = [...namesOfKind(columns, 'text'), ...nested];
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
function duckdb(table: ExampleTable): Code {
  return {
    language: 'sql',
    code: `SELECT * FROM ${readCsv(table)};\n-- ${counted(table.records, 'row')}`,
  };
}

/** The table function of DuckDB that reads a table, with the types of its columns. */
export function readCsv({ url, columns }: ExampleTable): string {
  const typed = (['text', 'nested'] as const).flatMap((kind) =>
    namesOfKind(columns, kind).map((name) => [name, kind] as const),
  );
  const types = new Map(typed.map(([name, kind]) => [name, kind === 'text' ? 'VARCHAR' : 'JSON']));
  const list = declared([...types.keys()], (name) => `'${name}': '${types.get(name)}'`, '  ');
  return `read_csv('${url}.csv', header = true, types = {
  ${list}
})`;
}

function sheets({ url }: ExampleTable): Code {
  return { language: 'text', code: `=IMPORTDATA("${url}.csv")` };
}

/** Power Query reads every cell as text; a column without a type may be guessed at in a later step. */
function excel({ url, columns }: ExampleTable): Code {
  const texts = [...namesOfKind(columns, 'text'), ...namesOfKind(columns, 'nested')];
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
