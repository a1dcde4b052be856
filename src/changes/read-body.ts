import type { Row } from '../resources/index.ts';
import type { Body } from './release.ts';

/**
 * Reads an answer from wherever it was kept.
 *
 * @returns null when it is no answer of this API
 */
export function readBody(bytes: Uint8Array): Body | null {
  const body = parse(new TextDecoder().decode(bytes));
  if (!isRow(body) || !isRow(body['meta']) || !Array.isArray(body['data'])) return null;
  return body['data'].every(isRow) ? { meta: body['meta'], data: body['data'] } : null;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
