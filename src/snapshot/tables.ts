import {
  BETTER_VALUES,
  type Claim,
  type Dataset,
  FEE_MODELS,
  FEE_TYPES,
  KYC_LEVELS,
  LIMIT_PERIODS,
  LIMIT_TYPES,
  METRIC_TYPES,
  type Operator,
  SUMMARY_COLUMNS,
} from '../model/index.ts';
import {
  CATEGORY_STATUSES,
  CLAIM_STATUSES,
  citedClaim,
  rankOperators,
  statusOf,
  summaryRecord,
} from '../resources/index.ts';
import type { Column, ForeignKey, TableRow, TidyTable } from './table.ts';

/**
 * The dataset as normalised tables. A table stands after those that it refers to, so that they can
 * be loaded in this order; records are in the order of their sources, operators by id.
 */
export function toTables(dataset: Dataset): readonly TidyTable[] {
  return [
    operators(dataset),
    metrics(dataset),
    paymentOptions(dataset),
    fees(dataset),
    limits(dataset),
    prosAndCons(dataset),
    sources(dataset),
    claims(dataset),
    categories(dataset),
    rankings(dataset),
  ];
}

function operators({ operators, service }: Dataset): TidyTable {
  const columns = {
    id: integer('The operator. Never used again for another one.', 1),
    slug: string('The name of the operator in addresses.'),
    name: string('The name it is known by.'),
    license_jurisdiction: nullable(string('Where it is licensed.')),
    kyc_level: oneOf(KYC_LEVELS, 'When it asks customers to prove who they are.'),
    kyc_threshold_usd: nullable(
      number('With the level threshold: from which sum on, in US dollars.', 0),
    ),
    accepts_vpn: boolean('Whether customers may connect through a VPN.'),
    has_mobile_app: boolean('Whether there is an app for phones.'),
    url: uri('Its page on the site of the service.'),
    api_url: uri('Its detail record in the API.'),
    updated_at: moment('When its record was last brought up to date.'),
  } satisfies Record<(typeof SUMMARY_COLUMNS)[number], Unnamed>;
  return {
    name: 'operators',
    title: 'Operators',
    description: 'One record for each operator.',
    columns: SUMMARY_COLUMNS.map((name) => ({ name, ...columns[name] })),
    primaryKey: ['id'],
    unique: ['slug'],
    foreignKeys: [],
    rows: operators.map((operator) => summaryRecord(operator, service)),
  };
}

function metrics({ metrics }: Dataset): TidyTable {
  return {
    name: 'metrics',
    title: 'Metrics',
    description: 'The dictionary of what claims are about.',
    columns: named({
      key: string('The metric.'),
      name: string('Its name for people.'),
      description: string('What it measures.'),
      type: oneOf(METRIC_TYPES, 'What kind of value its claims have.'),
      unit: nullable(string('What its numbers count.')),
      better: oneOf(BETTER_VALUES, 'Which values are better for customers.'),
    }),
    primaryKey: ['key'],
    unique: [],
    foreignKeys: [],
    rows: [...metrics.values()].map(({ key, name, description, type, unit, better }) => ({
      key,
      name,
      description,
      type,
      unit,
      better,
    })),
  };
}

function paymentOptions({ operators }: Dataset): TidyTable {
  return {
    ...listOf('payment_options', 'Payment options', 'What can be paid in and out, by operator.'),
    columns: named({
      ...POSITION,
      asset: string('The coin or currency.'),
      network: nullable(string('The network that carries it.')),
      deposit: boolean('Whether it can be paid in.'),
      withdrawal: boolean('Whether it can be paid out.'),
      note: NOTE,
    }),
    rows: operators.flatMap((operator) => positioned(operator, operator.payment_options)),
  };
}

function fees({ operators }: Dataset): TidyTable {
  return {
    ...listOf('fees', 'Fees', 'What operators charge.'),
    columns: named({
      ...POSITION,
      type: oneOf(FEE_TYPES, 'What the fee is charged for.'),
      asset: nullable(string('The coin or currency it applies to; all where empty.')),
      network: nullable(string('The network it applies to; all where empty.')),
      model: oneOf(FEE_MODELS, 'How it is worked out.'),
      amount: nullable(number('The flat part.', 0)),
      currency: nullable(string('What the amount is counted in.')),
      percent: nullable(number('The part in proportion, in percent.', 0)),
      note: NOTE,
    }),
    rows: operators.flatMap((operator) => positioned(operator, operator.fees)),
  };
}

function limits({ operators }: Dataset): TidyTable {
  return {
    ...listOf('limits', 'Limits', 'The least and the most that operators allow.'),
    columns: named({
      ...POSITION,
      type: oneOf(LIMIT_TYPES, 'What is limited.'),
      amount: nullable(number('The limit; empty means that there is none.', 0)),
      currency: nullable(string('What the amount is counted in.')),
      asset: nullable(string('The coin or currency it applies to; all where empty.')),
      network: nullable(string('The network it applies to; all where empty.')),
      period: oneOf(LIMIT_PERIODS, 'What it is counted over.'),
      tier: nullable(string('The kind of customer it applies to; all where empty.')),
      note: NOTE,
    }),
    rows: operators.flatMap((operator) => positioned(operator, operator.limits)),
  };
}

function prosAndCons({ operators }: Dataset): TidyTable {
  const entries = (operator: Operator, kind: 'pro' | 'con', texts: readonly string[]) =>
    texts.map((text, index) => ({ operator_id: operator.id, kind, position: index + 1, text }));
  return {
    ...listOf('pros_cons', 'Pros and cons', 'What speaks for and against operators.'),
    columns: named({
      operator_id: POSITION.operator_id,
      kind: oneOf(['pro', 'con'], 'Whether it speaks for or against the operator.'),
      position: POSITION.position,
      text: string('What it is.'),
    }),
    primaryKey: ['operator_id', 'kind', 'position'],
    rows: operators.flatMap((operator) => [
      ...entries(operator, 'pro', operator.pros),
      ...entries(operator, 'con', operator.cons),
    ]),
  };
}

function sources({ operators }: Dataset): TidyTable {
  return {
    ...listOf('sources', 'Sources', 'What the records of operators rest on.'),
    columns: named({
      ...POSITION,
      title: string('What the source is called.'),
      url: uri('Where it is.'),
      accessed_at: moment('When it was read.'),
    }),
    rows: operators.flatMap((operator) => positioned(operator, operator.sources)),
  };
}

function claims({ operators }: Dataset): TidyTable {
  return {
    name: 'claims',
    title: 'Claims',
    description: 'Every claim ever published, with what became of it.',
    columns: named({
      claim_id: string('The claim. Never used again for another one.'),
      operator_id: OPERATOR,
      metric: string('What it is about.'),
      value: string('The value as text, whatever its kind.'),
      value_number: nullable(number('The value, where the metric is a number or an integer.')),
      value_boolean: nullable(boolean('The value, where the metric is a boolean.')),
      evidence_url: uri('Where the value can be seen.'),
      observed_at: moment('When it was seen there.'),
      status: oneOf(
        CLAIM_STATUSES,
        'Whether it holds, was replaced by a newer claim, or was withdrawn.',
      ),
      superseded_by: nullable(string('The claim that replaced it.')),
      retracted_at: nullable(moment('When it was withdrawn.')),
      retracted_reason: nullable(string('Why it was withdrawn.')),
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
  const { claim_id, metric, value, evidence_url, observed_at, superseded_by, retracted } = claim;
  return {
    claim_id,
    operator_id,
    metric,
    value: String(value),
    value_number: typeof value === 'number' ? value : null,
    value_boolean: typeof value === 'boolean' ? value : null,
    evidence_url,
    observed_at,
    status: statusOf(claim),
    superseded_by,
    retracted_at: retracted?.at ?? null,
    retracted_reason: retracted?.reason ?? null,
  };
}

function categories({ activeCategories, removedCategories }: Dataset): TidyTable {
  return {
    name: 'categories',
    title: 'Categories',
    description: 'The rankings there are and were, with the rule of each.',
    columns: named({
      slug: string('The category.'),
      status: oneOf(CATEGORY_STATUSES, 'Whether it still is one.'),
      alias: nullable(string('Its other name in addresses. Empty once removed.')),
      title: nullable(string('Its title. Empty once removed.')),
      description: nullable(string('What it ranks by. Empty once removed.')),
      where: nullable(json('The conditions that operators have to meet, as a JSON object.')),
      cite: nullable(string('The metric whose current claim each ranked operator carries.')),
      rank_by: nullable(json('What decides, the first thing first, as a JSON array.')),
      removed_at: nullable(moment('When it was removed.')),
      reason: nullable(string('Why it was removed.')),
      see: nullable(string('The category to see instead.')),
    }),
    primaryKey: ['slug'],
    unique: [],
    foreignKeys: [
      { column: 'cite', table: 'metrics', key: 'key' },
      { column: 'see', table: 'categories', key: 'slug' },
    ],
    rows: [
      ...activeCategories.map(({ slug, alias, title, description, where, cite, rank_by }) => ({
        slug,
        status: 'active',
        alias,
        title,
        description,
        where: JSON.stringify(where),
        cite,
        rank_by: JSON.stringify(rank_by),
        removed_at: null,
        reason: null,
        see: null,
      })),
      ...removedCategories.map(({ slug, removed_at, reason, see }) => ({
        slug,
        status: 'removed',
        alias: null,
        title: null,
        description: null,
        where: null,
        cite: null,
        rank_by: null,
        removed_at,
        reason,
        see,
      })),
    ],
  };
}

function rankings(dataset: Dataset): TidyTable {
  return {
    name: 'rankings',
    title: 'Rankings',
    description: 'The ranked operators of each category, with the claim that decides.',
    columns: named({
      category: string('The category.'),
      rank: integer('The rank; equals share one, and the next counts them all (1, 1, 3).', 1),
      operator_id: OPERATOR,
      claim_id: string('The claim that earned it the rank.'),
      value: string('The value of that claim as text.'),
    }),
    primaryKey: ['category', 'operator_id'],
    unique: [],
    foreignKeys: [
      { column: 'category', table: 'categories', key: 'slug' },
      OF_OPERATOR,
      { column: 'claim_id', table: 'claims', key: 'claim_id' },
    ],
    rows: dataset.activeCategories.flatMap((category) =>
      rankOperators(category, dataset).map(({ rank, operator }) => {
        const { claim_id, value } = citedClaim(operator, category);
        return {
          category: category.slug,
          rank,
          operator_id: operator.id,
          claim_id,
          value: String(value),
        };
      }),
    ),
  };
}

/** A column before it has its name. */
type Unnamed = Omit<Column, 'name'>;

function named(columns: Readonly<Record<string, Unnamed>>): Column[] {
  return Object.entries(columns).map(([name, column]) => ({ name, ...column }));
}

function column(type: Column['type'], description: string): Unnamed {
  return { type, description, isNullable: false, values: null, minimum: null, format: null };
}

const string = (description: string) => column('string', description);
const boolean = (description: string) => column('boolean', description);
const moment = (description: string) => column('date-time', description);
const uri = (description: string): Unnamed => ({ ...string(description), format: 'uri' });
const json = (description: string): Unnamed => ({ ...string(description), format: 'json' });
const oneOf = (values: readonly string[], description: string): Unnamed => ({
  ...string(description),
  values,
});
const integer = (description: string, minimum: number | null = null): Unnamed => ({
  ...column('integer', description),
  minimum,
});
const number = (description: string, minimum: number | null = null): Unnamed => ({
  ...column('number', description),
  minimum,
});
const nullable = (column: Unnamed): Unnamed => ({ ...column, isNullable: true });

const OPERATOR = integer('The operator.', 1);
const OF_OPERATOR: ForeignKey = { column: 'operator_id', table: 'operators', key: 'id' };
const NOTE = nullable(string('What else there is to say.'));

/** How a record of a list in an operator's record is found again. */
const POSITION = {
  operator_id: OPERATOR,
  position: integer('Its place in the list, from 1 on.', 1),
};

/** What the tables of lists in operators' records have in common. */
function listOf(name: string, title: string, description: string) {
  return {
    name,
    title,
    description,
    primaryKey: Object.keys(POSITION),
    unique: [],
    foreignKeys: [OF_OPERATOR],
  };
}

function positioned({ id }: Operator, list: readonly TableRow[]): TableRow[] {
  return list.map((entry, index) => ({ operator_id: id, position: index + 1, ...entry }));
}
