import { LIKE_CURL } from './curl.ts';
import type { Request } from './exchange.ts';

/** A GET as curl sends it, and more header fields. */
export function get(path: string, headers: Request['headers'] = {}): Request {
  return { method: 'GET', path, headers: { ...LIKE_CURL, ...headers } };
}

export function head(path: string): Request {
  return { ...get(path), method: 'HEAD' };
}

/** A GET for the bytes as they are stored. */
export function getPlain(path: string, headers: Request['headers'] = {}): Request {
  return get(path, { ...headers, 'Accept-Encoding': 'identity' });
}

export const JSON_ONLY: Request['headers'] = { Accept: 'application/json' };
export const CSV_ONLY: Request['headers'] = { Accept: 'text/csv' };
