import { API_VERSION, type Claim, type Dataset, type Operator } from '../model/index.ts';
import { claimRecord, registerRecord, statusOf } from './claim-record.ts';
import { metricOf } from './operator-facts.ts';
import { type AnswerMetas, COLUMNS } from './records.ts';
import type { Table } from './resource.ts';
import { claimPath, claimsPath } from './resource-path.ts';

/**
 * `/claims`: every claim ever published in brief, also those that were superseded or retracted, by
 * operator id, then in source order. It is the register that the next build holds its sources
 * against.
 */
export function allClaims(
  { operators, service }: Pick<Dataset, 'operators' | 'service'>,
  total: number,
) {
  return {
    kind: 'claims',
    operator: null,
    paths: [claimsPath],
    columns: COLUMNS.claims,
    meta: (generated_at): AnswerMetas['claims'] => ({ total, generated_at, version: API_VERSION }),
    rows: () =>
      operators.flatMap((operator) =>
        operator.claims.map((claim) => registerRecord(claim, operator, service)),
      ),
  } satisfies Table;
}

/** `/claims/{claim_id}`: the permanent address of each claim about an operator, if claims have one. */
export function claimPages(operator: Operator, context: Context): readonly Table[] {
  if (context.service.claim_pages === 'none') return [];
  return operator.claims.map((claim) => claimPage(claim, operator, context));
}

type Context = Pick<Dataset, 'metrics' | 'service'>;

export function claimPage(claim: Claim, operator: Operator, { metrics, service }: Context) {
  return {
    kind: 'claim',
    operator: operator.slug,
    paths: [claimPath(claim.claim_id)],
    ...(service.claim_pages === 'json' && { forms: ['json'] as const }),
    columns: COLUMNS.claim,
    meta: (generated_at): AnswerMetas['claim'] => ({
      claim_id: claim.claim_id,
      operator: operator.name,
      status: statusOf(claim),
      generated_at,
      version: API_VERSION,
    }),
    rows: () => [claimRecord(claim, operator, metricOf(claim, metrics), service)],
  } satisfies Table;
}
