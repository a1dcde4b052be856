import * as z from 'zod';
import { type Claim, lastObserved } from './claim.ts';
import { compare, type Found } from './problem.ts';
import { laterOf, type Timestamp } from './time.ts';
import {
  amount,
  claimId,
  dayOrTime,
  metricKey,
  needs,
  operatorId,
  orNull,
  percent,
  publicUrl,
  type Slug,
  slug,
  text,
  timestamp,
  url,
} from './values.ts';

/**
 * The fields of an operator summary in the order of the contract, each with its schema and its meaning.
 * All except the slug and the URLs are in the source of the operator. Rankings use the order of the values
 * of an enum.
 */
export const summaryFields = {
  id: operatorId.describe('The number of the operator. It is never given to another one.'),
  slug: slug.describe('The name of the operator in addresses.'),
  name: text.describe('The name the operator is known by.'),
  license_jurisdiction: orNull(text).describe(
    'Where the operator is licensed; null when that is not known.',
  ),
  kyc_level: z
    .enum(['none', 'discretionary', 'threshold', 'required'])
    .nullable()
    .describe(
      'When customers have to prove who they are: none (never), discretionary (when the operator chooses), threshold (above a sum), required (always); null when that is not known.',
    ),
  kyc_threshold_usd: orNull(amount).describe(
    'The sum in US dollars above which documents are asked for; a number with the level threshold, otherwise null.',
  ),
  accepts_vpn: z
    .boolean()
    .nullable()
    .describe('Whether customers may connect through a VPN; null when that is not known.'),
  has_mobile_app: z
    .boolean()
    .nullable()
    .describe('Whether there is an app for phones; null when that is not known.'),
  url: url.describe('The page of the operator on the site of the service.'),
  api_url: url.describe('The detail record of the operator in the API.'),
  updated_at: timestamp.describe('When this record was last brought up to date.'),
};
export type SummaryColumn = keyof typeof summaryFields;

/** The name of each summary field for people. */
export const summaryNames: { readonly [K in SummaryColumn]: string } = {
  id: 'Number',
  slug: 'Slug',
  name: 'Name',
  license_jurisdiction: 'Licence',
  kyc_level: 'Identity verification',
  kyc_threshold_usd: 'Identity verification threshold (USD)',
  accepts_vpn: 'Accepts VPN',
  has_mobile_app: 'Mobile app',
  url: 'Page',
  api_url: 'API address',
  updated_at: 'Last updated',
};

/** Whether a name is that of a summary field. */
export function isSummaryColumn(name: string): name is SummaryColumn {
  return Object.hasOwn(summaryFields, name);
}

/** The columns of an operator summary. */
export const SUMMARY_COLUMNS = Object.keys(summaryFields) as readonly SummaryColumn[];

const { url: _url, api_url: _apiUrl, ...ownFields } = summaryFields;
const { slug: _slug, updated_at: _updatedAt, ...publishedFields } = ownFields;
const statedFields = {
  ...publishedFields,
  updated_at: orNull(dayOrTime).describe(
    'When this record was last brought up to date; the newest date in the sources of the operator if absent.',
  ),
};

/** The summary fields of an operator: all except the URLs, which depend on the service. */
export const OWN_FIELDS = Object.keys(ownFields) as readonly (keyof typeof ownFields)[];

/** The summary fields that the source of an operator states. */
export const STATED_FIELDS = Object.keys(statedFields) as readonly (keyof typeof statedFields)[];

const ASSET = 'The coin or currency';
const NOTE = 'What else there is to say, or null.';
const CURRENCY = 'What the amount is counted in; null where there is no amount.';

const paymentOption = z
  .strictObject({
    asset: text.describe(`${ASSET}.`),
    network: orNull(text).describe('The network that carries it; null where that does not matter.'),
    deposit: z.boolean().describe('Whether it can be paid in.'),
    withdrawal: z.boolean().describe('Whether it can be paid out.'),
    note: orNull(text).describe(NOTE),
  })
  .meta({ title: 'Payment option' });

/** The figures that a fee model requires, and those that it must not have. */
const FEE_FIGURES = {
  free: { needs: [], excludes: ['amount', 'percent'] },
  flat: { needs: ['amount', 'currency'], excludes: ['percent'] },
  percent: { needs: ['percent'], excludes: ['amount'] },
  flat_and_percent: { needs: ['amount', 'currency', 'percent'], excludes: [] },
  network: { needs: [], excludes: [] },
  unknown: { needs: [], excludes: ['amount', 'percent'] },
} as const;

const feeFields = {
  type: z
    .enum(['deposit', 'withdrawal', 'betting', 'conversion', 'inactivity'])
    .describe('What is charged for.'),
  asset: orNull(text).describe(`${ASSET} that it is charged for; null for any.`),
  network: orNull(text).describe('The network that it is charged on; null for any.'),
  model: z
    .enum(['free', 'flat', 'percent', 'flat_and_percent', 'network', 'unknown'])
    .describe(
      'How it is reckoned: free, flat, percent, flat_and_percent, network (what the network takes at the time), or unknown.',
    ),
  amount: orNull(amount).describe(
    'The flat part, in the currency of the fee; null where there is none.',
  ),
  currency: orNull(text).describe(CURRENCY),
  percent: orNull(percent).describe(
    'The part that grows with the sum, in percent; null where there is none.',
  ),
  note: orNull(text).describe(NOTE),
};

/** The claim that states the figure of a fee or limit. */
const figureClaim = orNull(claimId).describe(
  'The claim that states the amount or percentage; null where none does.',
);

const fee = z.strictObject({ ...feeFields, claim_id: figureClaim }).meta({
  title: 'Fee',
  allOf: feeConditions(),
});
export type Fee = z.infer<typeof fee>;

const sourceFeeFields = {
  ...feeFields,
  metric: orNull(metricKey).describe(
    'The metric whose current claim states the amount or percentage, instead of amount, currency or percent.',
  ),
};
const sourceFee = z
  .strictObject(sourceFeeFields)
  .check(compare(['model', 'amount', 'currency', 'percent', 'metric'], feeProblems))
  .meta({ title: 'Fee', allOf: feeConditions() });

type FeeFigures = Pick<
  z.infer<z.ZodObject<typeof sourceFeeFields>>,
  'model' | 'amount' | 'currency' | 'percent' | 'metric'
>;

function feeProblems(fee: FeeFigures): readonly Found[] {
  const { model, metric } = fee;
  const { needs, excludes } = FEE_FIGURES[model];
  const complain = (field: keyof FeeFigures, problem: 'missing' | 'contradicts'): Found => ({
    problem: { rule: 'fee-figures', model, field, problem },
    path: [problem === 'missing' ? 'model' : field],
  });
  if (metric !== null) {
    if (model === 'free' || model === 'unknown') return [complain('metric', 'contradicts')];
    const written = (['amount', 'currency', 'percent'] as const).filter(
      (field) => fee[field] !== null,
    );
    // Of the two figures of flat_and_percent, the metric states one.
    const isOther = written.join() === 'percent' || written.join() === 'amount,currency';
    if (model === 'flat_and_percent') {
      if (written.length === 0) return [complain('percent', 'missing')];
      if (isOther) return [];
    }
    return written
      .slice(0, 1)
      .map((field) => ({ problem: { rule: 'two-figures', what: 'fee', field }, path: [field] }));
  }
  return [
    ...needs.filter((field) => fee[field] === null).map((field) => complain(field, 'missing')),
    // Zero means the same as null: a free fee of 0 is consistent.
    ...excludes
      .filter((field) => fee[field] !== null && fee[field] !== 0)
      .map((field) => complain(field, 'contradicts')),
  ];
}

/** The constraints in JSON Schema on the figures of each fee model. */
function feeConditions(): readonly object[] {
  const types = { amount: 'number', percent: 'number', currency: 'string' } as const;
  return Object.entries(FEE_FIGURES)
    .filter(([, { needs, excludes }]) => needs.length + excludes.length > 0)
    .map(([model, { needs, excludes }]) => ({
      if: { properties: { model: { const: model }, metric: { type: 'null' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: {
        ...(needs.length > 0 && { required: needs }),
        properties: Object.fromEntries([
          ...needs.map((field) => [field, { type: types[field] }]),
          ...excludes.map((field) => [field, { enum: [null, 0] }]),
        ]),
      },
    }));
}

const limitType = z
  .enum([
    'deposit_min',
    'deposit_max',
    'withdrawal_min',
    'withdrawal_max',
    'stake_min',
    'stake_max',
  ])
  .describe('What is limited, and whether this is the least or the most.');
/** The name of each type of limit for people. */
export const limitNames: { readonly [K in z.infer<typeof limitType>]: string } = {
  deposit_min: 'Minimum deposit',
  deposit_max: 'Maximum deposit',
  withdrawal_min: 'Minimum withdrawal',
  withdrawal_max: 'Maximum withdrawal',
  stake_min: 'Minimum stake',
  stake_max: 'Maximum stake',
};
const limitAmount = amount.nullable().describe('The limit; null says that there is none.');
const limitFields = {
  currency: orNull(text).describe(CURRENCY),
  asset: orNull(text).describe(`${ASSET} that it holds for; null for any.`),
  network: orNull(text).describe('The network that it holds for; null for any.'),
  period: z
    .enum(['transaction', 'day', 'week', 'month'])
    .describe('What is added up before it is compared with the limit.'),
  tier: orNull(text).describe('The level of customers that it holds for; null for all.'),
  note: orNull(text).describe(NOTE),
};
const LIMIT_CONDITION = {
  if: needs({ amount: 'number' }),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: needs({ currency: 'string' }),
};

const limit = z
  .strictObject({
    type: limitType,
    amount: limitAmount,
    ...limitFields,
    claim_id: figureClaim,
  })
  .meta({ title: 'Limit', ...LIMIT_CONDITION });
export type Limit = z.infer<typeof limit>;

const sourceLimit = z
  .strictObject({
    type: limitType,
    // null means "no limit", so it must be written, unless a metric states the amount.
    amount: limitAmount.optional(),
    ...limitFields,
    metric: orNull(metricKey).describe(
      'The metric whose current claim states the amount, instead of amount and currency.',
    ),
  })
  .check(
    compare(['amount', 'currency', 'metric'], ({ amount, currency, metric }) => {
      if (metric !== null) {
        const field = amount !== undefined ? 'amount' : currency !== null ? 'currency' : null;
        const problem = { rule: 'two-figures', what: 'limit', field: field ?? '' } as const;
        return field === null ? [] : [{ problem, path: [field] }];
      }
      // An issue about an absent value is reported as a missing field.
      if (amount === undefined) return [{ problem: { rule: 'blank' }, path: ['amount'] }];
      return amount !== null && currency === null
        ? [{ problem: { rule: 'limit-currency', amount }, path: ['amount'] }]
        : [];
    }),
  )
  .meta({
    title: 'Limit',
    ...LIMIT_CONDITION,
    anyOf: [{ required: ['amount'], properties: { amount: {} } }, needs({ metric: 'string' })],
  });

const pageFields = {
  title: text.describe('What the page is called.'),
  url: publicUrl.describe('The address of the page.'),
};
const ACCESSED = 'When it was read.';
const page = z
  .strictObject({ ...pageFields, accessed_at: timestamp.describe(ACCESSED) })
  .meta({ title: 'Source' });
const sourcePage = z
  .strictObject({ ...pageFields, accessed_at: dayOrTime.describe(ACCESSED) })
  .meta({ title: 'Source' });

const CHARGES = 'What the operator charges.';
const LIMITS = 'The least and the most that can be paid in, paid out or staked.';
const PAGES = 'Where the record was taken from.';

/** The lists of an operator, which its summary leaves out. */
export const operatorLists = {
  payment_options: z.array(paymentOption).describe('What can be paid in and out.'),
  fees: z.array(fee).describe(CHARGES),
  limits: z.array(limit).describe(LIMITS),
  pros: z.array(text).describe('What speaks for the operator, one sentence each.'),
  cons: z.array(text).describe('What speaks against the operator, one sentence each.'),
  sources: z.array(page).describe(PAGES),
};
export const OPERATOR_LISTS = Object.keys(operatorLists) as readonly (keyof typeof operatorLists)[];

/** The same in sources, in which a metric can state the figure of a fee or limit. */
const sourceLists = {
  ...operatorLists,
  fees: z.array(sourceFee).describe(CHARGES),
  limits: z.array(sourceLimit).describe(LIMITS),
  sources: z.array(sourcePage).describe(PAGES),
};

const status = z.enum(['active', 'closed', 'merged']);
const STATUS =
  'Whether the operator is in business (active), has closed, or has merged into another one.';
const ENDED_AT = 'When the operator closed or merged; null while it is active.';
const FORMER_SLUGS = 'The slugs that it had before. Their addresses keep answering.';

/** The fields about the life of an operator, which its summary leaves out. */
export const lifeFields = {
  website: orNull(publicUrl).describe('The address of the website of the operator; or null.'),
  status: status.describe(STATUS),
  ended_at: timestamp.nullable().describe(ENDED_AT),
  ended_reason: orNull(text).describe('Why the operator closed or merged; or null.'),
  merged_into: orNull(slug).describe('The slug of the operator that it merged into; or null.'),
  former_slugs: z.array(slug).describe(FORMER_SLUGS),
};

const sourceLife = {
  ...lifeFields,
  status: orNull(status)
    .transform((given) => given ?? 'active')
    .describe(`${STATUS} Active if absent.`),
  ended_at: orNull(dayOrTime).describe(ENDED_AT),
  former_slugs: orNull(z.array(slug))
    .transform((slugs) => slugs ?? [])
    .describe(FORMER_SLUGS),
};

/** Whether the fields about the end of an operator match its status. */
function endingProblems({
  status,
  ended_at,
  ended_reason,
  merged_into,
}: {
  readonly status: 'active' | 'closed' | 'merged';
  readonly ended_at: Timestamp | null;
  readonly ended_reason: string | null;
  readonly merged_into: string | null;
}): readonly Found[] {
  const values = { ended_at, ended_reason, merged_into };
  const required = { active: [], closed: ['ended_at'], merged: ['ended_at', 'merged_into'] };
  const allowed = {
    active: [],
    closed: ['ended_at', 'ended_reason'],
    merged: ['ended_at', 'ended_reason', 'merged_into'],
  };
  return (Object.keys(values) as (keyof typeof values)[]).flatMap((field): Found[] => {
    const isWritten = values[field] !== null;
    const isMissing = !isWritten && (required[status] as string[]).includes(field);
    const contradicts = isWritten && !(allowed[status] as string[]).includes(field);
    if (!isMissing && !contradicts) return [];
    const problem = isMissing ? 'missing' : 'contradicts';
    return [
      {
        problem: { rule: 'ending', status, field, problem },
        path: [isMissing ? 'status' : field],
      },
    ];
  });
}

/** `kyc_threshold_usd` is a number when and only when the level is `threshold`. */
export const THRESHOLD_BELONGS_TO_LEVEL = {
  if: { properties: { kyc_level: { const: 'threshold' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: needs({ kyc_threshold_usd: 'number' }),
  else: { properties: { kyc_threshold_usd: { type: 'null' } } },
};

/** `data/operators/<slug>.yaml` */
export const operatorRecord = z
  .strictObject({ ...statedFields, ...sourceLife, ...sourceLists })
  .check(
    compare(['kyc_level', 'kyc_threshold_usd'], ({ kyc_level, kyc_threshold_usd: threshold }) => {
      const field = threshold === null ? 'kyc_level' : 'kyc_threshold_usd';
      return (kyc_level === 'threshold') === (threshold !== null)
        ? []
        : [{ problem: { rule: 'kyc-threshold', level: kyc_level, threshold }, path: [field] }];
    }),
    compare(['status', 'ended_at', 'ended_reason', 'merged_into'], endingProblems),
  )
  .meta({ title: 'Operator', ...THRESHOLD_BELONGS_TO_LEVEL });
export type OperatorRecord = z.infer<typeof operatorRecord>;

/** An operator, with the slug from its file name and its claims in file order. */
export interface Operator extends Omit<OperatorRecord, 'updated_at' | 'fees' | 'limits'> {
  readonly slug: Slug;
  readonly updated_at: Timestamp;
  readonly fees: readonly Fee[];
  readonly limits: readonly Limit[];
  readonly claims: readonly Claim[];
}

/** The newest date in the sources of an operator; null if there is none. */
export function newestDate(
  { updated_at, ended_at, sources }: Pick<OperatorRecord, 'updated_at' | 'ended_at' | 'sources'>,
  claims: readonly Claim[],
): Timestamp | null {
  if (updated_at !== null) return updated_at;
  const dates = [
    ...sources.map(({ accessed_at }) => accessed_at),
    ...(ended_at === null ? [] : [ended_at]),
    ...claims.flatMap((claim) => [
      lastObserved(claim),
      ...(claim.retracted === null ? [] : [claim.retracted.at]),
      ...claim.corrections.map(({ at }) => at),
    ]),
  ];
  return dates.length === 0 ? null : dates.reduce(laterOf);
}

/** Whether a unit is that of a percentage. */
export function isPercent(unit: string | null): boolean {
  return unit === '%' || unit === 'percent';
}

/**
 * A fee as it is published: with the figure of the current claim of its metric, if it names one. Without
 * such a claim, the fee is unknown.
 */
export function toFee({ metric, ...fee }: OperatorRecord['fees'][number], stated: Stated): Fee {
  if (metric === null) return { ...fee, claim_id: null };
  const found = stated(metric);
  if (found === null)
    return {
      ...fee,
      model: 'unknown',
      amount: null,
      currency: null,
      percent: null,
      claim_id: null,
    };
  const { value, unit, claim_id } = found;
  return isPercent(unit)
    ? { ...fee, percent: Number(value), claim_id }
    : { ...fee, amount: Number(value), currency: unit, claim_id };
}

/** A limit as it is published: with the amount of the current claim of its metric, if it names one. */
export function toLimit(
  { type, amount = null, metric, ...others }: OperatorRecord['limits'][number],
  stated: Stated,
): Limit {
  const found = metric === null ? null : stated(metric);
  return found === null
    ? { type, amount, ...others, claim_id: null }
    : {
        type,
        amount: Number(found.value),
        ...others,
        currency: found.unit,
        claim_id: found.claim_id,
      };
}

/** The current claim of a metric, with its unit; null if there is none. */
export type Stated = (metric: string) => {
  readonly value: Claim['value'];
  readonly unit: string | null;
  readonly claim_id: string;
} | null;

/** Whether an operator is in business. Only such operators are listed and ranked. */
export function isActive({ status }: Pick<Operator, 'status'>): boolean {
  return status === 'active';
}
