import type {
  RegisteredClaim,
  RegisteredOperator,
  RegisteredRanking,
  Registry,
} from '../model/index.ts';
import { removedCategoryPath } from '../resources/index.ts';
import { isObject, parseObject, type UnknownObject } from './json-object.ts';
import type { OutputPath } from './output-path.ts';
import type { Listed, Previous } from './previous.ts';

/** The file that lists every claim ever published. */
export const CLAIMS_FILE = 'claims.json' as OutputPath;

/**
 * Everything that an earlier build published permanently: operators and rankings from its manifest,
 * claims from `claims.json`. Malformed entries are ignored.
 *
 * @param claims The bytes of `claims.json`; null if that build published none.
 */
export function readRegistry(previous: Previous, claims: Uint8Array | null): Registry {
  const { resources } = previous;
  return {
    operators: resources.flatMap(toOperator),
    claims: recordsOf(claims).flatMap(toClaim),
    rankings: resources.flatMap(toRankings),
  };
}

function recordsOf(answer: Uint8Array | null): readonly UnknownObject[] {
  const data = answer && parseObject(answer)?.['data'];
  return Array.isArray(data) ? data.filter(isObject) : [];
}

function toOperator({ kind, path, aliases }: Listed): readonly RegisteredOperator[] {
  if (kind !== 'operator') return [];
  const slug = /^\/operators\/([a-z0-9-]+)$/.exec(path)?.[1];
  const id = /^\/operators\/([1-9][0-9]*)$/.exec(aliases[0] ?? '')?.[1];
  return slug === undefined || id === undefined ? [] : [{ id: Number(id), slug }];
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
  return isSound ? [{ claimId, operatorId, operatorSlug: slug, metric }] : [];
}
