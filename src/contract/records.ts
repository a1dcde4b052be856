import * as z from 'zod';
import {
  API_VERSION,
  activeCategory,
  CLAIM_PAGES,
  claim,
  claimId,
  metric,
  metricKey,
  operatorRecord,
  service,
  slug,
  text,
  timestamp,
  url,
} from '../model/index.ts';
import {
  type AnswerKind,
  CATEGORY_STATUSES,
  CHANGE_KINDS,
  CLAIM_STATUSES,
  type EmittedMetas,
  type EmittedRecords,
  META_MEANINGS,
  RECORD_MEANINGS,
} from '../resources/index.ts';
import { type Annotation, annotate } from './json-schema.ts';
import { THRESHOLD_BELONGS_TO_LEVEL } from './keywords.ts';

const count = annotate(z.number(), { type: 'integer', minimum: 0 });
const mediaType = annotate(z.string(), { pattern: '^[a-z]+/[a-z0-9.+-]+' });
const sha256 = annotate(z.string(), { pattern: '^[0-9a-f]{64}$' });

const operator = operatorRecord.shape;
const { payment_options, fees, limits, pros, cons, sources } = operator;

const summary = {
  id: operator.id,
  slug,
  name: operator.name,
  license_jurisdiction: operator.license_jurisdiction,
  kyc_level: operator.kyc_level,
  kyc_threshold_usd: operator.kyc_threshold_usd,
  accepts_vpn: operator.accepts_vpn,
  has_mobile_app: operator.has_mobile_app,
  url,
  api_url: url,
  updated_at: timestamp,
};

const datum = {
  metric: metricKey,
  metric_name: metric.shape.name,
  value: claim.shape.value,
  unit: metric.shape.unit,
};
const evidence = { evidence_url: url, observed_at: timestamp };
const fact = { claim_id: claimId, operator: operator.name, ...datum, ...evidence };
const about = { operator_id: operator.id, operator_slug: slug };

const fullClaim = {
  claim_id: claimId,
  ...about,
  operator: operator.name,
  ...datum,
  ...evidence,
  status: z.enum(CLAIM_STATUSES),
  superseded_by: claimId.nullable(),
  retracted_at: timestamp.nullable(),
  retracted_reason: text.nullable(),
  citation: text,
  content_hash: annotate(z.string(), { pattern: '^sha256:[0-9a-f]{64}$' }),
  api_url: url,
};

/** The shape of the records of every answer, keys in the order of the columns. */
const SHAPES = {
  index: {
    name: z.string(),
    rel: z.string(),
    href: url,
    is_template: z.boolean(),
    media_types: z.array(mediaType),
    title: z.string(),
    total: count.nullable(),
  },
  list: summary,
  detail: { ...summary, payment_options, fees, limits, pros, cons, sources },
  facts: fact,
  best: {
    rank: annotate(z.number(), { type: 'integer', minimum: 1 }),
    ...summary,
    ...datum,
    claim_id: claimId,
    ...evidence,
  },
  metrics: {
    ...metric.shape,
    operators_with_current_claim: count,
    newest_observed_at: timestamp.nullable(),
    oldest_observed_at: timestamp.nullable(),
  },
  categories: {
    slug,
    alias: slug.nullable(),
    title: text.nullable(),
    description: text.nullable(),
    status: z.enum(CATEGORY_STATUSES),
    rule: text.nullable(),
    where: activeCategory.shape.where.nullable(),
    cite: metricKey.nullable(),
    rank_by: activeCategory.shape.rank_by.nullable(),
    removed_at: timestamp.nullable(),
    reason: text.nullable(),
    see: slug.nullable(),
    api_url: url,
  },
  'all-facts': { ...about, ...fact },
  claims: {
    claim_id: claimId,
    ...about,
    metric: metricKey,
    value: fullClaim.value,
    observed_at: timestamp,
    status: fullClaim.status,
    superseded_by: claimId.nullable(),
    retracted_at: timestamp.nullable(),
    retracted_reason: text.nullable(),
    api_url: url.nullable(),
  },
  claim: fullClaim,
  changes: {
    changed_at: timestamp,
    kind: z.enum(CHANGE_KINDS),
    operator_id: operator.id.nullable(),
    operator_slug: slug.nullable(),
    operator: operator.name.nullable(),
    metric: metricKey.nullable(),
    category: slug.nullable(),
    claim_id: claimId.nullable(),
    replaced_claim_id: claimId.nullable(),
    field: z.string().nullable(),
    item: z.string().nullable(),
    old: z.unknown(),
    new: z.unknown(),
    reason: text.nullable(),
    evidence_url: url.nullable(),
    observed_at: timestamp.nullable(),
    api_url: url.nullable(),
  },
  snapshots: {
    file: z.string(),
    media_type: mediaType,
    bytes: count,
    sha256,
    description: z.string(),
    url,
  },
} satisfies { readonly [K in AnswerKind]: Shape<(typeof RECORD_MEANINGS)[K]> };

type Shape<M> = { readonly [Field in keyof M]: z.ZodType };

const general = { generated_at: timestamp, version: z.literal(API_VERSION) };
const listed = { total: count, ...general };

/** The shape of what every answer says about itself, keys in their order. */
const META = {
  index: {
    name: service.shape.name,
    notice: service.shape.notice,
    license: service.shape.license,
    attribution: service.shape.attribution,
    contact: service.shape.contact,
    site_url: url,
    base_url: url,
    claim_pages: z.enum(CLAIM_PAGES),
    deprecation: service.shape.deprecation,
    operators: count,
    claims: count,
    current_claims: count,
    metrics: count,
    categories: count,
    removed_categories: count,
    newest_observed_at: timestamp.nullable(),
    ...listed,
  },
  list: listed,
  detail: { operator: operator.name, ...general },
  facts: { operator: operator.name, total_facts: count, generated_at: timestamp },
  best: { category: slug, alias: slug, title: text, description: text, ...listed },
  metrics: { total: count, operators: count, ...general },
  categories: { total: count, active: count, removed: count, ...general },
  'all-facts': listed,
  claims: listed,
  claim: {
    claim_id: claimId,
    operator: operator.name,
    status: fullClaim.status,
    ...general,
  },
  changes: { total: count, limit: count, ...general },
  snapshots: listed,
} satisfies { readonly [K in AnswerKind]: Partial<Shape<typeof META_MEANINGS>> };

function recordSchema(kind: AnswerKind): z.ZodObject {
  const meanings: Annotation['meanings'] = RECORD_MEANINGS[kind];
  const rules = 'kyc_level' in SHAPES[kind] ? THRESHOLD_BELONGS_TO_LEVEL : {};
  return annotate(z.object(SHAPES[kind] as z.ZodRawShape), { meanings, ...rules });
}

/** The schema of a whole JSON answer. */
export function envelopeSchema(kind: AnswerKind): z.ZodObject {
  const single = kind === 'detail' || kind === 'claim';
  const data = annotate(z.array(recordSchema(kind)), single ? { minItems: 1, maxItems: 1 } : {});
  return annotate(
    z.object({
      meta: annotate(z.object(META[kind] as z.ZodRawShape), { meanings: META_MEANINGS }),
      data,
    }),
    { meanings: { meta: 'What the answer says about itself.', data: 'The records.' } },
  );
}

/** The kinds whose records, or whose meta, are not what their schemas say: none, or this does not compile. */
type Deviating<Emitted, Described extends { readonly [K in keyof Emitted]: unknown }> = {
  [K in keyof Emitted]: Emitted[K] extends Described[K]
    ? keyof Emitted[K] extends keyof Described[K]
      ? never
      : K
    : K;
}[keyof Emitted];
type DescribedRecords = {
  [K in AnswerKind]: Frozen<
    K extends 'changes' ? Repeated<ValueOf<(typeof SHAPES)[K]>> : ValueOf<(typeof SHAPES)[K]>
  >;
};
type DescribedMetas = { [K in AnswerKind]: Frozen<ValueOf<(typeof META)[K]>> };
type ValueOf<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;
/** The log repeats what earlier publications said: of that, nothing is known but that it is text. */
type Repeated<T> = { [Field in keyof T]: Unbranded<T[Field]> };
type Unbranded<T> = T extends z.core.$brand ? string : T;
type Frozen<T> = T extends string
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;
export const DEVIATING: {
  readonly [K in Deviating<EmittedRecords, DescribedRecords>]: never;
} & { readonly [K in Deviating<EmittedMetas, DescribedMetas>]: never } = {};
