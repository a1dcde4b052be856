import type {
  RegisteredClaim,
  RegisteredCorrection,
  RegisteredMetric,
  RegisteredOperator,
  RegisteredRanking,
  RegisteredValue,
  Registry,
} from '../model/index.ts';
import { removedCategoryPath } from '../resources/index.ts';
import { isObject, parseObject, type UnknownObject } from './json-object.ts';
import type { OutputPath } from './output-path.ts';
import type { Listed, Previous } from './previous.ts';

/** The file that lists every claim ever published. */
export const CLAIMS_FILE = 'claims.json' as OutputPath;
/** The file that lists every metric. */
export const METRICS_FILE = 'metrics.json' as OutputPath;

/**
 * Everything that an earlier build published permanently: operators and rankings from its manifest,
 * claims from `claims.json`, metrics from `metrics.json`. Malformed entries are ignored.
 *
 * @param read The bytes of one of the two files; null if that build published none, or they are not
 *   trusted.
 */
export function readRegistry(
  { resources }: Pick<Previous, 'resources'>,
  read: (file: OutputPath) => Uint8Array | null,
): Registry {
  return {
    operators: resources.flatMap(toOperator),
    claims: recordsOf(read(CLAIMS_FILE)).flatMap(toClaim),
    metrics: recordsOf(read(METRICS_FILE)).flatMap(toMetric),
    rankings: resources.flatMap(toRankings),
  };
}

function recordsOf(answer: Uint8Array | null): readonly UnknownObject[] {
  const data = answer && parseObject(answer)?.['data'];
  return Array.isArray(data) ? data.filter(isObject) : [];
}

function toOperator({ kind, path, aliases }: Listed): readonly RegisteredOperator[] {
  if (kind !== 'operator') return [];
  const [slug, id, ...formerSlugs] = [path, ...aliases].map(
    (address) => /^\/operators\/([a-z0-9-]+)$/.exec(address)?.[1] ?? '',
  );
  const isSound = slug !== undefined && slug !== '' && /^[1-9][0-9]*$/.test(id ?? '');
  return isSound ? [{ id: Number(id), slug, formerSlugs }] : [];
}

function toRankings({ path, aliases }: Listed): readonly RegisteredRanking[] {
  const addresses = [path, ...aliases];
  const namesBelow = (folder: string, isRemoved: boolean) =>
    addresses
      .filter((address) => address.startsWith(folder))
      .map((address) => address.slice(folder.length))
      .filter((name) => /^[a-z0-9-]+$/.test(name))
      .map((name, index, [slug]) => ({
        name,
        isRemoved,
        aliasOf: index === 0 ? null : (slug ?? null),
      }));
  return [...namesBelow('/best/', false), ...namesBelow(`/${removedCategoryPath('')}`, true)];
}

function toClaim(record: UnknownObject): readonly RegisteredClaim[] {
  const { claim_id: claimId, operator_id: operatorId, operator_slug: slug, metric } = record;
  const isSound =
    typeof claimId === 'string' &&
    typeof operatorId === 'number' &&
    typeof slug === 'string' &&
    typeof metric === 'string';
  if (!isSound) return [];
  const { corrections } = record;
  return [
    {
      claimId,
      operatorId,
      operatorSlug: slug,
      metric,
      value: stated(record['value']),
      evidenceUrl: stated(record['evidence_url']),
      // Earlier versions of this program published the only observation of a claim.
      firstObservedAt: stated(record['first_observed_at'] ?? record['observed_at']),
      corrections: Array.isArray(corrections) ? corrections.filter(isObject).map(toCorrection) : [],
    },
  ];
}

function toCorrection({ at, field, was }: UnknownObject): RegisteredCorrection {
  return { at: stated(at), field: stated(field), was: stated(was) };
}

function toMetric({ key, type, unit, better }: UnknownObject): readonly RegisteredMetric[] {
  if (typeof key !== 'string') return [];
  return [{ key, type: stated(type), unit: stated(unit), better: stated(better) }];
}

function stated(value: unknown): RegisteredValue {
  const isScalar = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return isScalar ? (value as RegisteredValue) : undefined;
}
