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
import { composeRecords, type Entry, type Layout } from './compose-records.ts';
import { type Format, MEDIA_TYPES } from './media-type.ts';
import { outputPath } from './output-path.ts';
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
      return { forms: [() => documentForm(resource)], countRows: () => null };
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
    const entries = entriesOf(roll, earlier, toText);
    const composed = composeRecords(entries, layout, earlier?.bytes ?? null);
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

function* entriesOf(
  { entries, recordsAt }: Roll,
  earlier: EarlierFile | null,
  toText: (rows: readonly Row[]) => string,
): Generator<Entry, void> {
  const all = entries();
  for (let index = 0; index < all.length; index += 1) {
    const { id, rank = 0 } = all[index] as RollEntry;
    const passage = earlier?.passageOf(id);
    if (passage?.mark === rank) {
      yield { id, passage };
    } else {
      const rows = recordsAt(index);
      yield { id, text: toText(rows), rows: rows.length, mark: rank };
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

function documentForm({ mediaType, contentAt }: Document): Form {
  return { format: null, mediaType, contentAt, earlier: null };
}

function problemForm({ body }: ProblemDocument): Form {
  const contentAt = () => toProblemJson(body);
  return { format: 'json', mediaType: MEDIA_TYPES.problem, contentAt, earlier: null };
}
