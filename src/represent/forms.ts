import papaparse from 'papaparse';
import { type Timestamp, toBytes } from '../model/index.ts';
import type { Resource, Row, Table } from '../resources/index.ts';
import { type Format, MEDIA_TYPES } from './media-type.ts';

/** One form of a resource. */
export interface Form {
  /** null for documents, whose path has the suffix. */
  readonly format: Format | null;
  readonly mediaType: string;
  /** The content, given the time of its bytes. */
  readonly contentAt: (generatedAt: Timestamp) => string | Uint8Array;
}

/** The forms of a resource, and its number of records; null for a resource without records. */
export function formsOf(resource: Resource): {
  readonly forms: readonly Form[];
  readonly rows: number | null;
} {
  switch (resource.kind) {
    case 'problem': {
      const contentAt = () => `${JSON.stringify(resource.body)}\n`;
      return { forms: [{ format: 'json', mediaType: MEDIA_TYPES.problem, contentAt }], rows: null };
    }
    case 'document': {
      const { mediaType, contentAt } = resource;
      return { forms: [{ format: null, mediaType, contentAt }], rows: null };
    }
    default:
      return tableForms(resource);
  }
}

/** JSON is `{ "meta": …, "data": […] }` without white space, with a line break at its end. */
function tableForms({ columns, meta, hasCsv, isForSpreadsheets, rows }: Table) {
  const records = rows();
  const data = toBytes(JSON.stringify(records));
  const json: Form = {
    format: 'json',
    mediaType: MEDIA_TYPES.json,
    // Only the beginning depends on the time, and the rest can have megabytes.
    contentAt: (generatedAt) =>
      Buffer.concat([toBytes(`{"meta":${JSON.stringify(meta(generatedAt))},"data":`), data, END]),
  };
  let table: Uint8Array | null = null;
  const csv: Form = {
    format: 'csv',
    mediaType: MEDIA_TYPES.csv,
    contentAt() {
      table ??= toBytes(toCsv(columns, records, isForSpreadsheets));
      return table;
    },
  };
  return { forms: hasCsv ? [json, csv] : [json], rows: records.length };
}

/**
 * The CSV form of records (RFC 4180): a header line, CR LF at the end of every line, no byte
 * order mark. Null is an empty cell; a nested value is its JSON text in one cell.
 *
 * @param isForSpreadsheets Whether texts that spreadsheets would convert get an invisible first character.
 */
export function toCsv(
  columns: readonly string[],
  rows: readonly Row[],
  isForSpreadsheets = false,
): string {
  const cellOf = isForSpreadsheets ? (value: unknown) => toCell(keepLook(value)) : toCell;
  const lines = [columns, ...rows.map((row) => columns.map((column) => cellOf(row[column])))];
  return `${papaparse.unparse(lines, { newline: '\r\n' })}\r\n`;
}

const END = toBytes('}\n');

function toCell(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** A word joiner: spreadsheets take any text that begins with it as it is. */
const WORD_JOINER = '\u2060';

const SIGNS = String.raw`\s.,:;/\\'’%()+\-–$€£¥`;
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*';
/**
 * Texts that spreadsheets may take for a number, an amount, a fraction, a date, a time or a truth value
 * when they open CSV. Timestamps are not among them: their cells may become times.
 */
const CONVERTIBLE = [
  // Digits with separators, signs, an exponent or a currency.
  `[\\d${SIGNS}]+(?:e[+-]?\\d+|[ap]\\.?m\\.?)?`,
  `[\\d${SIGNS}]*${MONTH}[\\d${SIGNS}]*`,
].map((pattern) => new RegExp(`^(?=.*\\d)${pattern}$`, 'i'));

function keepLook(value: unknown): unknown {
  // A plain integer looks the same as a number.
  if (typeof value !== 'string' || /^[1-9]\d{0,14}$/.test(value)) return value;
  const isConvertible =
    /^(?:true|false)$/i.test(value) || CONVERTIBLE.some((one) => one.test(value));
  return isConvertible ? `${WORD_JOINER}${value}` : value;
}
