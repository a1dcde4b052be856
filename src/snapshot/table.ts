/** What a cell holds. Moments are text, as RFC 3339 writes them. */
export type Cell = string | number | boolean | null;

/** A record of a table; every column is present. */
export type TableRow = { readonly [column: string]: Cell };

/** A column, described once for every format that the tables are published in. */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date-time';
  /**
   * What it means, in plain text: on one line, and without quotes, which `.schema --indent` of SQLite
   * would take for those of a text.
   */
  readonly description: string;
  readonly isNullable: boolean;
  /** The only values there are; null for no such list. */
  readonly values: readonly string[] | null;
  /** The least number there can be; null for none. */
  readonly minimum: number | null;
  /** What a text is written in; null for plain text. */
  readonly format: 'json' | null;
}

export interface ForeignKey {
  readonly column: string;
  readonly table: string;
  /** The column that it names there. */
  readonly key: string;
}

/** A table in which each record is one thing and each cell one value. */
export interface TidyTable {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  /** Columns whose values are unique besides. */
  readonly unique: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  /** The records, made anew each time: all of them together can be more than fits in memory. */
  readonly rows: () => Iterable<TableRow>;
}
