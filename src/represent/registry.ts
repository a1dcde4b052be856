import type {
  RegisteredClaim,
  RegisteredOperator,
  RegisteredRanking,
  Registry,
} from '../model/index.ts';
import { bestPath, claimsPath, removedCategoryPath } from '../resources/index.ts';
import { isObject, parseObject, type UnknownObject } from './json-object.ts';
import { outputPath } from './output-path.ts';
import type { Previous } from './previous.ts';

/** The file that lists every claim ever published. */
export const CLAIMS_FILE = outputPath(claimsPath, 'json');

/**
 * Everything that an earlier build published for good: operators and rankings from its manifest,
 * claims from `claims.json`. What makes no sense is passed over, whoever wrote it.
 *
 * @param claims The bytes of `claims.json`; null where that build published none.
 */
export function readRegistry(previous: Previous, claims: Uint8Array | null): Registry {
  const entries = [...previous.entries.values()];
  return {
    operators: entries.flatMap(toOperator),
    claims: claims === null ? [] : readClaims(claims),
    rankings: entries.flatMap(toRankings),
  };
}

function toOperator({ kind, path, aliases }: UnknownObject): readonly RegisteredOperator[] {
  if (kind !== 'detail' || typeof path !== 'string' || !Array.isArray(aliases)) return [];
  const slug = /^\/operators\/([a-z0-9-]+)$/.exec(path)?.[1];
  const id = /^\/operators\/([1-9][0-9]*)$/.exec(String(aliases[0]))?.[1];
  return slug === undefined || id === undefined ? [] : [{ id: Number(id), slug }];
}

function toRankings({ path, aliases }: UnknownObject): readonly RegisteredRanking[] {
  const addresses = [path, ...(Array.isArray(aliases) ? aliases : [])].map(String);
  const namesBelow = (folder: string, isRemoved: boolean) =>
    addresses
      .filter((address) => address.startsWith(folder))
      .map((address) => address.slice(folder.length))
      .filter((name) => /^[a-z0-9-]+$/.test(name))
      .map((name) => ({ name, isRemoved }));
  return [
    ...namesBelow(`/${bestPath('')}`, false),
    ...namesBelow(`/${removedCategoryPath('')}`, true),
  ];
}

function readClaims(bytes: Uint8Array): readonly RegisteredClaim[] {
  const { data } = parseObject(bytes) ?? {};
  return Array.isArray(data) ? data.filter(isObject).flatMap(toClaim) : [];
}

function toClaim(record: UnknownObject): readonly RegisteredClaim[] {
  const { claim_id: claimId, operator_id: operatorId, operator_slug: slug, metric } = record;
  const isSound =
    typeof claimId === 'string' && typeof operatorId === 'number' && typeof metric === 'string';
  return isSound ? [{ claimId, operatorId, operatorSlug: String(slug), metric }] : [];
}
