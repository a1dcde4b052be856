import {
  activeCategory,
  amount,
  baseUrl,
  categories,
  claim,
  claimId,
  email,
  FEE_FIGURES,
  MEANINGS,
  metric,
  metricKey,
  operatorId,
  operatorRecord,
  percent,
  removedCategory,
  service,
  siteUrl,
  slug,
  text,
  timestamp,
  url,
} from '../model/index.ts';
import { annotate, type JsonSchema } from './json-schema.ts';

/** Not blank, and nothing that a spreadsheet would run. */
const SAFE_TEXT = '^(?![=+\\-@\\t\\r])[\\s\\S]*\\S';

/** How a moment is written; every answer has such a text. */
const MOMENT = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z$';

/** An absolute address without credentials. It may be an IRI, so its format is not "uri". */
const ADDRESS = '^[Hh][Tt][Tt][Pp][Ss]?://(?![^/?#]*@)[^\\s/?#\\\\][^\\s\\\\]*$';

/**
 * Says in JSON Schema what the shapes of `src/model` check in functions. What is said here is
 * never stricter than they are; where it cannot be as strict, the validator has the last word.
 */
export function annotateModel(): void {
  annotate(text, { pattern: SAFE_TEXT });
  annotate(claim.fields.value, { pattern: SAFE_TEXT });
  annotate(slug, { pattern: '^(?![0-9]+$)[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: 64 });
  annotate(metricKey, { pattern: '^[a-z][a-z0-9_]{0,63}$' });
  annotate(claimId, { pattern: '^[a-z][a-z0-9_]{0,63}_(?:0|[1-9][0-9]{0,14})$' });
  annotate(timestamp, { format: 'date-time', pattern: MOMENT });
  annotate(url, { pattern: ADDRESS });
  annotate(siteUrl, { pattern: ADDRESS });
  annotate(baseUrl, { pattern: `${ADDRESS.slice(0, -1)}/api/v1/*$` });
  annotate(email, { pattern: '^[^\\s@=+\\-][^\\s@]*@[^\\s@]+\\.[^\\s@]+$', maxLength: 254 });
  annotate(amount, { minimum: 0 });
  annotate(percent, { minimum: 0, maximum: 100 });
  annotate(operatorId, { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
  annotateEntities();
}

function annotateEntities(): void {
  const { payment_options, fees, limits, sources } = operatorRecord.fields;
  const { contact, license, deprecation } = service.fields;
  annotate(service, { title: 'Service', meanings: MEANINGS.service });
  annotate(contact, {
    meanings: MEANINGS.contact,
    anyOf: [needs({ email: 'string' }), needs({ url: 'string' })],
  });
  annotate(license, { meanings: MEANINGS.license });
  annotate(deprecation.inner, { meanings: MEANINGS.deprecation });
  annotate(metric, { title: 'Metric', meanings: MEANINGS.metric });
  annotate(categories, { meanings: MEANINGS.categories });
  annotate(activeCategory, { title: 'Active category', meanings: MEANINGS.category });
  annotate(activeCategory.fields.where.value.options[1], { minItems: 1 });
  annotate(activeCategory.fields.rank_by, { minItems: 1 });
  annotate(activeCategory.fields.rank_by.item, { meanings: MEANINGS.rankBy });
  annotate(removedCategory, { title: 'Removed category', meanings: MEANINGS.removedCategory });
  annotate(operatorRecord, {
    title: 'Operator',
    meanings: MEANINGS.operator,
    ...THRESHOLD_BELONGS_TO_LEVEL,
  });
  annotate(payment_options.item, { title: 'Payment option', meanings: MEANINGS.paymentOption });
  annotate(fees.item, { title: 'Fee', meanings: MEANINGS.fee, allOf: feeRules() });
  annotate(limits.item, { title: 'Limit', meanings: MEANINGS.limit, ...AMOUNT_HAS_CURRENCY });
  annotate(sources.item, { title: 'Source', meanings: MEANINGS.source });
  annotate(claim, { title: 'Claim', meanings: MEANINGS.claim, ...ONE_FATE });
  annotate(claim.fields.retracted.inner, { meanings: MEANINGS.retraction });
}

/** `kyc_threshold_usd` is a number when and only when the level is `threshold`. */
export const THRESHOLD_BELONGS_TO_LEVEL: JsonSchema = {
  if: { properties: { kyc_level: { const: 'threshold' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: needs({ kyc_threshold_usd: 'number' }),
  else: { properties: { kyc_threshold_usd: { type: 'null' } } },
};

const AMOUNT_HAS_CURRENCY: JsonSchema = {
  if: { properties: { amount: { type: 'number' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: needs({ currency: 'string' }),
};

const ONE_FATE: JsonSchema = {
  not: needs({ superseded_by: 'string', retracted: 'object' }),
};

/** Which figures each fee model needs, and which it cannot have; zero says the same as nothing. */
function feeRules(): readonly JsonSchema[] {
  const types = { amount: 'number', percent: 'number', currency: 'string' } as const;
  return Object.entries(FEE_FIGURES)
    .filter(([, { needs, excludes }]) => needs.length + excludes.length > 0)
    .map(([model, { needs: needed, excludes }]) => ({
      if: { properties: { model: { const: model } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: {
        ...(needed.length > 0 && { required: needed }),
        properties: Object.fromEntries([
          ...needed.map((field) => [field, { type: types[field] }]),
          ...excludes.map((field) => [field, { enum: [null, 0] }]),
        ]),
      },
    }));
}

/** Fields that have to be there, and not null. */
function needs(fields: { readonly [field: string]: string }): JsonSchema {
  const properties = Object.entries(fields).map(([field, type]) => [field, { type }]);
  return { required: Object.keys(fields), properties: Object.fromEntries(properties) };
}
