import {
  API_VERSION,
  activeCategory,
  anything,
  boolean,
  CLAIM_PAGES,
  claim,
  claimId,
  type FieldShapes,
  type FieldsReadAs,
  list,
  literal,
  metric,
  metricKey,
  nullable,
  number,
  oneOf,
  operatorRecord,
  record,
  type Shape,
  service,
  slug,
  string,
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

const count = annotate(number(), { type: 'integer', minimum: 0 });
const mediaType = annotate(string(), { pattern: '^[a-z]+/[a-z0-9.+-]+' });
const sha256 = annotate(string(), { pattern: '^[0-9a-f]{64}$' });

const operator = operatorRecord.fields;
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
  metric_name: metric.fields.name,
  value: claim.fields.value,
  unit: metric.fields.unit,
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
  status: oneOf(CLAIM_STATUSES),
  superseded_by: nullable(claimId),
  retracted_at: nullable(timestamp),
  retracted_reason: nullable(text),
  citation: text,
  content_hash: annotate(string(), { pattern: '^sha256:[0-9a-f]{64}$' }),
  api_url: url,
};

/** The fields of the records of every answer, in the order of the columns. */
const FIELDS = {
  index: {
    name: string(),
    rel: string(),
    href: url,
    is_template: boolean(),
    media_types: list(mediaType),
    title: string(),
    total: nullable(count),
  },
  list: summary,
  detail: { ...summary, payment_options, fees, limits, pros, cons, sources },
  facts: fact,
  best: {
    rank: annotate(number(), { type: 'integer', minimum: 1 }),
    ...summary,
    ...datum,
    claim_id: claimId,
    ...evidence,
  },
  metrics: {
    ...metric.fields,
    operators_with_current_claim: count,
    newest_observed_at: nullable(timestamp),
    oldest_observed_at: nullable(timestamp),
  },
  categories: {
    slug,
    alias: nullable(slug),
    title: nullable(text),
    description: nullable(text),
    status: oneOf(CATEGORY_STATUSES),
    rule: nullable(text),
    where: nullable(activeCategory.fields.where),
    cite: nullable(metricKey),
    rank_by: nullable(activeCategory.fields.rank_by),
    removed_at: nullable(timestamp),
    reason: nullable(text),
    see: nullable(slug),
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
    superseded_by: nullable(claimId),
    retracted_at: nullable(timestamp),
    retracted_reason: nullable(text),
    api_url: nullable(url),
  },
  claim: fullClaim,
  changes: {
    changed_at: timestamp,
    kind: oneOf(CHANGE_KINDS),
    operator_id: nullable(operator.id),
    operator_slug: nullable(slug),
    operator: nullable(operator.name),
    metric: nullable(metricKey),
    category: nullable(slug),
    claim_id: nullable(claimId),
    replaced_claim_id: nullable(claimId),
    field: nullable(string()),
    item: nullable(string()),
    old: anything(),
    new: anything(),
    reason: nullable(text),
    evidence_url: nullable(url),
    observed_at: nullable(timestamp),
    api_url: nullable(url),
  },
  snapshots: {
    file: string(),
    media_type: mediaType,
    bytes: count,
    sha256,
    description: string(),
    url,
  },
} satisfies { readonly [K in AnswerKind]: ShapesOf<(typeof RECORD_MEANINGS)[K]> };

type ShapesOf<M> = { readonly [Field in keyof M]: Shape };

const general = { generated_at: timestamp, version: literal(API_VERSION) };
const listed = { total: count, ...general };

/** The fields of what every answer says about itself, in their order. */
const META = {
  index: {
    name: service.fields.name,
    notice: service.fields.notice,
    license: service.fields.license,
    attribution: service.fields.attribution,
    contact: service.fields.contact,
    site_url: url,
    base_url: url,
    claim_pages: oneOf(CLAIM_PAGES),
    deprecation: service.fields.deprecation,
    operators: count,
    claims: count,
    current_claims: count,
    metrics: count,
    categories: count,
    removed_categories: count,
    newest_observed_at: nullable(timestamp),
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
} satisfies { readonly [K in AnswerKind]: Partial<ShapesOf<typeof META_MEANINGS>> };

function recordShape(kind: AnswerKind): Shape {
  const meanings: Annotation['meanings'] = RECORD_MEANINGS[kind];
  const rules = 'kyc_level' in FIELDS[kind] ? THRESHOLD_BELONGS_TO_LEVEL : {};
  return annotate(record(FIELDS[kind] as FieldShapes), { meanings, ...rules });
}

/** The shape of a whole JSON answer. */
export function envelopeShape(kind: AnswerKind): Shape {
  const single = kind === 'detail' || kind === 'claim';
  const data = annotate(list(recordShape(kind)), single ? { minItems: 1, maxItems: 1 } : {});
  return annotate(
    record({
      meta: annotate(record(META[kind] as FieldShapes), { meanings: META_MEANINGS }),
      data,
    }),
    { meanings: { meta: 'What the answer says about itself.', data: 'The records.' } },
  );
}

/** The kinds whose records, or whose meta, are not of the shapes given here: none, or this does not compile. */
type Deviating<Emitted, Described extends { readonly [K in keyof Emitted]: unknown }> = {
  [K in keyof Emitted]: Emitted[K] extends Described[K]
    ? keyof Emitted[K] extends keyof Described[K]
      ? never
      : K
    : K;
}[keyof Emitted];
type DescribedRecords = {
  [K in AnswerKind]: Frozen<
    K extends 'changes'
      ? Repeated<FieldsReadAs<(typeof FIELDS)[K]>>
      : FieldsReadAs<(typeof FIELDS)[K]>
  >;
};
type DescribedMetas = { [K in AnswerKind]: Frozen<FieldsReadAs<(typeof META)[K]>> };
/** The log repeats what earlier publications said: of that, nothing is known but that it is text. */
type Repeated<T> = { [Field in keyof T]: Unbranded<T[Field]> };
type Unbranded<T> = T extends { readonly __brand: string } ? string : T;
type Frozen<T> = T extends string
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;
export const DEVIATING: {
  readonly [K in Deviating<EmittedRecords, DescribedRecords>]: never;
} & { readonly [K in Deviating<EmittedMetas, DescribedMetas>]: never } = {};
