import type { Timestamp } from '../model/index.ts';
import type {
  Document,
  ProblemDocument,
  Resource,
  Roll,
  RollEntry,
  Row,
  Table,
} from '../resources/index.ts';
import type { Body } from './body.ts';
import { composeRecords, type Layout, type Records } from './compose-records.ts';
import { type Format, MEDIA_TYPES } from './media-type.ts';
import { documentPath, outputPath } from './output-path.ts';
import { type EarlierFile, NO_PASSAGES, type Passages } from './passages.ts';
import { CSV_LAYOUT, toCsv, toCsvLines } from './to-csv.ts';
import { JSON_LAYOUT, toJson, toProblemJson } from './to-json.ts';

/** One form of a resource: its bytes, given the time at which they came to be. */
export interface Form {
  /** null: it is the only form, and named by the path of the resource itself. */
  readonly format: Format | null;
  readonly mediaType: string;
  readonly contentAt: (generatedAt: Timestamp) => Body;
  /** What was published of it last; null where nobody has looked. */
  readonly earlier: Uint8Array | null;
}

/** The forms of a resource, and how many records they show. */
export interface Forms {
  /** Each is made when it is its turn. */
  readonly forms: readonly (() => Form)[];
  /** null for what has no records; known once the forms are made. */
  readonly countRows: () => number | null;
}

/**
 * The forms of a resource.
 *
 * @param passages What can be taken over from what was published last.
 */
export function formsOf(resource: Resource, passages: Passages = NO_PASSAGES): Forms {
  switch (resource.kind) {
    case 'problem':
      return { forms: [() => problemForm(resource)], countRows: () => null };
    case 'document':
      return { forms: [() => documentForm(resource, passages)], countRows: () => null };
    default:
      return resource.roll === undefined
        ? tableForms(resource)
        : rollForms(resource, resource.roll, passages);
  }
}

function tableForms({ columns, meta, forms, rows }: Table): Forms {
  const records = rows();
  const json = () => jsonForm(meta, JSON.stringify(records).slice(1, -1));
  const csv = () => csvForm(toCsv(columns, records));
  return { forms: forms === undefined ? [json, csv] : [json], countRows: () => records.length };
}

/** The forms of what can be too long to be one text, or to have all of its records at once. */
function rollForms({ paths: [path], columns, meta }: Table, roll: Roll, passages: Passages): Forms {
  let total = 0;
  const compose = (format: Format, layout: Layout, toText: (rows: readonly Row[]) => string) => {
    const file = outputPath(path, format);
    const earlier = passages.recall(file, roll.basis);
    const records = composeRecords(layout, earlier?.bytes ?? null);
    addRecords(records, roll, earlier, toText);
    const composed = records.finish();
    passages.note(file, roll.basis, composed.passages);
    total = composed.rows;
    return { records: composed.pieces, earlier: earlier?.bytes ?? null };
  };
  const json = () => {
    const toText = (rows: readonly Row[]) => JSON.stringify(rows).slice(1, -1);
    const { records, earlier } = compose('json', JSON_LAYOUT, toText);
    return jsonForm(meta, records, earlier);
  };
  const csv = () => {
    const toText = (rows: readonly Row[]) => toCsvLines(columns, rows);
    const { records, earlier } = compose('csv', CSV_LAYOUT, toText);
    return csvForm([Buffer.from(toCsv(columns, [])), ...records], earlier);
  };
  return { forms: [json, csv], countRows: () => total };
}

function addRecords(
  records: Records,
  { entries, recordsAt }: Roll,
  earlier: EarlierFile | null,
  toText: (rows: readonly Row[]) => string,
): void {
  const all = entries();
  // Without an iterator: most are kept, in a loop that runs cold.
  for (let index = 0; index < all.length; index += 1) {
    const { id, rank = 0 } = all[index] as RollEntry;
    const passage = earlier?.passageOf(id);
    if (passage?.mark === rank) {
      records.keep(id, passage);
    } else {
      const rows = recordsAt(index);
      records.add(id, toText(rows), rows.length, rank);
    }
  }
}

function jsonForm(
  meta: Table['meta'],
  data: string | readonly Uint8Array[],
  earlier: Form['earlier'] = null,
): Form {
  return {
    format: 'json',
    mediaType: MEDIA_TYPES.json,
    contentAt: (generatedAt) => toJson(meta(generatedAt), data),
    earlier,
  };
}

function csvForm(content: Body, earlier: Form['earlier'] = null): Form {
  return { format: 'csv', mediaType: MEDIA_TYPES.csv, contentAt: () => content, earlier };
}

function documentForm(
  { paths: [path], mediaType, ingredients, contentAt }: Document,
  passages: Passages,
): Form {
  if (ingredients !== undefined) {
    passages.note(documentPath(path), ingredients.basis, new Float64Array());
  }
  return { format: null, mediaType, contentAt, earlier: null };
}

function problemForm({ body }: ProblemDocument): Form {
  const contentAt = () => toProblemJson(body);
  return { format: 'json', mediaType: MEDIA_TYPES.problem, contentAt, earlier: null };
}
