import {
  type Change,
  type EditableSources,
  schemaComment,
  writeEntry,
  writeField,
} from '../edit/index.ts';
import type { PlainValue } from '../source/index.ts';
import { sourceNames } from '../validate/index.ts';
import { checkThreshold } from './check-threshold.ts';
import type { CellProblem, Entry, StatedClaim } from './read-rows.ts';

/** What a new operator is called in addresses and in claim ids. */
export interface Numbers {
  readonly slug: string;
  readonly id: number;
  /** The next free claim id of a metric. */
  readonly claimId: (metric: string) => string;
}

/** What the rows about an operator change. */
export interface Result {
  readonly files: Change['sources'];
  readonly newClaims: number;
  readonly taken: readonly string[];
  readonly leftOut: readonly string[];
  readonly problems: readonly CellProblem[];
}

/**
 * The sources of a new operator. What is not known is null or [].
 *
 * @param sources Those that exist.
 */
export function newOperator(
  entry: Entry,
  { slug, id, claimId }: Numbers,
  sources: EditableSources,
): Result {
  const { fields } = entry;
  const { level, threshold, problems, claims } = checkThreshold(entry);
  const stated = (field: keyof Entry['fields']) => (fields[field]?.value as PlainValue) ?? null;
  // Without this field, the date is that of the newest claim.
  const updated = stated('updated_at') ?? (claims.length > 0 ? null : entry.date);
  const record: { readonly [field: string]: PlainValue } = {
    id,
    name: stated('name'),
    license_jurisdiction: stated('license_jurisdiction'),
    kyc_level: level,
    kyc_threshold_usd: threshold,
    accepts_vpn: stated('accepts_vpn'),
    has_mobile_app: stated('has_mobile_app'),
    website: stated('website'),
    ...(updated !== null && { updated_at: updated }),
    payment_options: [],
    fees: [],
    limits: [],
    pros: stated('pros') ?? [],
    cons: stated('cons') ?? [],
    sources: [],
  };
  const fieldLines = Object.entries(record).map(([key, value]) =>
    writeField(key, value, 0, 'block'),
  );
  const claimLines = claims.map((claim) =>
    writeEntry(toClaim(claim, claimId(claim.metric)), 0, 'block'),
  );
  const [operatorName, factsName] = sourceNames(slug);
  const operatorText = `${schemaComment(sources, 'operators')}${fieldLines.join('\n')}\n`;
  const factsText = `${schemaComment(sources, 'facts')}${claimLines.join('\n\n')}\n`;
  const files = [
    { from: null, to: operatorName, text: operatorText },
    ...(claims.length > 0 ? [{ from: null, to: factsName, text: factsText }] : []),
  ];
  return {
    ...{ files, newClaims: claims.length, taken: [], leftOut: [] },
    problems: [...entry.problems, ...problems],
  };
}

/** A claim as a source has it. */
export function toClaim(
  { metric, value, evidence_url, observed_at }: StatedClaim,
  claimId: string,
): { readonly [field: string]: PlainValue } {
  return { claim_id: claimId, metric, value, evidence_url, observed_at };
}
