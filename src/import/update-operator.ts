import { isDeepStrictEqual } from 'node:util';
import { quote } from '../diagnostics/index.ts';
import { type Edit, type EditableSources, editText, schemaComment } from '../edit/index.ts';
import {
  type Claim,
  dayOf,
  isCurrent,
  isLater,
  lastObserved,
  type Operator,
  type Timestamp,
} from '../model/index.ts';
import { type PlainValue, valueAt } from '../source/index.ts';
import { sourceNames } from '../validate/index.ts';
import { checkThreshold } from './check-threshold.ts';
import { FIELDS, type Field } from './mapping.ts';
import { type Result, toClaim } from './new-sources.ts';
import type { Entry, StatedClaim } from './read-rows.ts';

/** Fields that are compared one by one. The others identify the operator, or depend on each other. */
const COMPARED = [
  'name',
  'license_jurisdiction',
  'accepts_vpn',
  'has_mobile_app',
  'website',
  'pros',
  'cons',
] as const satisfies readonly Field[];

/**
 * Changes the sources of an operator in place where a row says something else. Empty cells change nothing.
 * A claim with another value supersedes the published one; the same value, seen later, confirms it. What
 * was retracted or corrected is not claimed again with an earlier date. Rows that are older than the
 * operator change none of its fields, and rows after its end change none of its claims.
 *
 * @param claimId The next free claim id of a metric.
 * @throws EnvironmentError when a source is written in a way that cannot be edited
 */
export function updateOperator(
  operator: Operator,
  given: Entry,
  sources: EditableSources,
  claimId: (metric: string) => string,
): Result {
  const [operatorName, factsName] = sourceNames(operator.slug);
  const { value: written = {} } = sources.get(operatorName) ?? {};
  const facts = sources.get(factsName)?.value ?? [];
  const { entry, leftOut } = withoutOldFields(operator, given);
  const { claims: fitting } = checkThreshold(entry, operator);
  const claims = compareClaims(operator, fitting, facts, claimId);
  const record = compareRecord(operator, entry, claims.outdated, written);
  const change = (name: string, edits: readonly Edit[]) => {
    const file = sources.get(name)?.file ?? {
      path: name,
      text: `${schemaComment(sources, 'facts')}[]\n`,
    };
    const from = sources.has(name) ? name : null;
    return edits.length === 0 ? [] : [{ from, to: name, text: editText(file, edits) }];
  };
  return {
    files: [...change(operatorName, record.edits), ...change(factsName, claims.edits)],
    newClaims: claims.newClaims,
    taken: [...record.taken, ...claims.taken],
    leftOut: [...leftOut, ...claims.leftOut],
    problems: [...entry.problems, ...record.problems],
  };
}

/**
 * An entry without the fields that differ from an operator that is newer, and without the claims that
 * would contradict such a field.
 */
function withoutOldFields(operator: Operator, entry: Entry) {
  const leftOut: string[] = [];
  const kept = Object.entries(entry.fields).filter(([field, { value, date }]) => {
    const known = operator[field as Field]; // a key of the same type
    const isOld = date !== null && isLater(operator.updated_at, toTime(date));
    // The slug and the id have found the operator, and updated_at never goes back.
    const isOther = !/^(?:id|slug|updated_at)$/.test(field) && !isDeepStrictEqual(known, value);
    if (!isOld || !isOther) return true;
    leftOut.push(
      `${field} ${show(value)}: the row is of ${date}, the operator of ${dayOf(operator.updated_at)}`,
    );
    return false;
  });
  const fields: Entry['fields'] = Object.fromEntries(kept);
  const claims = entry.claims.filter(({ metric }) => !(metric in entry.fields) || metric in fields);
  return { entry: { ...entry, fields, claims }, leftOut };
}

/** @param outdated Fields that a newer claim contradicts. */
function compareRecord(
  operator: Operator,
  entry: Entry,
  outdated: readonly string[],
  written: PlainValue,
) {
  const upToDate = Object.entries(entry.fields).filter(([field]) => !outdated.includes(field));
  const fields: Entry['fields'] = Object.fromEntries(upToDate);
  const edits: Edit[] = [];
  const taken: string[] = [];
  const set = (field: Field, value: PlainValue) => {
    if (isDeepStrictEqual(operator[field], value)) return;
    edits.push({ kind: 'set', path: [field], value, after: fieldsBefore(field) });
    taken.push(`${field}: ${show(valueAt(written, [field]) ?? null)} → ${show(value)}`);
  };
  for (const field of COMPARED) {
    const stated = fields[field];
    if (stated !== undefined) set(field, stated.value);
  }
  const { level, threshold, problems } = checkThreshold({ ...entry, fields }, operator);
  set('kyc_level', level);
  set('kyc_threshold_usd', threshold);
  // A date that is written would otherwise be older than the record. One that is not follows the claims.
  const isDated = (valueAt(written, ['updated_at']) ?? null) !== null;
  const updated = fields.updated_at?.value ?? (taken.length > 0 && isDated ? entry.date : null);
  if (updated !== null && isLater(toTime(String(updated)), operator.updated_at)) {
    set('updated_at', String(updated));
  }
  return { edits, taken, problems };
}

function show(value: unknown): string {
  if (Array.isArray(value)) return value.map(show).join(', ') || 'none';
  return typeof value === 'string' ? quote(value) : String(value);
}

function compareClaims(
  { claims, ended_at: end }: Operator,
  stated: readonly StatedClaim[],
  written: PlainValue,
  claimId: (metric: string) => string,
) {
  const edits: Edit[] = [];
  const added: Extract<Edit, { kind: 'append' }>[] = [];
  const taken: string[] = [];
  const leftOut: string[] = [];
  const outdated: string[] = [];
  const add = (claim: StatedClaim, after?: number) => {
    const id = claimId(claim.metric);
    added.push({ kind: 'append', path: [], entry: toClaim(claim, id), after });
    return id;
  };
  for (const claim of stated) {
    const { metric, value, observed_at: seen } = claim;
    const index = claims.findIndex((other) => other.metric === metric && isCurrent(other));
    const current = claims[index];
    const refusal =
      end !== null && isLater(toTime(seen), end)
        ? `the operator ended on ${dayOf(end)}`
        : whyWithdrawn(claim, current, claims);
    if (refusal !== null) {
      outdated.push(metric);
      leftOut.push(`${metric} ${show(value)} of ${seen}: ${refusal}`);
      continue;
    }
    if (current === undefined) {
      taken.push(`${add(claim)}: ${show(value)}`);
      continue;
    }
    const { claim_id: id } = current;
    const isSame = current.value === value;
    const last = lastObserved(current);
    if (isSame && !isLater(toTime(seen), last)) continue;
    if (isLater(last, toTime(seen))) {
      outdated.push(metric);
      leftOut.push(`${metric} ${show(value)} of ${seen}: ${id} is newer (${last.slice(0, 10)})`);
    } else if (!isSame) {
      const next = add(claim, index);
      edits.push({ kind: 'set', path: [index, 'superseded_by'], value: next });
      taken.push(`${next}: ${show(value)}, supersedes ${id}: ${show(current.value)}`);
    } else if (current.evidence_url === claim.evidence_url) {
      edits.push(confirmation(index, seen, written));
      taken.push(`${id}: seen again on ${seen}`);
    } else {
      leftOut.push(
        `${metric} ${show(value)} of ${seen}: ${id} has other evidence (${current.evidence_url})`,
      );
    }
  }
  // From the last to the first, so that no index changes before it is used.
  const inOrder = added.sort((a, b) => (b.after ?? Infinity) - (a.after ?? Infinity));
  return { edits: [...edits, ...inOrder], taken, leftOut, outdated, newClaims: added.length };
}

/**
 * Why a claim would publish a mistake again: the same value was retracted, or the current claim was
 * corrected, on the day of the claim or later. Null if it would not.
 */
function whyWithdrawn(
  { metric, value, observed_at: seen }: StatedClaim,
  current: Claim | undefined,
  claims: readonly Claim[],
): string | null {
  const isBefore = (end: Timestamp) => !isLater(toTime(seen), end);
  const correction = current?.corrections.find(
    ({ at, field, was }) =>
      isBefore(at) &&
      ((field === 'value' && was === value) ||
        (field === 'observed_at' && toTime(String(was)) === toTime(seen))),
  );
  if (current !== undefined && correction !== undefined) {
    const { at, field } = correction;
    return `the ${field} of ${current.claim_id} was corrected on ${dayOf(at)}; a new claim needs a later date`;
  }
  if (current?.value === value) return null;
  for (const { claim_id: id, retracted, ...other } of claims) {
    if (retracted === null || other.metric !== metric || other.value !== value) continue;
    if (isBefore(retracted.at)) {
      return `${id} was retracted on ${dayOf(retracted.at)}; a new claim needs a later date`;
    }
  }
  return null;
}

/** The edit that adds an observation to a claim. */
function confirmation(index: number, seen: string, written: PlainValue): Edit {
  const path = [index, 'observed_at'];
  const observed = valueAt(written, path) ?? null;
  return Array.isArray(observed)
    ? { kind: 'append', path, entry: seen }
    : { kind: 'set', path, value: [observed, seen] };
}

/** The fields of a source that a new field follows. */
function fieldsBefore(field: Field): readonly string[] {
  const order = Object.keys(FIELDS);
  return order.slice(0, order.indexOf(field));
}

/** The time of a day or a time. */
function toTime(dayOrTime: string): Timestamp {
  return (dayOrTime.includes('T') ? dayOrTime : `${dayOrTime}T00:00:00Z`) as Timestamp;
}
