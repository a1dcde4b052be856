import { type Dataset, isCurrent, type Service, type Timestamp } from '../model/index.ts';
import {
  ANSWERS,
  type AnswerKind,
  isTable,
  type ProblemDocument,
  planResources,
  rankOperators,
  type Table,
  toTable,
  yearPath,
} from '../resources/index.ts';
import type { Described, Outline } from './outline.ts';

/** Answers to show, from a publication of a few of the operators. */
export interface Examples {
  /** Tables by kind, cut short after the first records. */
  readonly samples: ReadonlyMap<AnswerKind, Table>;
  /** The bodies of error answers, by their paths. */
  readonly problems: ReadonlyMap<string, ProblemDocument['body']>;
}

/** The number of records in a sample. */
const RECORDS = 2;

/** Takes the first table of each kind that has a record to show, or the first of all. */
export function takeExamples({ dataset, links }: Described, { kinds }: Outline): Examples {
  const samples = new Map<AnswerKind, Table>();
  const answers = planResources(aFewOf(dataset), links);
  const tables = [...answers.filter(isTable), ...laterTables(dataset.service)];
  for (const kind of kinds) {
    const ofKind = tables.filter(({ answer }) => answer === kind);
    const table = ofKind.find(({ rows }) => rows().length > 0) ?? ofKind[0];
    const records = table?.rows().slice(0, RECORDS) ?? [];
    if (table !== undefined) samples.set(kind, { ...table, rows: () => records });
  }
  const problems = answers.filter((answer) => answer.kind === 'problem');
  return { samples, problems: new Map(problems.map(({ paths: [path], body }) => [path, body])) };
}

/**
 * The dataset with a few operators, enough for a record of each kind of answer. Changes to other
 * operators do not change a sample. Otherwise every change of the data would change the descriptions.
 */
function aFewOf(dataset: Dataset): Dataset {
  const { operators } = dataset;
  const few = new Set([
    ...operators.slice(0, RECORDS).map(({ id }) => id),
    operators.find(({ claims }) => claims.length > 0)?.id,
    operators.find(({ claims }) => claims.some(isCurrent))?.id,
    ...someRanked(dataset),
  ]);
  return { ...dataset, operators: operators.filter(({ id }) => few.has(id)) };
}

/** The first operators by id, since places change, of the first ranking that has any. */
function someRanked(dataset: Dataset): readonly number[] {
  for (const category of dataset.activeCategories) {
    const ids = rankOperators(category, dataset).ranked.map(({ operator }) => operator.id);
    if (ids.length > 0) return ids.toSorted((a, b) => a - b).slice(0, RECORDS);
  }
  return [];
}

/** A digest and a time for examples. */
export const NO_DIGEST = '0'.repeat(64);
export const SOME_TIME = '2026-01-05T09:30:00Z' as Timestamp;

/** What the tables of later stages may look like, with made-up values. */
function laterTables(service: Service): readonly Table[] {
  const { base_url } = service;
  const { fields } = ANSWERS.changes;
  const unchanged = Object.fromEntries(Object.keys(fields).map((name) => [name, null])) as {
    readonly [K in keyof typeof fields]: null;
  };
  const change = {
    ...unchanged,
    changed_at: SOME_TIME,
    kind: 'service_changed',
    field: 'notice',
    new: 'Fees are being checked again.',
    api_url: base_url,
  } as const;
  const download = {
    file: 'operator-api.zip',
    media_type: 'application/zip',
    bytes: 48_213,
    sha256: NO_DIGEST,
    description: 'All data as JSON and CSV.',
    url: `${base_url}/snapshots/operator-api.zip` as typeof base_url,
  };
  const changes = { meta: () => ({ total: 1, limit: 1000 }), rows: () => [change] };
  const downloads = { meta: () => ({ total: 1 }), rows: () => [download] };
  return [
    toTable(ANSWERS.changes, changes, service),
    toTable(
      ANSWERS['changes-of-year'],
      { ...changes, paths: [yearPath('2026')], meta: () => ({ year: 2026, total: 1 }) },
      service,
    ),
    toTable(ANSWERS.snapshots, downloads, service),
  ];
}
