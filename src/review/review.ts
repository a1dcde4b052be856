import { byCodeUnit } from '../diagnostics/index.ts';
import { deadSince, type LinkMemory, type LinkRecord } from '../links/index.ts';
import {
  type Claim,
  type Dataset,
  isActive,
  isCurrent,
  isLater,
  lastObserved,
  type Metric,
  momentOf,
  type Operator,
  type Timestamp,
  toTimestamp,
} from '../model/index.ts';

/** What a maintainer has to look at. Closed and merged operators, and retired metrics, are left out. */
export interface Review {
  readonly reviewed_at: Timestamp;
  readonly older_than_days: number;
  /** Pages to visit again, the one that was not seen for the longest time first. */
  readonly pages: readonly Page[];
  readonly links: Links;
  readonly near_bounds: readonly NearBound[];
  readonly unknown: readonly Unknown[];
  readonly missing: Missing;
}

/** A page, with what was last seen there too long ago. */
export interface Page {
  /** Without fragment. */
  readonly url: string;
  /** The oldest of the times below. */
  readonly last_seen: Timestamp;
  readonly claims: readonly OutdatedClaim[];
  readonly sources: readonly OutdatedSource[];
  /** The command that confirms these claims; null without claims. */
  readonly confirm: string | null;
}

export interface OutdatedClaim extends CitedClaim {
  readonly evidence_url: string;
  /** The newest observation. */
  readonly observed_at: Timestamp;
}

interface CitedClaim {
  readonly claim_id: string;
  readonly operator: string;
  readonly metric: string;
  readonly value: Claim['value'];
  readonly unit: string | null;
}

export interface OutdatedSource {
  readonly operator: string;
  readonly title: string;
  readonly accessed_at: Timestamp;
}

/** A value close to the end of what is plausible. */
export interface NearBound extends CitedClaim {
  readonly bound: 'min' | 'max';
  readonly min: number;
  readonly max: number;
}

/** The fields of an operator that are null. */
export interface Unknown {
  readonly operator: string;
  readonly fields: readonly string[];
}

/** The pairs of operator and metric without a current claim. */
export interface Missing {
  /** How many pairs there are, with and without a claim. */
  readonly pairs: number;
  readonly without: number;
  readonly operators: readonly { readonly operator: string; readonly metrics: readonly string[] }[];
}

export interface Links {
  readonly addresses: number;
  readonly never_checked: number;
  /** What is known of each address that was checked, the most serious first. */
  readonly checked: readonly CheckedLink[];
}

export interface CheckedLink extends LinkRecord {
  readonly url: string;
  readonly dead_since: Timestamp | null;
  readonly used_by: readonly Use[];
}

/** Where an address is written. */
export interface Use {
  readonly operator: string;
  /** Null in the file of the operator. */
  readonly claim_id: string | null;
  readonly field: 'evidence_url' | 'archive_url' | 'website' | 'sources';
}

export interface ReviewOptions {
  readonly olderThanDays: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly memory: LinkMemory;
  /** The data folder that printed commands name. */
  readonly data: string;
}

const DAY = 86_400_000;

/** Finds what is old, broken, doubtful, unknown or missing in a dataset. */
export function review(dataset: Dataset, options: ReviewOptions): Review {
  const active = { ...dataset, operators: dataset.operators.filter(isActive) };
  return {
    reviewed_at: toTimestamp(options.now),
    older_than_days: options.olderThanDays,
    pages: findOutdated(active, options),
    links: describeLinks(addressesOf(dataset), options.memory),
    near_bounds: findNearBounds(active),
    unknown: findUnknown(active),
    missing: findMissing(active),
  };
}

/** Whether something is old, dead or moved. */
export function isAnythingDue({ pages, links }: Review): boolean {
  return pages.length > 0 || links.checked.some((link) => link.state === 'moved' || isDead(link));
}

/** Whether a link is dead, or fails for more than a day. */
export function isDead({ dead_since }: CheckedLink): boolean {
  return dead_since !== null;
}

/** The links that a person has to look at. */
export function toMend({ checked }: Links): readonly CheckedLink[] {
  return checked.filter(({ state }) => state !== 'found');
}

/** Every address of active operators that a reader may follow, without fragments, and where it is written. */
export function addressesOf({ operators }: Dataset): ReadonlyMap<string, readonly Use[]> {
  const addresses = new Map<string, Use[]>();
  const add = (url: string | null, use: Use) => {
    if (url === null) return;
    const page = pageOf(url);
    addresses.set(page, [...(addresses.get(page) ?? []), use]);
  };
  for (const operator of operators.filter(isActive)) {
    const { slug, website, sources } = operator;
    add(website, { operator: slug, claim_id: null, field: 'website' });
    for (const { url } of sources) add(url, { operator: slug, claim_id: null, field: 'sources' });
    for (const { claim_id, evidence_url, archive_url } of currentClaims(operator)) {
      add(evidence_url, { operator: slug, claim_id, field: 'evidence_url' });
      add(archive_url, { operator: slug, claim_id, field: 'archive_url' });
    }
  }
  return addresses;
}

function findOutdated(
  { operators, metrics }: Dataset,
  { now, olderThanDays, data }: ReviewOptions,
): readonly Page[] {
  const isOld = (at: Timestamp) => now - momentOf(at) > olderThanDays * DAY;
  const pages = new Map<string, { claims: OutdatedClaim[]; sources: OutdatedSource[] }>();
  const pageAt = (url: string) => {
    const page = pages.get(pageOf(url)) ?? { claims: [], sources: [] };
    pages.set(pageOf(url), page);
    return page;
  };
  for (const operator of operators) {
    for (const claim of currentClaims(operator)) {
      const observed_at = lastObserved(claim);
      if (!isOld(observed_at)) continue;
      const { evidence_url } = claim;
      const cited = cite(claim, operator, metrics);
      pageAt(evidence_url).claims.push({ ...cited, evidence_url, observed_at });
    }
    for (const { title, url, accessed_at } of operator.sources) {
      if (isOld(accessed_at)) {
        pageAt(url).sources.push({ operator: operator.slug, title, accessed_at });
      }
    }
  }
  return [...pages]
    .map(([url, { claims, sources }]) => ({
      url,
      last_seen: earliest([
        ...claims.map(({ observed_at }) => observed_at),
        ...sources.map(({ accessed_at }) => accessed_at),
      ]),
      claims,
      sources,
      confirm: claims.length === 0 ? null : confirmCommand(url, claims, data),
    }))
    .sort((a, b) => byTime(a.last_seen, b.last_seen) || byCodeUnit(a.url, b.url));
}

/** The folder that commands read without --data. */
const DEFAULT_DATA = 'data';

function confirmCommand(url: string, claims: readonly OutdatedClaim[], data: string): string {
  // --source names an address with its fragment, so claims at parts of the page are named one by one.
  const isWholePage = claims.every(({ evidence_url }) => evidence_url === url);
  const slugs = new Set(claims.map(({ operator }) => operator));
  const words = isWholePage
    ? [...slugs, '--source', shellWord(url)]
    : claims.map(({ claim_id }) => claim_id);
  const option = data === DEFAULT_DATA ? [] : ['--data', shellWord(data)];
  return ['operator-api confirm', ...words, ...option].join(' ');
}

/** One word of a POSIX shell (Shell Command Language, 2.2.2). */
function shellWord(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** How much of the range between its bounds counts as near to a bound. */
const NEAR = 0.05;

/**
 * Values within 5 % of the range between `min` and `max` from one of them. A metric without one of the
 * bounds has no range. A bound of zero is the natural end of a scale, where values are common.
 */
function findNearBounds({ operators, metrics }: Dataset): readonly NearBound[] {
  return operators.flatMap((operator) =>
    currentClaims(operator).flatMap((claim) => {
      const { min = null, max = null } = metrics.get(claim.metric) ?? {};
      const { value } = claim;
      if (typeof value !== 'number' || min === null || max === null) return [];
      const isNear = (bound: number) =>
        bound !== 0 && Math.abs(value - bound) <= NEAR * (max - min);
      const bound = isNear(max) ? 'max' : isNear(min) ? 'min' : null;
      return bound === null ? [] : [{ ...cite(claim, operator, metrics), bound, min, max }];
    }),
  );
}

const MAY_BE_UNKNOWN = [
  'license_jurisdiction',
  'kyc_level',
  'accepts_vpn',
  'has_mobile_app',
] as const;

function findUnknown({ operators }: Dataset): readonly Unknown[] {
  return operators
    .map((operator) => ({
      operator: operator.slug,
      fields: MAY_BE_UNKNOWN.filter((field) => operator[field] === null),
    }))
    .filter(({ fields }) => fields.length > 0);
}

function findMissing({ operators, metrics }: Dataset): Missing {
  const wanted = [...metrics.values()].filter(({ retired_at }) => retired_at === null);
  const gaps = operators.map((operator) => {
    const stated = new Set(currentClaims(operator).map(({ metric }) => metric));
    return {
      operator: operator.slug,
      metrics: wanted.map(({ key }) => key).filter((key) => !stated.has(key)),
    };
  });
  return {
    pairs: operators.length * wanted.length,
    without: gaps.reduce((sum, { metrics }) => sum + metrics.length, 0),
    operators: gaps.filter(({ metrics }) => metrics.length > 0),
  };
}

/** The most serious first. */
const SERIOUSNESS = ['dead', 'failing', 'moved', 'redirected', 'refused', 'unasked', 'found'];

function describeLinks(addresses: ReadonlyMap<string, readonly Use[]>, memory: LinkMemory): Links {
  const checked = [...addresses].flatMap(([url, used_by]): CheckedLink[] => {
    const known = memory.get(url);
    return known === undefined ? [] : [{ url, ...known, dead_since: deadSince(known), used_by }];
  });
  const rank = (link: CheckedLink) => (isDead(link) ? 0 : SERIOUSNESS.indexOf(link.state));
  return {
    addresses: addresses.size,
    never_checked: addresses.size - checked.length,
    checked: checked.sort((a, b) => rank(a) - rank(b) || byCodeUnit(a.url, b.url)),
  };
}

function currentClaims({ claims }: Operator): readonly Claim[] {
  return claims.filter(isCurrent);
}

function cite(
  { claim_id, metric, value }: Claim,
  { slug }: Operator,
  metrics: ReadonlyMap<string, Metric>,
): CitedClaim {
  return { claim_id, operator: slug, metric, value, unit: metrics.get(metric)?.unit ?? null };
}

/** An address without its fragment, which servers do not see. */
function pageOf(url: string): string {
  return url.replace(/#.*$/s, '');
}

function earliest(times: readonly Timestamp[]): Timestamp {
  return times.reduce((first, time) => (isLater(first, time) ? time : first));
}

function byTime(a: Timestamp, b: Timestamp): number {
  return momentOf(a) - momentOf(b);
}
