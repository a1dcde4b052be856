/** The value of a cell. Moments are text, as in RFC 3339. */
export type Cell = string | number | boolean | null;

/** A record of a table; every column is present. */
export type TableRow = { readonly [column: string]: Cell };

/** A column, described once for every format that the tables are published in. */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date-time';
  /**
   * Its meaning: plain text on one line, without quotes, which would confuse `.schema --indent` of
   * SQLite.
   */
  readonly description: string;
  readonly isNullable: boolean;
  /** The permitted values; null for any. */
  readonly values: readonly string[] | null;
  /** The least number that is permitted; null for none. */
  readonly minimum: number | null;
  /** The format of a text; null for plain text. */
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
  /** Other columns with unique values. */
  readonly unique: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly rows: readonly TableRow[];
}
