import type { SqlJs } from 'sql.js';
import { type Dataset, type Service, SUMMARY_COLUMNS } from '../model/index.ts';
import type { Column, TableRow, TidyTable } from './table.ts';

/** Conditions between the columns of a record. */
const CONDITIONS: Readonly<Record<string, readonly string[]>> = {
  operators: [`("kyc_level" = 'threshold') = ("kyc_threshold_usd" IS NOT NULL)`],
  claims: [
    `("status" = 'superseded') = ("superseded_by" IS NOT NULL)`,
    `("status" = 'retracted') = ("retracted_at" IS NOT NULL)`,
    `("retracted_at" IS NULL) = ("retracted_reason" IS NULL)`,
    `"value_number" IS NULL OR "value_boolean" IS NULL`,
  ],
  categories: [
    `("status" = 'active') = ("title" IS NOT NULL)`,
    `("status" = 'removed') = ("removed_at" IS NOT NULL)`,
  ],
};

/**
 * The tables as an SQLite database: keys, constraints, an index for each foreign key, and a view
 * for each ranking. The same tables give the same bytes: they contain no time.
 */
export function toSqlite(
  { Database }: SqlJs,
  tables: readonly TidyTable[],
  { service, activeCategories }: Pick<Dataset, 'service' | 'activeCategories'>,
): Uint8Array {
  const database = new Database();
  try {
    database.run('BEGIN');
    database.run([...tables.map(tableDefinition), ABOUT].join(';\n'));
    for (const term of termsOf(service)) database.run('INSERT INTO "about" VALUES (?, ?)', term);
    for (const table of tables) {
      const statement = database.prepare(insertion(table));
      for (const row of table.rows) statement.run(cellsOf(row, table));
      statement.free();
    }
    // After the records, since an index over all of them is made faster.
    const views = activeCategories.map(({ slug }) => rankingView(slug));
    database.run([...tables.flatMap(indexDefinitions), ...VIEWS, ...views].join(';\n'));
    database.run('COMMIT');
    return database.export();
  } finally {
    database.close();
  }
}

function tableDefinition(table: TidyTable): string {
  const { name, title, description, columns, primaryKey, unique, foreignKeys } = table;
  const key = primaryKey.map(quote).join(', ');
  const lines = [
    ...columns.map((column) => ({ text: columnDefinition(column), comment: column.description })),
    { text: `PRIMARY KEY (${key})`, comment: null },
    ...unique.map((column) => ({ text: `UNIQUE (${quote(column)})`, comment: null })),
    ...foreignKeys.map(({ column, table, key }) => ({
      // A record may refer to a later one.
      text: `FOREIGN KEY (${quote(column)}) REFERENCES ${quote(table)} (${quote(key)}) DEFERRABLE INITIALLY DEFERRED`,
      comment: null,
    })),
    ...(CONDITIONS[name] ?? []).map((text) => ({ text: `CHECK (${text})`, comment: null })),
  ];
  const body = lines.map(({ text, comment }, index) => {
    const comma = index < lines.length - 1 ? ',' : '';
    return `  ${text}${comma}${comment === null ? '' : ` -- ${comment}`}`;
  });
  // With row ids, keys that are not integers would be stored twice.
  const storage = key === '"id"' ? '' : ' WITHOUT ROWID';
  return `CREATE TABLE ${quote(name)} ( -- ${title}: ${description}\n${body.join('\n')}\n)${storage}`;
}

const SQL_TYPES: Readonly<Record<Column['type'], string>> = {
  string: 'TEXT',
  integer: 'INTEGER',
  number: 'REAL',
  boolean: 'INTEGER',
  'date-time': 'TEXT',
};

function columnDefinition(column: Column): string {
  const check = [...checksOf(column)].join(' AND ');
  const presence = column.isNullable ? '' : ' NOT NULL';
  return `${quote(column.name)} ${SQL_TYPES[column.type]}${presence} CHECK (${check})`;
}

/**
 * The conditions for a value. Most are null for null, which passes (CREATE TABLE, §3.7); json_valid is
 * so in recent versions of SQLite only.
 */
function* checksOf({ name, type, values, minimum, format }: Column): Generator<string> {
  const column = quote(name);
  if (values !== null) return yield `${column} IN (${values.map(text).join(', ')})`;
  if (format === 'json') yield `(${column} IS NULL OR json_valid(${column}))`;
  if (type === 'boolean') yield `${column} IN (0, 1)`;
  else if (type === 'date-time')
    yield `${column} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'`;
  else if (type === 'string') yield `${column} <> ''`;
  else yield `typeof(${column}) IN ('${SQL_TYPES[type].toLowerCase()}', 'null')`;
  if (minimum !== null) yield `${column} >= ${minimum}`;
}

function cellsOf(row: TableRow, { columns }: TidyTable): (string | number | null)[] {
  return columns.map(({ name }) => {
    const cell = row[name] ?? null;
    return typeof cell === 'boolean' ? Number(cell) : cell;
  });
}

function insertion({ name, columns }: TidyTable): string {
  return `INSERT INTO ${quote(name)} VALUES (${columns.map(() => '?').join(', ')})`;
}

function indexDefinitions({ name, primaryKey, foreignKeys }: TidyTable): string[] {
  return foreignKeys
    .filter(({ column }) => column !== primaryKey[0])
    .map(({ column }) => {
      const index = quote(`${name}_${column}`);
      return `CREATE INDEX ${index} ON ${quote(name)} (${quote(column)})`;
    });
}

const ABOUT = `CREATE TABLE "about" ( -- About: The dataset and its terms.
  "name" TEXT NOT NULL PRIMARY KEY,
  "value" TEXT NOT NULL
) WITHOUT ROWID`;

function termsOf(service: Service): readonly (readonly [name: string, value: string])[] {
  const { license, attribution, notice } = service;
  return [
    ['name', service.name],
    ['source', service.base_url],
    ['site', service.site_url],
    ['license', license.name],
    ['license_url', license.url],
    ['attribution', attribution],
    ...(notice === null ? [] : [['notice', notice] as const]),
  ];
}

/** The columns of the answers of the API, with typed values beside the text. */
const VIEWS = [
  `CREATE VIEW "current_claims" AS
SELECT c."claim_id", c."operator_id", o."slug", o."name" AS "operator", c."metric",
  m."name" AS "metric_name", c."value", c."value_number", c."value_boolean", m."unit",
  c."evidence_url", c."observed_at"
FROM "claims" c
JOIN "operators" o ON o."id" = c."operator_id"
JOIN "metrics" m ON m."key" = c."metric"
WHERE c."status" = 'current' AND o."operator_status" = 'active'`,
  // Timestamps sort as texts.
  `CREATE VIEW "history" AS -- Claims with the time that each held.
SELECT c."claim_id", c."operator_id", o."slug", o."name" AS "operator", c."metric",
  m."name" AS "metric_name", c."value", c."value_number", c."value_boolean", m."unit",
  c."first_observed_at" AS "valid_from",
  COALESCE(s."first_observed_at", c."retracted_at", o."ended_at") AS "valid_to",
  c."status", c."evidence_url", c."observed_at"
FROM "claims" c
JOIN "operators" o ON o."id" = c."operator_id"
JOIN "metrics" m ON m."key" = c."metric"
LEFT JOIN "claims" s ON s."claim_id" = c."superseded_by"`,
  `CREATE VIEW "best" AS
SELECT r."category", r."rank", ${SUMMARY_COLUMNS.map((name) => `o.${quote(name)}`).join(', ')},
  r."metric", r."metric_name", r."value", r."value_number", r."value_boolean", m."unit",
  r."claim_id", c."evidence_url", c."observed_at"
FROM "rankings" r
JOIN "operators" o ON o."id" = r."operator_id"
LEFT JOIN "claims" c ON c."claim_id" = r."claim_id"
LEFT JOIN "metrics" m ON m."key" = c."metric"
ORDER BY r."category", r."rank", o."id"`,
];

/** A slug has no underscore, so the names are unique. */
function rankingView(slug: string): string {
  const name = quote(`best_${slug.replaceAll('-', '_')}`);
  return `CREATE VIEW ${name} AS SELECT * FROM "best" WHERE "category" = ${text(slug)} ORDER BY "rank", "id"`;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
