import * as z from 'zod';
import { claim, slug, summaryFields, text, timestamp, url } from '../../model/index.ts';
import { defineAnswer, fill, type Holding } from '../answer.ts';
import {
  about,
  count,
  operator as displayName,
  evidence,
  general,
  nullable,
  total,
} from '../fields.ts';

/** The kinds of changes between two publications, in the order of the log. */
const CHANGE_KINDS = [
  'operator_added',
  'operator_removed',
  'operator_renamed',
  'operator_ended',
  'field_changed',
  'item_added',
  'item_changed',
  'item_removed',
  'claim_added',
  'claim_changed',
  'claim_confirmed',
  'claim_corrected',
  'claim_superseded',
  'claim_retracted',
  'claim_removed',
  'metric_added',
  'metric_changed',
  'metric_retired',
  'metric_removed',
  'category_added',
  'category_changed',
  'category_removed',
  'service_changed',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const { claim_id } = claim.shape;

/** Any value of a field, or an item of a list. */
const changed = z.unknown().meta({
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'object', additionalProperties: true },
    {
      type: 'array',
      items: { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }] },
    },
    { type: 'null' },
  ],
});

const fields = {
  changed_at: timestamp.describe('When the change was published.'),
  kind: z.enum(CHANGE_KINDS).describe('What happened.'),
  operator_id: nullable(about.operator_id),
  operator_slug: nullable(summaryFields.slug),
  operator: nullable(displayName),
  metric: nullable(claim.shape.metric),
  category: slug.nullable().describe('The slug of the category.'),
  claim_id: nullable(claim_id),
  replaced_claim_id: claim_id.nullable().describe('The claim that claim_id replaces.'),
  field: z
    .string()
    .nullable()
    .describe('What of the operator, claim, metric, category or service changed.'),
  item: z.string().nullable().describe('Which item of a list it is.'),
  old: changed.describe('The value before; null for what was not there.'),
  new: changed.describe('The value after; null for what is no longer there.'),
  reason: text
    .nullable()
    .describe(
      'Why a claim was retracted or corrected, an operator ended, or a category was removed.',
    ),
  evidence_url: nullable(evidence.evidence_url),
  observed_at: nullable(evidence.observed_at),
  api_url: url.nullable().describe('Where the present state can be read; null for what is gone.'),
};

/** `/changes`: what changed from publication to publication, newest first. */
export const changes = defineAnswer({
  kind: 'changes',
  path: 'changes',
  name: 'Changes',
  record: 'Change',
  tag: 'Service',
  title: 'What changed, value by value',
  description:
    'One record for each value that is not what it was, newest first; what one publication changed is told of operators by id, then of metrics by key, of categories by slug, and of the service.',
  link: {
    name: 'changes',
    rel: 'collection',
    title: 'What changed since earlier publications, value by value, newest first',
  },
  key: [],
  fields,
  meta: {
    total,
    limit: count.describe('How many changes are listed here; older ones are in /changes/{year}.'),
    ...general,
  },
});

/** `/changes/{year}`: everything that changed in one year, newest first. */
export const changesOfYear = defineAnswer({
  kind: 'changes-of-year',
  path: 'changes/{year}',
  name: 'ChangesOfYear',
  record: 'Change',
  tag: 'Service',
  title: 'What changed in one year, value by value',
  description:
    'One record for each value that changed in a calendar year (UTC), newest first, also those that /changes no longer has. A year without changes has no answer.',
  link: { name: 'changes_of_year', rel: 'archives' },
  key: [],
  fields,
  meta: { year: count.describe('The year.'), total, ...general },
});

/** @param year Four digits. */
export function yearPath(year: string) {
  return fill(changesOfYear.path, year);
}

/** A change with the time of its publication. Values come from published files, and have no brands. */
export type LoggedChange = {
  readonly [K in keyof Holding<typeof fields>]: Unbranded<Holding<typeof fields>[K]>;
};
type Unbranded<T> = T extends string & z.core.$brand ? string : T;

/** A changed value. Fields that do not apply to its kind are null. */
export type Change = Omit<LoggedChange, 'changed_at'>;
