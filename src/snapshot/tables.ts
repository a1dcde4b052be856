import {
  BETTER_VALUES,
  type Claim,
  type Dataset,
  FEE_MODELS,
  FEE_TYPES,
  KYC_LEVELS,
  LIMIT_PERIODS,
  LIMIT_TYPES,
  MEANINGS,
  METRIC_TYPES,
  type Operator,
} from '../model/index.ts';
import {
  CATEGORY_STATUSES,
  CLAIM_STATUSES,
  RECORD_MEANINGS,
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
  return {
    name: 'operators',
    title: 'Operators',
    description: 'One record for each operator.',
    columns: described(RECORD_MEANINGS.list, {
      id: INTEGER,
      slug: STRING,
      name: STRING,
      license_jurisdiction: nullable(STRING),
      kyc_level: oneOf(KYC_LEVELS),
      kyc_threshold_usd: nullable(number(0)),
      accepts_vpn: BOOLEAN,
      has_mobile_app: BOOLEAN,
      url: STRING,
      api_url: STRING,
      updated_at: MOMENT,
    }),
    primaryKey: ['id'],
    unique: ['slug'],
    foreignKeys: [],
    rows: () => ofEach(operators, (operator) => [summaryRecord(operator, service)]),
  };
}

function metrics({ metrics }: Dataset): TidyTable {
  return {
    name: 'metrics',
    title: 'Metrics',
    description: 'The dictionary of what claims are about.',
    columns: described(MEANINGS.metric, {
      key: STRING,
      name: STRING,
      description: STRING,
      type: oneOf(METRIC_TYPES),
      unit: nullable(STRING),
      better: oneOf(BETTER_VALUES),
    }),
    primaryKey: ['key'],
    unique: [],
    foreignKeys: [],
    rows: () => metrics.values(),
  };
}

function paymentOptions({ operators }: Dataset): TidyTable {
  return {
    ...listOf('payment_options', 'Payment options', 'What can be paid in and out, by operator.'),
    columns: [
      ...POSITION,
      ...described(MEANINGS.paymentOption, {
        asset: STRING,
        network: nullable(STRING),
        deposit: BOOLEAN,
        withdrawal: BOOLEAN,
        note: nullable(STRING),
      }),
    ],
    rows: () => ofEach(operators, (operator) => positioned(operator, operator.payment_options)),
  };
}

function fees({ operators }: Dataset): TidyTable {
  return {
    ...listOf('fees', 'Fees', 'What operators charge.'),
    columns: [
      ...POSITION,
      ...described(MEANINGS.fee, {
        type: oneOf(FEE_TYPES),
        asset: nullable(STRING),
        network: nullable(STRING),
        model: oneOf(FEE_MODELS),
        amount: nullable(number(0)),
        currency: nullable(STRING),
        percent: nullable(number(0)),
        note: nullable(STRING),
      }),
    ],
    rows: () => ofEach(operators, (operator) => positioned(operator, operator.fees)),
  };
}

function limits({ operators }: Dataset): TidyTable {
  return {
    ...listOf('limits', 'Limits', 'The least and the most that operators allow.'),
    columns: [
      ...POSITION,
      ...described(MEANINGS.limit, {
        type: oneOf(LIMIT_TYPES),
        amount: nullable(number(0)),
        currency: nullable(STRING),
        asset: nullable(STRING),
        network: nullable(STRING),
        period: oneOf(LIMIT_PERIODS),
        tier: nullable(STRING),
        note: nullable(STRING),
      }),
    ],
    rows: () => ofEach(operators, (operator) => positioned(operator, operator.limits)),
  };
}

function prosAndCons({ operators }: Dataset): TidyTable {
  const entries = (operator: Operator, kind: 'pro' | 'con', texts: readonly string[]) =>
    texts.map((text, index) => ({ operator_id: operator.id, kind, position: index + 1, text }));
  return {
    ...listOf('pros_cons', 'Pros and cons', 'What speaks for and against operators.'),
    columns: described(
      {
        operator_id: OPERATOR,
        kind: 'Whether it speaks for or against the operator.',
        position: PLACE,
        text: 'What it is.',
      },
      {
        operator_id: INTEGER,
        kind: oneOf(['pro', 'con']),
        position: INTEGER,
        text: STRING,
      },
    ),
    primaryKey: ['operator_id', 'kind', 'position'],
    rows: () =>
      ofEach(operators, (operator) => [
        ...entries(operator, 'pro', operator.pros),
        ...entries(operator, 'con', operator.cons),
      ]),
  };
}

function sources({ operators }: Dataset): TidyTable {
  return {
    ...listOf('sources', 'Sources', 'What the records of operators rest on.'),
    columns: [
      ...POSITION,
      ...described(MEANINGS.source, { title: STRING, url: STRING, accessed_at: MOMENT }),
    ],
    rows: () => ofEach(operators, (operator) => positioned(operator, operator.sources)),
  };
}

function claims({ operators }: Dataset): TidyTable {
  // When and why are columns of their own.
  const { retracted: _, ...claim } = MEANINGS.claim;
  const { status, retracted_at, retracted_reason } = RECORD_MEANINGS.claim;
  return {
    name: 'claims',
    title: 'Claims',
    description: 'Every claim ever published, with what became of it.',
    columns: described(
      {
        ...claim,
        operator_id: OPERATOR,
        value: 'The value as text, whatever its kind.',
        value_number: 'The value, where the metric is a number or an integer.',
        value_boolean: 'The value, where the metric is a boolean.',
        status,
        retracted_at,
        retracted_reason,
      },
      {
        claim_id: STRING,
        operator_id: INTEGER,
        metric: STRING,
        value: STRING,
        value_number: nullable(number()),
        value_boolean: nullable(BOOLEAN),
        evidence_url: STRING,
        observed_at: MOMENT,
        status: oneOf(CLAIM_STATUSES),
        superseded_by: nullable(STRING),
        retracted_at: nullable(MOMENT),
        retracted_reason: nullable(STRING),
      },
    ),
    primaryKey: ['claim_id'],
    unique: [],
    foreignKeys: [
      OF_OPERATOR,
      { column: 'metric', table: 'metrics', key: 'key' },
      { column: 'superseded_by', table: 'claims', key: 'claim_id' },
    ],
    rows: () => ofEach(operators, ({ id, claims }) => claims.map((claim) => claimRow(id, claim))),
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
  const { rule: _rule, api_url: _address, ...category } = RECORD_MEANINGS.categories;
  return {
    name: 'categories',
    title: 'Categories',
    description: 'The rankings there are and were, with the rule of each.',
    columns: described(
      {
        ...category,
        where: `${category.where} Written as a JSON object.`,
        rank_by: `${category.rank_by} Written as a JSON array.`,
      },
      {
        slug: STRING,
        status: oneOf(CATEGORY_STATUSES),
        alias: nullable(STRING),
        title: nullable(STRING),
        description: nullable(STRING),
        where: nullable(JSON_TEXT),
        cite: nullable(STRING),
        rank_by: nullable(JSON_TEXT),
        removed_at: nullable(MOMENT),
        reason: nullable(STRING),
        see: nullable(STRING),
      },
    ),
    primaryKey: ['slug'],
    unique: [],
    foreignKeys: [
      { column: 'cite', table: 'metrics', key: 'key' },
      { column: 'see', table: 'categories', key: 'slug' },
    ],
    rows: () => [
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
    columns: described(
      {
        category: 'The category.',
        rank: RECORD_MEANINGS.best.rank,
        operator_id: OPERATOR,
        claim_id: 'The claim that earned it the rank.',
        value: 'The value of that claim as text.',
      },
      {
        category: STRING,
        rank: INTEGER,
        operator_id: INTEGER,
        claim_id: STRING,
        value: STRING,
      },
    ),
    primaryKey: ['category', 'operator_id'],
    unique: [],
    foreignKeys: [
      { column: 'category', table: 'categories', key: 'slug' },
      OF_OPERATOR,
      { column: 'claim_id', table: 'claims', key: 'claim_id' },
    ],
    rows: () =>
      ofEach(dataset.activeCategories, (category) =>
        rankOperators(category, dataset).map(({ operator, rank, claim }) => ({
          category: category.slug,
          rank,
          operator_id: operator.id,
          claim_id: claim.claim_id,
          value: String(claim.value),
        })),
      ),
  };
}

/** A column before it has its name and its meaning. */
type Kind = Omit<Column, 'name' | 'description'>;

/**
 * Columns in the order of their kinds, each with what it means. A meaning without a column does not
 * compile, nor does a column without a meaning.
 */
function described<Name extends string>(
  meanings: Readonly<Record<Name, string>>,
  kinds: Readonly<Record<NoInfer<Name>, Kind>>,
): Column[] {
  return Object.entries<Kind>(kinds).map(([name, kind]) => ({
    name,
    // The names of entries are any text to the compiler.
    description: meanings[name as Name],
    ...kind,
  }));
}

function kindOf(type: Column['type'], minimum: number | null = null): Kind {
  return { type, isNullable: false, values: null, minimum, format: null };
}

const STRING = kindOf('string');
const BOOLEAN = kindOf('boolean');
const MOMENT = kindOf('date-time');
const JSON_TEXT: Kind = { ...STRING, format: 'json' };
/** Of what counts from one. */
const INTEGER = kindOf('integer', 1);
const number = (minimum?: number) => kindOf('number', minimum);
const oneOf = (values: readonly string[]): Kind => ({ ...STRING, values });
const nullable = (kind: Kind): Kind => ({ ...kind, isNullable: true });

const OPERATOR = 'The operator.';
const OF_OPERATOR: ForeignKey = { column: 'operator_id', table: 'operators', key: 'id' };
const PLACE = 'Its place in the list, from 1 on.';

/** How a record of a list in an operator's record is found again. */
const POSITION = described(
  { operator_id: OPERATOR, position: PLACE },
  { operator_id: INTEGER, position: INTEGER },
);

/** What the tables of lists in operators' records have in common. */
function listOf(name: string, title: string, description: string) {
  return {
    name,
    title,
    description,
    primaryKey: POSITION.map(({ name }) => name),
    unique: [],
    foreignKeys: [OF_OPERATOR],
  };
}

/** The records about some things, of which those about one are there at a time. */
function* ofEach<Thing>(
  things: readonly Thing[],
  toRows: (thing: Thing) => readonly TableRow[],
): Generator<TableRow, void> {
  for (const thing of things) yield* toRows(thing);
}

function positioned({ id }: Operator, list: readonly TableRow[]): TableRow[] {
  return list.map((entry, index) => ({ operator_id: id, position: index + 1, ...entry }));
}
