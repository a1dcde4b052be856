import type { Timestamp } from '../model/index.ts';
import type { Resource, Table } from '../resources/index.ts';
import { type Format, MEDIA_TYPES } from './media-type.ts';
import { toCsv } from './to-csv.ts';

/** One form of a resource. */
export interface Form {
  /** null for the only form of a document, which its path names. */
  readonly format: Format | null;
  readonly mediaType: string;
  /** The content, given the time at which its bytes came to be. */
  readonly contentAt: (generatedAt: Timestamp) => string | Uint8Array;
}

/** The forms of a resource, and how many records they show; null for what has no records. */
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
function tableForms({ columns, meta, hasCsv, rows }: Table) {
  const records = rows();
  const data = JSON.stringify(records);
  const json: Form = {
    format: 'json',
    mediaType: MEDIA_TYPES.json,
    contentAt: (generatedAt) => `{"meta":${JSON.stringify(meta(generatedAt))},"data":${data}}\n`,
  };
  let lines: string | null = null;
  const csv: Form = {
    format: 'csv',
    mediaType: MEDIA_TYPES.csv,
    contentAt() {
      lines ??= toCsv(columns, records);
      return lines;
    },
  };
  return { forms: hasCsv ? [json, csv] : [json], rows: records.length };
}
