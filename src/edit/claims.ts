import { EnvironmentError, quote } from '../diagnostics/index.ts';
import {
  type ClaimValue,
  isLater,
  isSummaryColumn,
  type Metric,
  startOfDay,
  type Timestamp,
} from '../model/index.ts';
import { sourceNames } from '../validate/index.ts';
import type { Edit } from './edit-text.ts';
import {
  type Change,
  changeOf,
  changesOf,
  claimsIn,
  claimsOf,
  type EditableSources,
  type FoundClaim,
  findClaim,
  findMetric,
  findOperator,
  freeNumbersIn,
  operatorAt,
  schemaComment,
  type WrittenClaim,
} from './sources.ts';
import { writeEntry } from './write-yaml.ts';

/** What a claim states, as the user gave it. */
export interface Statement {
  /** The text of the value, which is read as the type of the metric says. */
  readonly value: string;
  readonly at: string;
  readonly archiveUrl?: string | undefined;
  readonly quote?: string | undefined;
}

/**
 * Adds a claim to an operator.
 *
 * @throws EnvironmentError when the operator has a current claim of the metric
 */
export function addClaim(
  sources: EditableSources,
  operator: string,
  key: string,
  statement: Statement & { readonly evidence: string },
): Change {
  const [, name] = findOperator(sources, operator);
  const metric = findMetric(sources, key);
  const current = claimsOf(sources, operator).find(
    ({ claim }) => claim.metric === key && isCurrentClaim(claim),
  );
  if (current !== undefined) {
    throw new EnvironmentError(
      `Operator ${operator} has a current claim of this metric, ${current.claim.claim_id}. If the value has changed, use operator-api supersede ${current.claim.claim_id} --value …`,
    );
  }
  const claim = newClaim(sources, metric, statement.evidence, statement);
  const isNew = !sources.has(name);
  const source = isNew
    ? { from: null, to: name, text: `${schemaComment(sources, 'facts')}${writeEntry(claim, 0)}\n` }
    : changeOf(sources, name, [{ kind: 'append', path: [], entry: claim }]);
  return { sources: [source], notes: [`The new claim is ${claim.claim_id}.`] };
}

/**
 * Adds a claim with the new value after the one that it replaces. If the operator states the old value in
 * a summary field with the name of the metric, that field changes too, because both have to agree.
 *
 * @throws EnvironmentError when the claim is not current, or has this value
 */
export function supersede(
  sources: EditableSources,
  claimId: string,
  statement: Statement & {
    /** That of the old claim when absent. */
    readonly evidence?: string | undefined;
  },
): Change {
  const { claim, operator, name, index } = findCurrent(sources, claimId, 'superseded');
  const metric = findMetric(sources, claim.metric);
  const evidence = statement.evidence ?? claim.evidence_url;
  const successor = newClaim(sources, metric, evidence, statement);
  if (successor.value === claim.value) {
    throw new EnvironmentError(
      `The value of ${claimId} is ${JSON.stringify(claim.value)} already. If you saw it again, use operator-api confirm ${claimId}`,
    );
  }
  const edits: readonly Edit[] = [
    { kind: 'set', path: [index, 'superseded_by'], value: successor.claim_id },
    { kind: 'append', path: [], entry: successor, after: index },
  ];
  const stated = operatorAt(sources, operator)[claim.metric];
  const [operatorName] = sourceNames(operator);
  const isStated = isSummaryColumn(claim.metric) && stated === claim.value;
  const summary: Edit = { kind: 'set', path: [claim.metric], value: successor.value };
  return {
    sources: [
      changeOf(sources, name, edits),
      ...(isStated ? [changeOf(sources, operatorName, [summary])] : []),
    ],
    notes: [`The new claim is ${successor.claim_id}.`],
  };
}

export interface Retraction {
  readonly reason: string;
  readonly at: string;
  /**
   * What happens to the claims that the retracted claim had superseded: they are current again, or they are
   * retracted too.
   */
  readonly earlier?: 'current' | 'retract' | undefined;
}

/**
 * Retracts claims.
 *
 * @throws EnvironmentError when a claim is not current, or had superseded another one and `earlier` does
 *   not say what happens to that
 */
export function retract(
  sources: EditableSources,
  claimIds: readonly string[],
  { reason, at, earlier }: Retraction,
): Change {
  const retired = new Map<string, FoundClaim>();
  const released = new Map<string, FoundClaim>();
  for (const claimId of claimIds) {
    retired.set(claimId, findCurrent(sources, claimId, 'retracted'));
    const predecessors =
      earlier === 'retract' ? ancestorsOf(sources, claimId) : supersededBy(sources, claimId);
    if (predecessors.length > 0 && earlier === undefined) {
      throw new EnvironmentError(
        `${claimId} had superseded ${idsOf(predecessors)}. Add --earlier current if that is true again, or --earlier retract to retract it too`,
      );
    }
    for (const found of predecessors) released.set(found.claim.claim_id, found);
  }
  const edits = [
    ...Array.from(released.values(), (found) => ({
      name: found.name,
      edit: { kind: 'remove', path: [found.index, 'superseded_by'] } as const,
    })),
    ...[...retired.values(), ...(earlier === 'retract' ? released.values() : [])].map((found) => ({
      name: found.name,
      edit: { kind: 'set', path: [found.index, 'retracted'], value: { at, reason } } as const,
    })),
  ];
  const fate = earlier === 'retract' ? 'retracted too' : 'current again';
  return {
    sources: changesOf(sources, edits),
    notes:
      released.size === 0 ? [] : [`Superseded before, and ${fate}: ${idsOf(released.values())}.`],
  };
}

function idsOf(found: Iterable<FoundClaim>): string {
  return Array.from(found, ({ claim }) => claim.claim_id).join(', ');
}

/**
 * Adds the time of a further observation to claims.
 *
 * @param names Ids of claims, and slugs of operators, whose current claims are all meant.
 * @param source Of operators, only the claims with this evidence are meant.
 * @throws EnvironmentError when a claim that is named by its id is not current, or was seen at that time or
 *   later, or when there is nothing to confirm
 */
export function confirm(
  sources: EditableSources,
  names: readonly string[],
  { at, source }: { readonly at: string; readonly source?: string | undefined },
): Change {
  const confirmed = new Map<string, FoundClaim>();
  const seenLater: string[] = [];
  const withoutClaims: string[] = [];
  for (const name of names) {
    // A slug has no underscore, and a claim id has one.
    const isClaim = name.includes('_');
    const current = isClaim
      ? [findCurrent(sources, name, 'confirmed')]
      : currentClaimsOf(sources, name, source);
    if (current.length === 0) withoutClaims.push(name);
    for (const found of current) {
      const { claim_id: claimId, observed_at: observed } = found.claim;
      const newest = [observed].flat().at(-1) ?? '';
      if (isAfter(at, newest)) confirmed.set(claimId, found);
      else if (isClaim) {
        throw new EnvironmentError(
          `Cannot confirm ${claimId} at ${at}: it was observed at ${newest}, and observations are added in the order of their times`,
        );
      } else seenLater.push(claimId);
    }
  }
  if (confirmed.size === 0) {
    throw new EnvironmentError(
      seenLater.length === 0
        ? `There is no current claim to confirm for ${names.join(', ')}`
        : `Every claim of ${names.join(', ')} was observed at ${at} or later`,
    );
  }
  const edits = Array.from(confirmed.values(), (found) => ({
    name: found.name,
    edit: observation(found, at),
  }));
  return {
    sources: changesOf(sources, edits),
    notes: [
      ...(seenLater.length === 0
        ? []
        : [`Observed at ${at} or later, unchanged: ${seenLater.join(', ')}.`]),
      ...(withoutClaims.length === 0
        ? []
        : [`No current claim to confirm: ${withoutClaims.join(', ')}.`]),
    ],
  };
}

/** Both are days or timestamps. */
function isAfter(time: string, other: string): boolean {
  return isLater(startOfDay(time) as Timestamp, startOfDay(other) as Timestamp); // valid
}

function observation({ claim: { observed_at: observed }, index }: FoundClaim, at: string): Edit {
  const path = [index, 'observed_at'];
  return typeof observed === 'string'
    ? { kind: 'set', path, value: [observed, at] }
    : { kind: 'append', path, entry: at };
}

function currentClaimsOf(
  sources: EditableSources,
  operator: string,
  source: string | undefined,
): readonly FoundClaim[] {
  findOperator(sources, operator);
  const current = claimsOf(sources, operator).filter(({ claim }) => isCurrentClaim(claim));
  if (source === undefined) return current;
  const found = current.filter(({ claim }) => claim.evidence_url === source);
  if (found.length > 0) return found;
  const pages = [...new Set(current.map(({ claim }) => claim.evidence_url))].join(', ');
  throw new EnvironmentError(
    `No current claim of ${operator} has the evidence ${source}. Its pages are: ${pages}`,
  );
}

function isCurrentClaim({ superseded_by = null, retracted = null }: WrittenClaim): boolean {
  return superseded_by === null && retracted === null;
}

/** @param action As in "only a current claim can be confirmed". */
function findCurrent(sources: EditableSources, claimId: string, action: string): FoundClaim {
  const found = findClaim(sources, claimId);
  const { superseded_by: successor } = found.claim;
  if (isCurrentClaim(found.claim)) return found;
  const fate = successor ? `superseded by ${successor}` : 'retracted';
  throw new EnvironmentError(`${claimId} is ${fate}, and only a current claim can be ${action}`);
}

/** The claims that a claim has directly superseded. */
function supersededBy(sources: EditableSources, claimId: string): readonly FoundClaim[] {
  return claimsIn(sources).filter(({ claim }) => claim.superseded_by === claimId);
}

/** The claims that a claim has superseded, directly or through others. */
function ancestorsOf(sources: EditableSources, claimId: string): readonly FoundClaim[] {
  return supersededBy(sources, claimId).flatMap((found) => [
    found,
    ...ancestorsOf(sources, found.claim.claim_id),
  ]);
}

function newClaim(
  sources: EditableSources,
  metric: Metric,
  evidence: string,
  { value, at, archiveUrl, quote }: Statement,
) {
  return {
    claim_id: freeNumbersIn(sources).claimId(metric.key),
    metric: metric.key,
    value: readValue(metric, value),
    evidence_url: evidence,
    observed_at: at,
    ...(archiveUrl !== undefined && { archive_url: archiveUrl }),
    ...(quote !== undefined && { quote }),
  };
}

const WANTED = {
  number: 'a number such as 1.5',
  integer: 'a whole number such as 12',
  boolean: 'true or false',
  string: 'a text',
} as const;

/** A double keeps any 15 digits. */
const NUMBER = /^-?(?=(?:\D*\d){1,15}$)\d+(?:\.\d+)?$/;

/** @throws EnvironmentError when a text is not a value of the type of a metric */
function readValue({ key, type }: Metric, written: string): ClaimValue {
  if (type === 'string' && written.trim() !== '') return written;
  if (type === 'boolean' && /^(?:true|false)$/.test(written)) return written === 'true';
  const isNumber = (type === 'number' || type === 'integer') && NUMBER.test(written);
  if (isNumber && (type === 'number' || Number.isInteger(Number(written)))) return Number(written);
  throw new EnvironmentError(
    `Cannot use ${quote(written)} as a value of ${key}: its type is ${type}, so it has to be ${WANTED[type]}`,
  );
}
