import {
  type Claim,
  type Dataset,
  firstObserved,
  isCurrent,
  isLater,
  lifeFields,
  type Operator,
  type Timestamp,
  timestamp,
} from '../../model/index.ts';
import { defineAnswer, fill } from '../answer.ts';
import { operator as displayName, fact, fate, general, observations, total } from '../fields.ts';
import { fateOf } from './claim.ts';
import { factRecord } from './facts.ts';

const path = 'operators/{operator}/claims';

/** The time that a claim held. */
export const validity = {
  valid_from: timestamp.describe('When the value was first seen.'),
  valid_to: timestamp
    .nullable()
    .describe(
      'When it stopped: when the claim that superseded it was first seen, it was retracted, or its operator closed or merged; null while it holds.',
    ),
};

/** `/operators/{slug}/claims`: the whole history of an operator, by metric and time. */
export const operatorClaims = defineAnswer({
  kind: 'operator-claims',
  path,
  name: 'OperatorClaims',
  record: 'HistoricClaim',
  tag: 'Claims',
  title: 'The whole history of one operator',
  description:
    'One record for each claim ever published about the operator, by metric in the order of the dictionary, then by time. At the slug and former slugs only, not at the id.',
  link: {
    name: 'operator_claims',
    rel: 'collection',
    total: ({ dataset }) => dataset.operators.length,
  },
  key: ['claim_id'],
  errors: ['unknown-operator'],
  isPublished: ({ operator_claims }) => operator_claims,
  fields: { ...fact, ...validity, ...fate, observations: observations.observations },
  meta: { operator: displayName, operator_status: lifeFields.status, total, ...general },
  tablesAbout(operator, { metrics }) {
    const { slug, former_slugs } = operator;
    return {
      paths: [fill(path, slug), ...former_slugs.map((former) => fill(path, former))],
      meta: () => ({
        operator: operator.name,
        operator_status: operator.status,
        total: operator.claims.length,
      }),
      rows: () =>
        historyOf(operator, metrics).map((claim) => ({
          ...factRecord(claim, operator, metrics),
          valid_from: firstObserved(claim),
          valid_to: endOf(claim, operator),
          ...fateOf(claim),
          observations: claim.observed_at.length,
        })),
    };
  },
});

function historyOf({ claims }: Operator, metrics: Dataset['metrics']): readonly Claim[] {
  const places = new Map([...metrics.keys()].map((key, index) => [key, index]));
  const placeOf = ({ metric }: Claim) => places.get(metric) ?? 0;
  const compare = (a: Timestamp, b: Timestamp) => Number(isLater(a, b)) - Number(isLater(b, a));
  return [...claims].sort(
    (a, b) => placeOf(a) - placeOf(b) || compare(firstObserved(a), firstObserved(b)),
  );
}

/** When a claim stopped to hold; null while it holds. */
export function endOf(claim: Claim, { claims, ended_at }: Operator): Timestamp | null {
  if (isCurrent(claim)) return ended_at;
  if (claim.retracted !== null) return claim.retracted.at;
  const successor = claims.find(({ claim_id }) => claim_id === claim.superseded_by);
  return successor === undefined ? null : firstObserved(successor);
}
