import type { ProblemDetails } from '../resources/index.ts';

/**
 * The JSON form of a resource: `{ "meta": …, "data": […] }` without white space, and a line break
 * at the end for whoever reads it in a terminal.
 *
 * @param data The records as JSON, as text or encoded: so is the result.
 */
export function toJson(meta: object, data: string | Uint8Array): string | Buffer {
  const [head, tail] = [`{"meta":${JSON.stringify(meta)},"data":`, '}\n'];
  return typeof data === 'string'
    ? head + data + tail
    : Buffer.concat([Buffer.from(head), data, Buffer.from(tail)]);
}

/** An error answer. */
export function toProblemJson(body: ProblemDetails): string {
  return compact(body);
}

/** The one way JSON is written. */
export function compact(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
