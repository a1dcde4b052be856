import * as z from 'zod';
import {
  describe,
  linesOf,
  type Place,
  quote,
  type TextFile,
  wholeFile,
} from '../diagnostics/index.ts';
import { choicesOf, type Metric, metricKey, operatorRecord } from '../model/index.ts';
import { type PlainValue, parseYaml, type SourceDocument } from '../source/index.ts';
import { explainValue, nearest } from '../validate/index.ts';
import { fold, type Kind, kindOfMetric, type ReadingRules, readCell } from './read-cell.ts';
import type { Table } from './read-table.ts';

const { kyc_level } = operatorRecord.shape;

/** The fields of an operator that a column can give, and what its cells hold. */
export const FIELDS = {
  id: { kind: 'integer', unit: null },
  slug: { kind: 'text' },
  name: { kind: 'text' },
  license_jurisdiction: { kind: 'text' },
  kyc_level: { kind: 'choice', choices: choicesOf(kyc_level) },
  kyc_threshold_usd: { kind: 'number', unit: 'USD' },
  accepts_vpn: { kind: 'boolean' },
  has_mobile_app: { kind: 'boolean' },
  website: { kind: 'text' },
  updated_at: { kind: 'date' },
  pros: { kind: 'list' },
  cons: { kind: 'list' },
} as const satisfies { readonly [field: string]: Kind };
export type Field = keyof typeof FIELDS;

/** What `evidence` and `date` say for the claims of the whole row. */
export const WHOLE_ROW = 'row';

const decimal = z.enum(['.', ',']).describe('The sign before the decimals.');

const columnRules = z.strictObject({
  field: z.enum(Object.keys(FIELDS) as [Field, ...Field[]]).optional(),
  metric: metricKey.optional(),
  evidence: z.string().optional(),
  date: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  decimal: decimal.optional(),
  range: z.enum(['lower', 'middle', 'upper']).optional(),
  units: z.record(z.string(), z.number()).optional(),
  unit: z.string().optional(),
  separator: z.string().min(1).optional(),
  prefix: z.string().optional(),
});
type ColumnRules = z.infer<typeof columnRules>;

const wholeMapping = z.strictObject({
  decimal: decimal.default('.'),
  date_order: z.enum(['day-month', 'month-day']).nullable().default(null),
  date: z.string().nullable().default(null),
  columns: z.record(z.string(), z.unknown()),
});

/** How a column is read. */
export interface MappedColumn {
  readonly index: number;
  readonly field: Field | null;
  readonly metric: Metric | null;
  /** The metric whose claims it gives the evidence of, or WHOLE_ROW. */
  readonly evidence: string | null;
  readonly date: string | null;
  readonly rules: ReadingRules;
}

/** How a spreadsheet is read. */
export interface Mapping {
  readonly columns: readonly MappedColumn[];
  /** The day of claims in rows that give none; null for none. */
  readonly date: string | null;
}

/** Something that is wrong in a mapping file. */
export interface MappingProblem {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/**
 * Reads a mapping file.
 *
 * @param metrics The metrics of the data folder, by key.
 * @returns The mapping, or everything that is wrong with it.
 */
export function readMapping(
  file: TextFile,
  table: Table,
  metrics: ReadonlyMap<string, Metric>,
): { readonly mapping: Mapping } | { readonly problems: readonly MappingProblem[] } {
  const problems: MappingProblem[] = [];
  const report = (place: Place, text: string) => {
    problems.push({ ...linesOf(place.file).positionAt(place.start), text });
  };
  const { value: document, diagnostics } = parseYaml(file);
  for (const { place, finding } of diagnostics) report(place, inOneLine(finding));
  if (document === null) {
    if (problems.length === 0) report(wholeFile(file), 'The mapping is empty.');
    return { problems };
  }
  const read = readParts(document, table, metrics, report);
  return problems.length > 0 || read === null ? { problems } : { mapping: read };
}

type ReportProblem = (place: Place, text: string) => void;

function readParts(
  document: SourceDocument,
  { columns }: Table,
  metrics: ReadonlyMap<string, Metric>,
  report: ReportProblem,
): Mapping | null {
  const whole = readPart(document, [], wholeMapping, 'mapping', report);
  if (whole === null) return null;
  const day = whole.date === null ? null : readCell(whole.date, { kind: 'date' }, whole);
  if (day !== null && 'problem' in day) {
    report(document.placeOf(['date']), `${quote(whole.date ?? '')} ${day.problem}.`);
  }
  const names = columns.map(({ name }) => name);
  const mapped = Object.entries(whole.columns).flatMap(([name, entry]) => {
    const path = ['columns', name];
    const index = names.indexOf(name);
    if (index < 0) {
      const near = nearest(fold(name), names.map(fold));
      const heading = names.find((other) => fold(other) === near);
      report(
        document.placeOfKey(path),
        `No column has the heading ${quote(name)}. ${heading === undefined ? 'Copy its heading.' : `Did you mean ${quote(heading)}?`}`,
      );
    }
    if (!isUsed(entry)) return [];
    const rules = readPart(document, path, columnRules, 'column', report);
    if (rules === null) return [];
    const complain = (key: keyof ColumnRules, text: string) =>
      report(document.placeOf([...path, key]), text);
    return [{ index, rules, complain }];
  });
  checkRoles(mapped, metrics);
  const isNamed = mapped.some(({ rules }) => /^(?:name|slug|id)$/.test(rules.field ?? ''));
  if (!isNamed && mapped.length === Object.values(whole.columns).filter(isUsed).length) {
    report(document.placeOfKey(['columns']), 'No column gives the name, the slug or the id.');
  }
  return {
    date: day !== null && 'value' in day ? String(day.value) : null,
    columns: mapped.map(({ index, rules }) => ({
      index,
      field: rules.field ?? null,
      metric: metrics.get(rules.metric ?? '') ?? null,
      evidence: rules.evidence ?? null,
      date: rules.date ?? null,
      rules: { ...rules, decimal: rules.decimal ?? whole.decimal, date_order: whole.date_order },
    })),
  };
}

function isUsed(entry: unknown): boolean {
  return entry !== 'ignore';
}

interface ReadColumn {
  readonly rules: ColumnRules;
  readonly complain: (key: keyof ColumnRules, text: string) => void;
}

const ROLES = ['field', 'metric', 'evidence', 'date'] as const;

/** Reports roles that two columns have, and names that do not exist. */
function checkRoles(columns: readonly ReadColumn[], metrics: ReadonlyMap<string, Metric>): void {
  const given = new Set(columns.map(({ rules }) => rules.metric));
  const taken = new Set<string>();
  for (const { rules, complain } of columns) {
    for (const role of ROLES) {
      const name = rules[role];
      if (name === undefined) continue;
      if (taken.has(`${role} ${name}`)) complain(role, `Another column has ${role}: ${name}, too.`);
      taken.add(`${role} ${name}`);
    }
    const { metric } = rules;
    if (metric !== undefined && !metrics.has(metric)) {
      const near = nearest(metric, metrics.keys());
      complain(
        'metric',
        `metrics.yaml has no metric "${metric}". ${near === null ? 'Add it' : `Did you mean "${near}"? Or add it`}: operator-api new metric ${metric}`,
      );
    }
    for (const role of ['evidence', 'date'] as const) {
      const of = rules[role];
      if (of === undefined || of === WHOLE_ROW || given.has(of)) continue;
      complain(
        role,
        `No column gives the metric "${of}"; write ${WHOLE_ROW}, or one that a column gives.`,
      );
    }
    const kind = kindOf(rules, metrics);
    for (const [text, value] of Object.entries(rules.values ?? {})) {
      if (kind !== null && value !== null && !isOfKind(value, kind)) {
        complain('values', `${JSON.stringify(text)} cannot mean ${JSON.stringify(value)} here.`);
      }
    }
  }
}

function kindOf({ field, metric }: ColumnRules, metrics: ReadonlyMap<string, Metric>): Kind | null {
  if (field !== undefined) return FIELDS[field];
  const known = metrics.get(metric ?? '');
  return known === undefined ? null : kindOfMetric(known);
}

function isOfKind(value: string | number | boolean, kind: Kind): boolean {
  switch (kind.kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
    case 'integer':
      return Number.isInteger(value);
    case 'choice':
      return kind.choices.includes(String(value));
    default:
      return typeof value === 'string';
  }
}

/** A part of the mapping; null, with every problem reported, if it is not as the schema says. */
function readPart<T>(
  document: SourceDocument,
  path: readonly string[],
  schema: z.ZodType<T>,
  whole: string,
  report: ReportProblem,
): T | null {
  const value = path.reduce<PlainValue>(
    (part, key) => (part as { readonly [key: string]: PlainValue })[key] ?? null,
    document.value,
  );
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const { path: below, isAboutKey, finding } of explainValue({ whole, schema, value })) {
    const full = [...path, ...below];
    report(isAboutKey ? document.placeOfKey(full) : document.placeOf(full), inOneLine(finding));
  }
  return null;
}

function inOneLine(finding: Parameters<typeof describe>[0]): string {
  const { headline, advice } = describe(finding);
  return `${headline}. ${advice}`;
}
