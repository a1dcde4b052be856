/** The forms an answer has. */
export type Format = 'json' | 'csv';

/** What each form is called on the wire. CSV parameters are those of RFC 4180 §3. */
export const MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8; header=present',
  problem: 'application/problem+json',
} as const;
