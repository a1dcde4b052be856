/** An object of JSON that came from somewhere: nothing is known of what it holds. */
export type UnknownObject = { readonly [key: string]: unknown };

/**
 * Reads JSON in UTF-8.
 *
 * @returns null when it is no JSON, or not that of an object
 */
export function parseObject(bytes: Uint8Array): UnknownObject | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is UnknownObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
