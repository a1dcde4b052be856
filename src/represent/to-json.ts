import type { ProblemDetails } from '../resources/index.ts';

/**
 * The JSON form of a resource: `{ "meta": …, "data": […] }` without white space, and a line break
 * at the end for whoever reads it in a terminal.
 *
 * @param data The records as JSON text.
 */
export function toJson(meta: object, data: string): string {
  return `{"meta":${JSON.stringify(meta)},"data":${data}}\n`;
}

/** An error answer. */
export function toProblemJson(body: ProblemDetails): string {
  return compact(body);
}

/** The one way JSON is written. */
export function compact(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
