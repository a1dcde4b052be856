import * as z from 'zod';
import {
  API_VERSION,
  claim,
  correction,
  lifeFields,
  metric,
  service,
  summaryFields,
  text,
  timestamp,
  url,
} from '../model/index.ts';

// Fields that several answers have.

export const count = z.number().meta({ type: 'integer', minimum: 0 });
export const mediaType = z.string().meta({ pattern: '^[a-z]+/[a-z0-9.+-]+' });

const { id, name, slug } = summaryFields;
const { claim_id, value, evidence_url, superseded_by } = claim.shape;

/** The operator of a record. */
export const about = { operator_id: id, operator_slug: slug };
/** The display name of the operator. */
export const operator = name;
/** The content of a claim. */
export const datum = {
  metric: claim.shape.metric,
  metric_name: metric.shape.name,
  value,
  unit: metric.shape.unit,
};
export const evidence = {
  evidence_url,
  observed_at: timestamp.describe('When it was last seen there.'),
};
/** How often a claim was seen. */
export const observations = {
  first_observed_at: timestamp.describe('When it was first seen there.'),
  observations: z
    .number()
    .meta({ type: 'integer', minimum: 1 })
    .describe('How many times it was seen there.'),
};
/** What lasts of the evidence of a claim, and what became of its operator. */
export const provenance = {
  archive_url: claim.shape.archive_url,
  quote: claim.shape.quote,
  corrections: z
    .array(correction)
    .describe('What was corrected in place after it was published, oldest first.'),
  operator_status: lifeFields.status,
};
export const fact = { claim_id, operator, ...datum, ...evidence };

/** The statuses of claims. */
const CLAIM_STATUSES = ['current', 'superseded', 'retracted'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** The status of a claim. */
export const fate = {
  status: z
    .enum(CLAIM_STATUSES)
    .describe(
      'What became of the claim: current, superseded by another one, or retracted, as wrong or because it no longer holds.',
    ),
  superseded_by,
  retracted_at: timestamp.nullable().describe('When the claim was withdrawn; otherwise null.'),
  retracted_reason: text.nullable().describe('Why it was withdrawn; otherwise null.'),
};

export const total = count.describe('How many records the answer has.');
/** How to credit the service: in the `meta` of every answer, so that a saved answer can be used alone. */
export const credit = {
  service: service.shape.name,
  license: text.describe('The name of the licence that the data is published under.'),
  license_url: url.describe('The address of its text.'),
  attribution: service.shape.attribution,
};
/** The `meta` fields of every answer. */
export const general = {
  generated_at: timestamp.describe(
    'When the bytes of this answer came to be. It stays as long as nothing else in the answer changes.',
  ),
  version: z.literal(API_VERSION).describe('The version of the contract.'),
  ...credit,
};
export const operators = count.describe('How many operators there are.');

export function meaningOf(schema: z.ZodType): string {
  return schema.description ?? '';
}

/** A field with the same meaning that may be null. */
export function nullable<S extends z.ZodType>(schema: S) {
  return schema.nullable().describe(meaningOf(schema));
}
