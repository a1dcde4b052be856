import * as z from 'zod';
import { orList, type Place, quote } from '../diagnostics/index.ts';
import {
  activeCategory,
  allowsNull,
  choicesOf,
  claim,
  claimId,
  dayOrTime,
  keysOf,
  mayBeUnknown,
  metric,
  metricKey,
  operatorId,
  operatorRecord,
  publicUrl,
  removedCategory,
  service,
  unwrap,
  url,
} from '../model/index.ts';
import type { ValuePath } from '../source/index.ts';

/**
 * A value as a maintainer would name it: `the text "no"`, `the number 5`, `a list`.
 *
 * @param place Its place: a number is quoted as it is written there, such as 1.10 or 0x1F. So is a sign
 *   that is no value, and the sign that begins a block without text, such as >2.
 */
export function inWords(value: unknown, place?: Place): string {
  if (value === null || value === undefined) return 'empty (null)';
  const sign = value === '' && place !== undefined ? blockSignAt(place) : null;
  if (sign !== null) return `an empty block of text (${sign} begins one)`;
  if (typeof value === 'string') return `the text ${quote(value)}`;
  if (Number.isNaN(value)) return `the sign ${quote(place?.file.text.charAt(place.start) ?? '')}`;
  if (typeof value === 'number') return `the number ${writtenNumber(place) ?? value}`;
  if (typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : 'a map of fields';
}

function writtenNumber(place: Place | undefined): string | null {
  const written = place?.file.text.slice(place.start, place.end) ?? '';
  // Anything else is an alias of the number.
  return /^[-+.\d][-+.\w]*$/.test(written) ? written : null;
}

/** The sign that begins a block of text, if there is one: at most three characters (YAML 1.2.2 §8.1.1). */
export function blockSignAt({ file, start }: Place): string | null {
  return /^[|>]\S*/.exec(file.text.slice(start, start + 3))?.[0] ?? null;
}

/** A place in a value as a maintainer would name it: `"name"`, `entry 2 of "pros"`. */
export function fieldName(path: ValuePath, whole: string): string {
  const last = path.at(-1);
  if (last === undefined) return `the ${whole}`;
  if (typeof last === 'string') return quote(last);
  return `entry ${last + 1} of ${quote(String(path.at(-2)))}`;
}

const { amount: limitAmount } = operatorRecord.shape.limits.element.shape;
const { site_url, base_url } = service.shape;
const ranking = activeCategory.shape;
const removed = removedCategory.shape;

const CONDITION = 'a value that the field can have, or a list of such values';

/** The form of each kind of value, even if a schema adds a description or a check. */
const KINDS = z
  .registry<{ readonly wanted: string }>()
  .add(operatorId, { wanted: 'a whole number above zero that no operator has had' })
  .add(claimId, {
    wanted: 'its metric, an underscore and a number, such as "withdrawal_fee_usd_7"',
  })
  .add(metricKey, { wanted: 'the key of a metric, such as "withdrawal_fee_usd"' })
  .add(unwrap(dayOrTime), {
    wanted: 'a date, or a date and time in UTC, such as 2026-10-02 or 2026-10-02T09:30:00Z',
  })
  .add(unwrap(claim.shape.observed_at), {
    wanted:
      'a date, or a date and time in UTC, such as 2026-10-02 or 2026-10-02T09:30:00Z, or a list of them',
  })
  .add(publicUrl, { wanted: 'a whole address, such as "https://harbour-nine.example/cashier"' })
  .add(url, { wanted: 'a whole address, such as "https://harbour-nine.example/cashier"' })
  .add(site_url, { wanted: 'the whole address of the site, such as "https://compare.example"' })
  .add(base_url, {
    wanted: 'the whole address of the folder api/v1, such as "https://compare.example/api/v1"',
  })
  .add(claim.shape.value, {
    wanted:
      'a number, true or false, or text, as the type of its metric is; where nothing is known, leave the claim out',
  })
  .add(claim.shape.evidence_url, {
    wanted:
      'the whole address of the page that shows it, such as "https://harbour-nine.example/cashier"',
  })
  .add(metric.shape.key, {
    wanted: 'the name that claims call the metric by, such as "withdrawal_fee_usd"',
  })
  .add(metric.shape.name, { wanted: 'text, the name of the metric for people' })
  .add(metric.shape.description, { wanted: 'text that says what is measured, and how' })
  .add(ranking.slug, {
    wanted: 'the name of the ranking in addresses, such as "lowest-fees"',
  })
  .add(ranking.alias, {
    wanted: 'a second name of the ranking in addresses, such as "cheapest-withdrawals"',
  })
  .add(ranking.title, { wanted: 'text, the title of the ranking' })
  .add(ranking.description, {
    wanted: 'text that says in a sentence or two what the ranking shows',
  })
  .add(ranking.where, {
    wanted: 'a map of conditions, such as { accepts_vpn: true }, or {} for none',
  })
  .add(ranking.where.valueType, { wanted: CONDITION })
  .add(ranking.where.valueType.options[0], { wanted: CONDITION })
  .add(ranking.cite, {
    wanted:
      'the key of the metric or the summary field that every ranked operator has, such as "withdrawal_fee_usd"',
  })
  .add(removed.slug, {
    wanted: 'the name that the ranking had in addresses, such as "lowest-fees"',
  })
  .add(removed.removed_at, {
    wanted: 'the date when the ranking was removed, such as 2026-10-02',
  })
  .add(removed.reason, { wanted: 'text that says why the ranking was removed' })
  .add(removed.see, { wanted: 'the slug of an active ranking to see instead' })
  .add(ranking.rank_by, {
    wanted: 'a list of at least one entry, such as { by: withdrawal_fee_usd, order: ascending }',
  });

/**
 * The values that a schema accepts, in words for the maintainer, with an example if that helps.
 *
 * @param declared The schema of the field, which may be nullable or have a transform.
 */
export function wantedInFull(declared: z.core.$ZodType | null): string | null {
  if (declared === null) return null;
  const schema = unwrap(declared);
  const wanted = (KINDS.get(declared) ?? KINDS.get(schema))?.wanted ?? inFull(schema);
  // null states that there is no limit, so it is not the value for an unknown limit.
  const otherwise = mayBeUnknown(declared) ? 'where it is not known' : 'where there is none';
  const without = declared === limitAmount ? 'for no limit' : otherwise;
  return wanted !== null && allowsNull(declared) ? `${wanted}, or null ${without}` : wanted;
}

function inFull(schema: z.core.$ZodType): string | null {
  const fields = keysOf(schema);
  if (fields.length > 0) return `a map of the fields ${fields.join(', ')}`;
  const wanted = wantedBy(schema);
  if (wanted === 'a list')
    return 'a list (lines that start with a hyphen and a space), or [] for none';
  return wanted === 'a map of fields' ? 'a map of fields, or {} for none' : wanted;
}

/** The values that a schema accepts, as the object of "write": `text`, `true or false`, `a list`. */
export function wantedBy(declared: z.core.$ZodType): string | null {
  const schema = unwrap(declared);
  if (schema instanceof z.ZodUnion) {
    return orList(schema.options.map(wantedBy).filter((wanted) => wanted !== null));
  }
  switch (schema._zod.def.type) {
    case 'string':
      return 'text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    case 'object':
    case 'record':
      return 'a map of fields';
    case 'enum':
      return `one of ${choicesOf(schema).join(', ')}`;
    case 'null':
      return 'null';
    default:
      return null;
  }
}
