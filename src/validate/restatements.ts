import type { Diagnostic, Finding } from '../diagnostics/index.ts';
import {
  type Claim,
  type Correction,
  type Dataset,
  dayOf,
  firstObserved,
  isCurrent,
  type RegisteredClaim,
  type RegisteredMetric,
  type Registry,
  toTimestamp,
} from '../model/index.ts';
import type { FindPlace } from './find-places.ts';
import { type FreeNumbers, freeNumbers } from './free-numbers.ts';

/** Valid sources, and everything that was published before. */
export interface Holding {
  readonly dataset: Dataset;
  readonly registry: Registry;
  readonly findPlace: FindPlace;
  /** The clock of the build, in milliseconds since 1970. */
  readonly now: number;
  /** The output folder if that publication is in it, and may be a preview; null otherwise. */
  readonly keptIn: string | null;
}

/** A claim of the sources. */
export interface Found {
  readonly operatorId: number;
  readonly operatorSlug: string;
  readonly claim: Claim;
  /** Its position in the file. */
  readonly index: number;
}

/** The claims of the sources by their ids. */
export function claimsOf({ operators }: Dataset): ReadonlyMap<string, Found> {
  return new Map(
    operators.flatMap(({ id, slug, claims }) =>
      claims.map((claim, index) => {
        return [claim.claim_id, { operatorId: id, operatorSlug: slug, claim, index }] as const;
      }),
    ),
  );
}

/** Whether the mistake is in the operator, not in the claim about it. */
export function hasAnotherId(published: RegisteredClaim, found: Found): boolean {
  return published.operatorSlug === found.operatorSlug && published.operatorId !== found.operatorId;
}

/**
 * Finds published values that changed in place, and are not declared as corrections.
 *
 * @param lasting The published claims to compare.
 */
export function restatements(
  { dataset, registry, findPlace, now, keptIn }: Holding,
  lasting: readonly RegisteredClaim[],
  claims: ReadonlyMap<string, Found>,
): readonly Diagnostic[] {
  const free = freeNumbers(() => [
    ...dataset.operators.map(({ claims }) => claims.map(({ claim_id }) => ({ claim_id }))),
    registry.claims.map(({ claimId }) => ({ claim_id: claimId })),
  ]);
  const terms: Terms = { keptIn, today: dayOf(toTimestamp(now)), free };
  const compared = lasting.flatMap((published) => {
    const found = claims.get(published.claimId);
    return found === undefined ? [] : [{ published, found, ...splitCorrections(published, found) }];
  });
  const metrics = changedMetrics(dataset, registry, compared, terms);
  // Other values of the claims follow from another unit or type.
  const withOtherValues = new Set(
    metrics.flatMap(({ finding: { metric, field } }) => (field === 'better' ? [] : [metric])),
  );
  return [
    ...metrics.map(({ index, finding }) => ({
      finding,
      place: findPlace('metrics.yaml', index, finding.field),
    })),
    ...compared.flatMap((one) => {
      const { operatorSlug, claim, index } = one.found;
      return changesOf(one, withOtherValues.has(claim.metric), terms).map(({ finding, path }) => ({
        finding,
        place: findPlace(`facts/${operatorSlug}.yaml`, index, ...path),
      }));
    }),
  ];
}

/** What the advice of every finding needs. */
interface Terms {
  readonly keptIn: string | null;
  readonly today: string;
  readonly free: FreeNumbers;
}

/** A published claim and the claim of the sources with its id. */
interface Compared {
  readonly published: RegisteredClaim;
  readonly found: Found;
  /** The corrections that were not published yet. */
  readonly added: readonly Correction[];
  /** The published corrections that are missing. */
  readonly gone: RegisteredClaim['corrections'];
}

function splitCorrections(
  published: RegisteredClaim,
  { claim }: Found,
): Pick<Compared, 'added' | 'gone'> {
  const added = [...claim.corrections];
  const gone = published.corrections.filter(({ at, field, was }) => {
    const index = added.findIndex((one) => one.at === at && one.field === field && one.was === was);
    if (index >= 0) added.splice(index, 1);
    return index < 0;
  });
  return { added, gone };
}

/** Whether a claim declares that a field had one of these values. Later corrections lead on from there. */
function isDeclared({ added }: Compared, field: Correction['field'], ...was: readonly unknown[]) {
  return added.some((one) => one.field === field && was.includes(one.was));
}

const METRIC_FIELDS = ['type', 'unit', 'better'] as const;

/** How the metrics differ from the published ones, and where. */
function changedMetrics(
  { metrics }: Dataset,
  registry: Registry,
  compared: readonly Compared[],
  { today, keptIn }: Terms,
) {
  const keys = [...metrics.keys()];
  return registry.metrics.flatMap((published) => {
    const { key } = published;
    const metric = metrics.get(key);
    if (metric === undefined) return [];
    const cited = compared.filter(({ published }) => published.metric === key);
    const isChanged = (field: (typeof METRIC_FIELDS)[number]) =>
      published[field] !== undefined &&
      published[field] !== metric[field] &&
      !(field === 'unit' && isUnitDeclared(published, cited));
    return METRIC_FIELDS.filter(isChanged).map((field) => {
      const values = { published: published[field], found: metric[field] };
      const finding = {
        code: 'registry/metric-changed',
        metric: key,
        field,
        ...values,
        claims: cited.length,
        today,
        keptIn,
      } as const;
      return { finding, index: keys.indexOf(key) };
    });
  });
}

/** The unit is part of every claim: a correction of it is declared in each. */
function isUnitDeclared({ unit }: RegisteredMetric, cited: readonly Compared[]): boolean {
  return cited.length > 0 && cited.every((one) => isDeclared(one, 'unit', unit));
}

/** A difference, and where it is in the claim. */
interface Change {
  readonly finding: Finding;
  readonly path: readonly (string | number)[];
}

/**
 * How a claim differs from the published one.
 *
 * @param hasOtherValues Whether its metric has another unit or type, from which another value follows.
 */
function changesOf(compared: Compared, hasOtherValues: boolean, terms: Terms): readonly Change[] {
  const { claimId } = compared.published;
  return [
    otherOperator(compared, terms),
    otherMetric(compared, terms),
    hasOtherValues ? null : otherValue(compared, terms),
    otherEvidence(compared, terms),
    otherObservation(compared, terms),
    ...compared.gone.map(({ field, was }) => ({
      finding: {
        code: 'registry/correction-vanished',
        claimId,
        field,
        was,
        keptIn: terms.keptIn,
      } as const,
      path: ['corrections'],
    })),
  ].filter((change) => change !== null);
}

/** What all findings about a claim say. */
function subjectOf({ found: { claim } }: Compared, { today, keptIn }: Terms) {
  const hasCorrections = claim.corrections.length > 0;
  return { claimId: claim.claim_id, hasCorrections, today, keptIn };
}

function otherOperator(compared: Compared, terms: Terms): Change | null {
  const { published, found } = compared;
  const { operatorId, operatorSlug: was } = published;
  const isSame = found.operatorId === operatorId || hasAnotherId(published, found);
  if (isSame || isDeclared(compared, 'operator', was, operatorId)) return null;
  return {
    finding: {
      code: 'registry/claim-changed',
      ...subjectOf(compared, terms),
      what: 'operator',
      published: nameOf(published),
      found: nameOf(found),
      was,
      next: terms.free.claimId(found.claim.metric),
    },
    path: ['claim_id'],
  };
}

function nameOf({ operatorId, operatorSlug }: RegisteredClaim | Found): string {
  return `${operatorSlug} (${operatorId})`;
}

function otherMetric(compared: Compared, terms: Terms): Change | null {
  const { metric: was } = compared.published;
  const { metric: found } = compared.found.claim;
  if (found === was || isDeclared(compared, 'metric', was)) return null;
  return {
    finding: {
      code: 'registry/claim-changed',
      ...subjectOf(compared, terms),
      what: 'metric',
      published: was,
      found,
      was,
      next: terms.free.claimId(found),
    },
    path: ['metric'],
  };
}

function otherValue(compared: Compared, terms: Terms): Change | null {
  const { value: published } = compared.published;
  const { claim } = compared.found;
  const { value: found } = claim;
  if (published === undefined || published === found) return null;
  if (isDeclared(compared, 'value', published)) return null;
  return {
    finding: {
      code: 'registry/claim-value-changed',
      ...subjectOf(compared, terms),
      published,
      found,
      next: isCurrent(claim) ? terms.free.claimId(claim.metric) : null,
    },
    path: ['value'],
  };
}

function otherEvidence(compared: Compared, terms: Terms): Change | null {
  const { evidenceUrl: published } = compared.published;
  const { evidence_url: found } = compared.found.claim;
  if (published === undefined || published === found) return null;
  if (isDeclared(compared, 'evidence_url', published)) return null;
  return {
    finding: {
      code: 'registry/claim-evidence-changed',
      ...subjectOf(compared, terms),
      published,
      found,
    },
    path: ['evidence_url'],
  };
}

function otherObservation(compared: Compared, terms: Terms): Change | null {
  const { firstObservedAt: published } = compared.published;
  const found = firstObserved(compared.found.claim);
  if (published === undefined || published === found) return null;
  // A correction may name the day alone.
  const day = String(published).replace(/T00:00:00Z$/, '');
  if (isDeclared(compared, 'observed_at', published, day)) return null;
  return {
    finding: {
      code: 'registry/claim-observation-changed',
      ...subjectOf(compared, terms),
      published,
      found,
    },
    path: ['observed_at', 0],
  };
}
