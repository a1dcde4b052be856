import type { CellProblem, Entry, StatedClaim } from './read-rows.ts';

interface Known {
  readonly kyc_level: string | null;
  readonly kyc_threshold_usd: number | null;
}

/**
 * The level of identity checks and its threshold, which belong together: a number with the level
 * `threshold`, and null with any other. What does not fit is reported and left out, as is the claim of the
 * same cell.
 *
 * @param known What the operator has already.
 */
export function checkThreshold(
  { fields: { kyc_level, kyc_threshold_usd }, claims }: Pick<Entry, 'fields' | 'claims'>,
  known: Known = { kyc_level: null, kyc_threshold_usd: null },
): {
  readonly level: string | null;
  readonly threshold: number | null;
  readonly claims: readonly StatedClaim[];
  readonly problems: readonly CellProblem[];
} {
  const level = kyc_level === undefined ? known.kyc_level : String(kyc_level.value);
  const given = kyc_threshold_usd === undefined ? null : Number(kyc_threshold_usd.value);
  const cell = level === 'threshold' ? kyc_level?.cell : kyc_threshold_usd?.cell;
  const threshold = level === 'threshold' ? (given ?? known.kyc_threshold_usd) : null;
  const fits = level === 'threshold' ? threshold !== null : given === null;
  if (fits || cell === undefined) return { level, threshold, claims, problems: [] };
  const problem =
    level === 'threshold'
      ? 'needs a threshold, and kyc_threshold_usd says none'
      : `is a threshold, and kyc_level is ${level ?? 'not known'}, not threshold`;
  return {
    level: level === 'threshold' ? known.kyc_level : level,
    threshold: level === 'threshold' ? known.kyc_threshold_usd : null,
    claims: claims.filter((claim) => claim.cell.column !== cell.column),
    problems: [{ row: cell.row, cell, problem }],
  };
}
