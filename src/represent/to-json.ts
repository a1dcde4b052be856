import type { Timestamp } from '../model/index.ts';
import type { ProblemDetails, Table } from '../resources/index.ts';

/**
 * The JSON form of a resource: `{ "meta": …, "data": […] }` without white space, and a line break
 * at the end for whoever reads it in a terminal.
 */
export function toJson(table: Table, generatedAt: Timestamp): string {
  return compact({ meta: table.meta(generatedAt), data: table.rows() });
}

/** An error answer. */
export function toProblemJson(body: ProblemDetails): string {
  return compact(body);
}

/** The one way JSON is written. */
export function compact(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
