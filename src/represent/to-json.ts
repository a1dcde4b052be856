import type { ProblemDetails } from '../resources/index.ts';
import { type Body, isInPieces } from './body.ts';
import type { Layout } from './compose-records.ts';

/** Records in the JSON form of a resource, and in the manifest. */
export const JSON_LAYOUT: Layout = { separator: ',', tail: ']}\n' };

/**
 * The JSON form of a resource: `{ "meta": …, "data": […] }` without white space, and a line break
 * at the end for whoever reads it in a terminal.
 *
 * @param data The records as JSON, separated by commas, as text or in pieces: so is the result.
 */
export function toJson(meta: object, data: string | readonly Uint8Array[]): Body {
  const head = `{"meta":${JSON.stringify(meta)},"data":[`;
  const { tail } = JSON_LAYOUT;
  return isInPieces(data) ? [Buffer.from(head), ...data, Buffer.from(tail)] : head + data + tail;
}

/** An error answer, with a line break at its end too. */
export function toProblemJson(body: ProblemDetails): string {
  return `${JSON.stringify(body)}\n`;
}
