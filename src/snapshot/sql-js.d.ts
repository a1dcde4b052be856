/** What is used of a package that comes without types. */
declare module 'sql.js' {
  type Value = string | number | null;

  interface Statement {
    run(values: readonly Value[]): void;
    free(): void;
  }

  interface Database {
    /** Runs statements; with values, one. */
    run(sql: string, values?: readonly Value[]): void;
    prepare(sql: string): Statement;
    export(): Uint8Array;
    close(): void;
  }

  export interface SqlJs {
    readonly Database: new () => Database;
  }

  export default function initSqlJs(): Promise<SqlJs>;
}
