import { isObject, parseShallowObject } from '../represent/index.ts';
import type { Body } from './release.ts';

/**
 * Reads an answer from wherever it was kept.
 *
 * @returns null when it is no answer of this API
 */
export function readBody(bytes: Uint8Array): Body | null {
  const { meta, data } = parseShallowObject(bytes) ?? {};
  if (!isObject(meta) || !Array.isArray(data)) return null;
  return data.every(isObject) ? { meta, data } : null;
}
