import * as z from 'zod';
import {
  API_VERSION,
  activeCategory,
  CLAIM_PAGES,
  claim,
  metric,
  operatorLists,
  removedCategory,
  service,
  slug,
  summaryFields,
  text,
  timestamp,
  url,
} from '../model/index.ts';

/** What can have become of a claim. */
const CLAIM_STATUSES = ['current', 'superseded', 'retracted'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** What can have happened between two publications, in the order in which it is told. */
const CHANGE_KINDS = [
  'operator_added',
  'operator_removed',
  'operator_renamed',
  'field_changed',
  'item_added',
  'item_changed',
  'item_removed',
  'claim_added',
  'claim_changed',
  'claim_superseded',
  'claim_retracted',
  'claim_removed',
  'metric_added',
  'metric_changed',
  'metric_removed',
  'category_added',
  'category_changed',
  'category_removed',
  'service_changed',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const count = z.number().meta({ type: 'integer', minimum: 0 });
const mediaType = z.string().meta({ pattern: '^[a-z]+/[a-z0-9.+-]+' });

const { id, name: operator } = summaryFields;
const { claim_id, value, evidence_url, observed_at, superseded_by } = claim.shape;
const category = activeCategory.shape;

const about = { operator_id: id, operator_slug: summaryFields.slug };
const datum = {
  metric: claim.shape.metric,
  metric_name: metric.shape.name,
  value,
  unit: metric.shape.unit,
};
const evidence = { evidence_url, observed_at };
const fact = { claim_id, operator, ...datum, ...evidence };
const status = z
  .enum(CLAIM_STATUSES)
  .describe(
    'What became of the claim: current, superseded by another one, or retracted, as wrong or because it no longer holds.',
  );
const fate = {
  status,
  superseded_by,
  retracted_at: timestamp.nullable().describe('When the claim was withdrawn; otherwise null.'),
  retracted_reason: text.nullable().describe('Why it was withdrawn; otherwise null.'),
};

/** The fields of the records of each kind of answer, in the order of the columns. */
export const RECORD_FIELDS = {
  index: {
    name: z.string().describe('What the link is called here.'),
    rel: z.string().describe('How its target relates to the service (IANA link relations).'),
    href: url.describe(
      'The address; where is_template is true, a part in braces stands for a name (RFC 6570).',
    ),
    is_template: z
      .boolean()
      .describe('Whether a part of the address in braces has to be filled in.'),
    media_types: z.array(mediaType).describe('The forms there are.'),
    title: z.string().describe('What is there.'),
    total: count
      .nullable()
      .describe(
        'How many records there are, or pages of a template; null where nothing is counted.',
      ),
  },
  list: summaryFields,
  detail: { ...summaryFields, ...operatorLists },
  facts: fact,
  best: {
    rank: z
      .number()
      .meta({ type: 'integer', minimum: 1 })
      .describe(
        'The place in the ranking. Equal operators share one, and the next counts them all (1, 1, 3).',
      ),
    ...summaryFields,
    ...datum,
    metric: datum.metric.describe('The key of the metric that the category cites.'),
    value: value.describe('What the cited claim states.'),
    claim_id,
    ...evidence,
  },
  metrics: {
    ...metric.shape,
    operators_with_current_claim: count.describe(
      'How many operators have a current claim of this metric.',
    ),
    newest_observed_at: timestamp
      .nullable()
      .describe('When the newest of these claims was observed; null when there is none.'),
    oldest_observed_at: timestamp
      .nullable()
      .describe('When the oldest of these claims was observed; null when there is none.'),
  },
  categories: {
    slug: category.slug,
    alias: whileActive(category.alias),
    title: whileActive(category.title),
    description: whileActive(category.description),
    status: z
      .enum(['active', 'removed'])
      .describe('Whether the ranking is published (active) or was withdrawn (removed).'),
    rule: text
      .nullable()
      .describe(
        'The rule in words, made from where, cite and rank_by; null once the category is removed.',
      ),
    where: whileActive(category.where),
    cite: whileActive(category.cite),
    rank_by: whileActive(category.rank_by),
    removed_at: timestamp
      .nullable()
      .describe('When the category was removed; null while it is active.'),
    reason: text.nullable().describe('Why the category was removed; null while it is active.'),
    see: removedCategory.shape.see,
    api_url: url.describe('The address of the ranking; that of a removed category answers 410.'),
  },
  'all-facts': { ...about, ...fact },
  claims: {
    claim_id,
    ...about,
    metric: datum.metric,
    value,
    observed_at,
    ...fate,
    api_url: url
      .nullable()
      .describe('The permanent address of the claim; null where claims have no pages.'),
  },
  claim: {
    claim_id,
    ...about,
    operator,
    ...datum,
    ...evidence,
    ...fate,
    citation: text.describe('One sentence to quote the claim with.'),
    content_hash: z
      .string()
      .meta({ pattern: '^sha256:[0-9a-f]{64}$' })
      .describe(
        'What tells whether the claim still says what was cited: sha256: and the SHA-256 of its claim_id, evidence_url, metric, observed_at, operator_id, unit and value as canonical JSON (RFC 8785).',
      ),
    api_url: url.describe('The permanent address of the claim.'),
  },
  changes: {
    changed_at: timestamp.describe('When the change was published.'),
    kind: z.enum(CHANGE_KINDS).describe('What happened.'),
    operator_id: nullable(id),
    operator_slug: nullable(summaryFields.slug),
    operator: nullable(operator),
    metric: nullable(claim.shape.metric),
    category: slug.nullable().describe('The slug of the category.'),
    claim_id: nullable(claim_id),
    replaced_claim_id: claim_id.nullable().describe('The claim that claim_id replaces.'),
    field: z
      .string()
      .nullable()
      .describe('What of the operator, claim, metric, category or service changed.'),
    item: z.string().nullable().describe('Which item of a list it is.'),
    old: z.unknown().describe('The value before; null for what was not there.'),
    new: z.unknown().describe('The value after; null for what is no longer there.'),
    reason: text.nullable().describe('Why a claim was retracted, or a category removed.'),
    evidence_url: nullable(evidence_url),
    observed_at: nullable(observed_at),
    api_url: url.nullable().describe('Where the present state can be read; null for what is gone.'),
  },
  snapshots: {
    file: z.string().describe('The name of the download below /snapshots.'),
    media_type: mediaType.describe('What it is, as a media type.'),
    bytes: count.describe('Its size.'),
    sha256: z.string().meta({ pattern: '^[0-9a-f]{64}$' }).describe('Its SHA-256, in hexadecimal.'),
    description: z.string().describe('What it holds.'),
    url: url.describe('Its address.'),
  },
};

/** The kinds of answers that hold records. */
export type AnswerKind = keyof typeof RECORD_FIELDS;

/** The columns of each kind of answer. */
export const COLUMNS = Object.fromEntries<readonly string[]>(
  Object.entries(RECORD_FIELDS).map(([kind, fields]) => [kind, Object.keys(fields)]),
) as { readonly [K in AnswerKind]: readonly string[] };

const total = count.describe('How many records the answer has.');
const general = {
  generated_at: timestamp.describe(
    'When the bytes of this answer came to be. It stays as long as nothing else in the answer changes.',
  ),
  version: z.literal(API_VERSION).describe('The version of the contract.'),
};
const listed = { total, ...general };
const operators = count.describe('How many operators there are.');

/** The fields of what each kind of answer says about itself, in their order. */
export const META_FIELDS = {
  index: {
    name: service.shape.name,
    notice: service.shape.notice,
    license: service.shape.license,
    attribution: service.shape.attribution,
    contact: service.shape.contact,
    site_url: url.describe(meaningOf(service.shape.site_url)),
    base_url: url.describe(meaningOf(service.shape.base_url)),
    claim_pages: z.enum(CLAIM_PAGES).describe(meaningOf(service.shape.claim_pages)),
    deprecation: service.shape.deprecation,
    operators,
    claims: count.describe('How many claims were ever published.'),
    current_claims: count.describe('How many of them are current.'),
    metrics: count.describe('How many metrics there are.'),
    categories: count.describe('How many rankings are published.'),
    removed_categories: count.describe('How many rankings were withdrawn.'),
    newest_observed_at: timestamp
      .nullable()
      .describe('When the newest current claim was observed; null when there is none.'),
    ...listed,
  },
  list: listed,
  detail: { operator, ...general },
  facts: {
    operator,
    total_facts: count.describe('How many claims the answer has.'),
    generated_at: general.generated_at,
  },
  best: {
    category: category.slug,
    alias: category.alias,
    title: category.title,
    description: category.description,
    ...listed,
  },
  metrics: { total, operators, ...general },
  categories: {
    total,
    active: count.describe('How many categories are published.'),
    removed: count.describe('How many categories were withdrawn.'),
    ...general,
  },
  'all-facts': listed,
  claims: listed,
  claim: { claim_id, operator, status, ...general },
  changes: {
    total,
    limit: count.describe('How many changes are kept; older ones are dropped.'),
    ...general,
  },
  snapshots: listed,
} satisfies { readonly [K in AnswerKind]: unknown };

/** The records of each kind of answer. */
export type AnswerRecords = { readonly [K in AnswerKind]: Holding<(typeof RECORD_FIELDS)[K]> };

/** What each kind of answer says about itself. */
export type AnswerMetas = { readonly [K in AnswerKind]: Holding<(typeof META_FIELDS)[K]> };

type Holding<Fields extends z.ZodRawShape> = Frozen<z.infer<z.ZodObject<Fields>>>;
type Frozen<T> = T extends string
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** A change with the time of the publication that made it. The log repeats what was published: texts. */
export type LoggedChange = {
  readonly [K in keyof AnswerRecords['changes']]: Unbranded<AnswerRecords['changes'][K]>;
};
type Unbranded<T> = T extends string & z.core.$brand ? string : T;

/** One value that is not what it was. What does not apply to a kind of change is null. */
export type Change = Omit<LoggedChange, 'changed_at'>;

function meaningOf(schema: z.ZodType): string {
  return schema.description ?? '';
}

function nullable<S extends z.ZodType>(schema: S) {
  return schema.nullable().describe(meaningOf(schema));
}

/** A field of a category that only an active one has. */
function whileActive<S extends z.ZodType>(schema: S) {
  return schema.nullable().describe(`${meaningOf(schema)} Null once the category is removed.`);
}
