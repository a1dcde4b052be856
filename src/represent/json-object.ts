/** A JSON object from an untrusted source. */
export type UnknownObject = { readonly [key: string]: unknown };

/**
 * Reads JSON in UTF-8.
 *
 * @returns null if it is not the JSON of an object
 */
export function parseObject(bytes: Uint8Array): UnknownObject | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Much deeper than any answer. */
const DEEPEST_NESTING = 100;

/**
 * Like `parseObject`, for callers that traverse or serialize the value: both recurse on every level.
 *
 * @returns null also if it is nested deeper than any answer
 */
export function parseShallowObject(bytes: Uint8Array): UnknownObject | null {
  return nestsTooDeep(bytes) ? null : parseObject(bytes);
}

function nestsTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) isInText = !isInText;
    else if (isInText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) depth += 1;
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth -= 1;
    if (depth > DEEPEST_NESTING) return true;
  }
  return false;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPENING_BRACKET, CLOSING_BRACKET] = [0x5b, 0x5d];
const [OPENING_BRACE, CLOSING_BRACE] = [0x7b, 0x7d];

export function isObject(value: unknown): value is UnknownObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
