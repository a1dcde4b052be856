import {
  type Claim,
  type Correction,
  firstObserved,
  lastObserved,
  type Metric,
  type Operator,
  type Timestamp,
  toOrdered,
} from '../model/index.ts';
import { type Change, capitalise, changeInWords } from '../resources/index.ts';

/** Something that happened to the data of an operator, by its own claims. */
export interface ClaimEvent {
  readonly at: Timestamp;
  readonly kind: 'new' | 'changed' | 'corrected' | 'retracted' | 'ended';
  readonly sentence: string;
  /** null for the end of the operator. */
  readonly claim: Claim | null;
}

/** What happened to the claims of an operator and to itself, newest first. */
export function eventsOf(
  operator: Operator,
  metrics: ReadonlyMap<string, Metric>,
): readonly ClaimEvent[] {
  const { claims } = operator;
  const dictionary = { metrics, activeCategories: [], operators: [operator] };
  const say = (change: Partial<Change> & Pick<Change, 'kind'>) =>
    changeInWords({ ...NOTHING, operator_id: operator.id, ...change }, dictionary).sentence;
  const replacedBy = new Map<string, Claim[]>();
  for (const claim of claims) {
    const { superseded_by } = claim;
    if (superseded_by !== null)
      replacedBy.set(superseded_by, [...(replacedBy.get(superseded_by) ?? []), claim]);
  }
  const events = claims.flatMap((claim): ClaimEvent[] => {
    const { claim_id, metric, value, retracted, corrections } = claim;
    const replaced = replacedBy.get(claim_id) ?? [];
    const seen = firstObserved(claim);
    return [
      ...(replaced.length === 0
        ? [{ at: seen, kind: 'new', sentence: say({ kind: 'claim_added', metric, new: value }) }]
        : replaced.map(({ claim_id: replaced_claim_id, value: old }) => ({
            at: seen,
            kind: 'changed',
            sentence: say({ kind: 'claim_superseded', metric, old, new: value, replaced_claim_id }),
          }))),
      ...corrections.map((correction, index) => {
        const { at, field, was: old, reason } = correction;
        const now = valueAfter(claim, index, operator, metrics);
        return {
          at,
          kind: 'corrected',
          sentence: say({ kind: 'claim_corrected', metric, field, old, new: now, reason }),
        };
      }),
      ...(retracted === null
        ? []
        : [
            {
              at: retracted.at,
              kind: 'retracted',
              sentence: say({
                kind: 'claim_retracted',
                metric,
                old: value,
                reason: retracted.reason,
              }),
            },
          ]),
    ].map((event) => ({ ...event, claim }) as ClaimEvent); // with the kinds above
  });
  return [...endOf(operator), ...events]
    .map((event) => ({ event, order: toOrdered(event.at) }))
    .sort((one, other) => (one.order === other.order ? 0 : one.order < other.order ? 1 : -1))
    .map(({ event }) => event);
}

/** A change about nothing. */
const NOTHING: Omit<Change, 'kind'> = {
  operator_id: null,
  operator_slug: null,
  operator: null,
  metric: null,
  category: null,
  claim_id: null,
  replaced_claim_id: null,
  field: null,
  item: null,
  old: null,
  new: null,
  reason: null,
  evidence_url: null,
  observed_at: null,
  api_url: null,
};

/** What a correction made of a field: what the next correction of the field changed, or what it is today. */
function valueAfter(
  claim: Claim,
  index: number,
  { slug }: Operator,
  metrics: ReadonlyMap<string, Metric>,
): Correction['was'] {
  const { field } = claim.corrections[index] as Correction; // the caller counts them
  const next = claim.corrections.slice(index + 1).find((one) => one.field === field);
  if (next !== undefined) return next.was;
  switch (field) {
    case 'operator':
      return slug;
    case 'unit':
      return metrics.get(claim.metric)?.unit ?? null;
    case 'observed_at':
      return lastObserved(claim);
    default:
      return claim[field];
  }
}

function endOf({ status, ended_at, ended_reason, merged_into }: Operator): readonly ClaimEvent[] {
  if (ended_at === null) return [];
  const into = merged_into === null ? '' : ` into ${merged_into}`;
  const why = ended_reason === null ? '' : `: ${ended_reason}`;
  return [
    { at: ended_at, kind: 'ended', sentence: `${capitalise(status)}${into}${why}`, claim: null },
  ];
}
