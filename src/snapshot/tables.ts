import * as z from 'zod';
import {
  allowsNull,
  type Claim,
  choicesOf,
  claim,
  type Dataset,
  firstObserved,
  isMoment,
  keywordsOf,
  lastObserved,
  lifeFields,
  metric,
  type Operator,
  operatorId,
  operatorLists,
  summaryFields,
  typeOf,
} from '../model/index.ts';
import {
  ANSWERS,
  deciding,
  effectiveAmount,
  effectiveAmountOf,
  fateOf,
  rankOperators,
  summaryRecord,
} from '../resources/index.ts';
import type { Column, ForeignKey, TableRow, TidyTable } from './table.ts';

/**
 * The dataset as normalised tables. A table comes after those that it refers to, so that they can be
 * loaded in this order. Records are in the order of their sources, operators by id.
 */
export function toTables(dataset: Dataset): readonly TidyTable[] {
  return [
    operators(dataset),
    metrics(dataset),
    listOf(
      'payment_options',
      'Payment options',
      'What can be paid in and out, by operator.',
      dataset,
    ),
    fees(dataset),
    listOf('limits', 'Limits', 'The least and the most that operators allow.', dataset),
    prosAndCons(dataset),
    listOf('sources', 'Sources', 'What the records of operators rest on.', dataset),
    claims(dataset),
    categories(dataset),
    rankings(dataset),
  ];
}

function operators({ operators, service }: Dataset): TidyTable {
  return {
    name: 'operators',
    title: 'Operators',
    description: 'One record for each operator, also those that have closed or merged.',
    columns: columnsOf({
      ...summaryFields,
      website: lifeFields.website,
      // Not status: joins with claims would have two columns of this name.
      operator_status: lifeFields.status,
      ended_at: lifeFields.ended_at,
      ended_reason: lifeFields.ended_reason,
      merged_into: lifeFields.merged_into,
      former_slugs: JSON_TEXT.unwrap().describe(
        `${lifeFields.former_slugs.description} Written as a JSON array.`,
      ),
    }),
    primaryKey: ['id'],
    unique: ['slug'],
    foreignKeys: [{ column: 'merged_into', table: 'operators', key: 'slug' }],
    rows: operators.map((operator) => ({
      ...summaryRecord(operator, service),
      website: operator.website,
      operator_status: operator.status,
      ended_at: operator.ended_at,
      ended_reason: operator.ended_reason,
      merged_into: operator.merged_into,
      former_slugs: JSON.stringify(operator.former_slugs),
    })),
  };
}

const METRIC_FIELDS = Object.keys(metric.shape) as readonly (keyof typeof metric.shape)[];

function metrics({ metrics }: Dataset): TidyTable {
  return {
    name: 'metrics',
    title: 'Metrics',
    description: 'The dictionary of what claims are about.',
    columns: columnsOf(
      Object.fromEntries(METRIC_FIELDS.map((name) => [name, ANSWERS.metrics.fields[name]])),
    ),
    primaryKey: ['key'],
    unique: [],
    foreignKeys: [{ column: 'replaced_by', table: 'metrics', key: 'key' }],
    rows: [...metrics.values()].map((metric) =>
      Object.fromEntries(METRIC_FIELDS.map((name) => [name, metric[name]])),
    ),
  };
}

/** The entries of a list in each operator's record, by the operator and their place in the list. */
function listOf(
  name: 'payment_options' | 'fees' | 'limits' | 'sources',
  title: string,
  description: string,
  { operators }: Dataset,
): TidyTable {
  const { shape } = operatorLists[name].element;
  return {
    name,
    title,
    description,
    columns: columnsOf({
      operator_id: OPERATOR,
      position: PLACE,
      ...shape,
    }),
    primaryKey: ['operator_id', 'position'],
    unique: [],
    foreignKeys: [OF_OPERATOR],
    rows: operators.flatMap((operator) =>
      operator[name].map((entry, index) => ({
        operator_id: operator.id,
        position: index + 1,
        ...entry,
      })),
    ),
  };
}

/** Fees have a number to compare them by as well. */
function fees(dataset: Dataset): TidyTable {
  const { columns, rows, ...table } = listOf('fees', 'Fees', 'What operators charge.', dataset);
  const amounts = dataset.operators.flatMap(({ fees }) => fees.map(effectiveAmountOf));
  return {
    ...table,
    columns: [...columns, ...columnsOf(effectiveAmount)],
    rows: rows.map((row, index) => ({ ...row, effective_amount: amounts[index] ?? null })),
  };
}

function prosAndCons({ operators }: Dataset): TidyTable {
  const entries = (operator: Operator, kind: 'pro' | 'con', texts: readonly string[]) =>
    texts.map((text, index) => ({ operator_id: operator.id, kind, position: index + 1, text }));
  return {
    name: 'pros_cons',
    title: 'Pros and cons',
    description: 'What speaks for and against operators.',
    columns: columnsOf({
      operator_id: OPERATOR,
      kind: z.enum(['pro', 'con']).describe('Whether it speaks for or against the operator.'),
      position: PLACE,
      text: z.string().describe('What it is.'),
    }),
    primaryKey: ['operator_id', 'kind', 'position'],
    unique: [],
    foreignKeys: [OF_OPERATOR],
    rows: operators.flatMap((operator) => [
      ...entries(operator, 'pro', operator.pros),
      ...entries(operator, 'con', operator.cons),
    ]),
  };
}

const typedValues = {
  value_number: z
    .number()
    .nullable()
    .describe('The value, where the metric is a number or an integer.'),
  value_boolean: z.boolean().nullable().describe('The value, where the metric is a boolean.'),
};

function cellsOf(value: Claim['value']) {
  return {
    value: String(value),
    value_number: typeof value === 'number' ? value : null,
    value_boolean: typeof value === 'boolean' ? value : null,
  };
}

function claims({ operators }: Dataset): TidyTable {
  const {
    status,
    superseded_by,
    retracted_at,
    retracted_reason,
    observed_at,
    first_observed_at,
    observations,
    archive_url,
    quote,
    corrections,
  } = ANSWERS.claim.fields;
  return {
    name: 'claims',
    title: 'Claims',
    description: 'Every claim ever published, with what became of it.',
    columns: columnsOf({
      claim_id: claim.shape.claim_id,
      operator_id: OPERATOR,
      metric: claim.shape.metric,
      value: z.string().describe('The value as text, whatever its kind.'),
      ...typedValues,
      evidence_url: claim.shape.evidence_url,
      observed_at,
      status,
      superseded_by,
      retracted_at,
      retracted_reason,
      first_observed_at,
      observations,
      archive_url,
      quote,
      corrections: JSON_TEXT.unwrap().describe(
        `${corrections.description} Written as a JSON array.`,
      ),
    }),
    primaryKey: ['claim_id'],
    unique: [],
    foreignKeys: [
      OF_OPERATOR,
      { column: 'metric', table: 'metrics', key: 'key' },
      { column: 'superseded_by', table: 'claims', key: 'claim_id' },
    ],
    rows: operators.flatMap(({ id, claims }) => claims.map((claim) => claimRow(id, claim))),
  };
}

function claimRow(operator_id: number, claim: Claim): TableRow {
  const { claim_id, metric, value, evidence_url, archive_url, quote, corrections } = claim;
  return {
    claim_id,
    operator_id,
    metric,
    ...cellsOf(value),
    evidence_url,
    observed_at: lastObserved(claim),
    ...fateOf(claim),
    first_observed_at: firstObserved(claim),
    observations: claim.observed_at.length,
    archive_url,
    quote,
    corrections: JSON.stringify(corrections),
  };
}

function categories({ activeCategories, removedCategories }: Dataset): TidyTable {
  const { slug, status, rule: _, api_url: __, ...fields } = ANSWERS.categories.fields;
  const { where, rank_by } = fields;
  const columns = columnsOf({
    slug,
    status,
    ...fields,
    where: JSON_TEXT.describe(`${where.description} Written as a JSON object.`),
    rank_by: JSON_TEXT.describe(`${rank_by.description} Written as a JSON array.`),
  });
  const empty = Object.fromEntries(columns.map(({ name }) => [name, null]));
  return {
    name: 'categories',
    title: 'Categories',
    description: 'The rankings there are and were, with the rule of each.',
    columns,
    primaryKey: ['slug'],
    unique: [],
    foreignKeys: [{ column: 'see', table: 'categories', key: 'slug' }],
    rows: [
      ...activeCategories.map((category) => ({
        ...empty,
        ...category,
        status: 'active',
        where: JSON.stringify(category.where),
        rank_by: JSON.stringify(category.rank_by),
      })),
      ...removedCategories.map((category) => ({ ...empty, ...category, status: 'removed' })),
    ],
  };
}

function rankings(dataset: Dataset): TidyTable {
  return {
    name: 'rankings',
    title: 'Rankings',
    description: 'The ranked operators of each category, with the claim that decides.',
    columns: columnsOf({
      category: z.string().describe('The category.'),
      rank: ANSWERS.ranking.fields.rank,
      operator_id: OPERATOR,
      claim_id: z
        .string()
        .nullable()
        .describe('The claim that earned it the rank; null if a summary field did.'),
      value: z.string().describe('The value of that claim or field as text.'),
      metric: ANSWERS.ranking.fields.metric,
      metric_name: ANSWERS.ranking.fields.metric_name,
      ...typedValues,
    }),
    primaryKey: ['category', 'operator_id'],
    unique: [],
    foreignKeys: [
      { column: 'category', table: 'categories', key: 'slug' },
      OF_OPERATOR,
      { column: 'claim_id', table: 'claims', key: 'claim_id' },
    ],
    rows: dataset.activeCategories.flatMap((category) =>
      rankOperators(category, dataset).ranked.map(({ operator, rank, claim }) => {
        const { metric, metric_name, value } = deciding(category, operator, claim, dataset);
        return {
          category: category.slug,
          rank,
          operator_id: operator.id,
          claim_id: claim?.claim_id ?? null,
          metric,
          metric_name,
          ...cellsOf(value),
        };
      }),
    ),
  };
}

/** A column for each field, in their order. */
function columnsOf(fields: { readonly [name: string]: z.ZodType }): Column[] {
  return Object.entries(fields).map(([name, schema]) => {
    const { format, minimum = null } = keywordsOf(schema);
    const choices = choicesOf(schema);
    return {
      name,
      description: schema.description ?? '',
      type: isMoment(schema) ? 'date-time' : typeOf(schema),
      isNullable: allowsNull(schema),
      values: choices.length === 0 ? null : choices,
      minimum: minimum as number | null,
      format: format === 'json' ? format : null,
    };
  });
}

const OPERATOR = operatorId.describe('The operator.');
const PLACE = z
  .number()
  .meta({ type: 'integer', minimum: 1 })
  .describe('Its place in the list, from 1 on.');
/** JSON in a cell. */
const JSON_TEXT = z.string().meta({ format: 'json' }).nullable();
const OF_OPERATOR: ForeignKey = { column: 'operator_id', table: 'operators', key: 'id' };
