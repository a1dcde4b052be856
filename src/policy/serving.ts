import {
  API_PATH,
  CLAIM_PAGES,
  type ClaimPages,
  type Deprecation,
  isTimestamp,
  parseUrl,
} from '../model/index.ts';
import { isObject, parseObject } from '../represent/index.ts';

/** What one deployment may choose for itself; everything else about an answer is the contract's. */
export interface Serving {
  /** Where the API stands on the host, ending in /api/v1. */
  readonly publicPath: string;
  /** How long any cache may keep any answer, in seconds. */
  readonly maxAge: number;
  /** The address of the licence that the data is published under. */
  readonly license: string;
  /** The forms in which a claim has a page. */
  readonly claimPages: ClaimPages;
  /** What is said of its end; null while there is none to come. */
  readonly deprecation: Deprecation | null;
}

export const DEFAULT_SERVING: Serving = {
  publicPath: API_PATH,
  maxAge: 3600,
  license: 'https://creativecommons.org/licenses/by/4.0/',
  claimPages: 'json_and_csv',
  deprecation: null,
};

/** The choices alone, of something that has more. */
export function servingOf(chosen: Serving): Serving {
  const { publicPath, maxAge, license, claimPages, deprecation } = chosen;
  return { publicPath, maxAge, license, claimPages, deprecation };
}

/** Whether nothing was chosen: then code runs as it is compiled. */
export function isDefaultServing(serving: Serving): boolean {
  return JSON.stringify(servingOf(serving)) === JSON.stringify(DEFAULT_SERVING);
}

/**
 * The choices of a service that its published index states, for who has no sources to read; those by
 * default where it says nothing of use.
 *
 * @param index The bytes of `index.json`, whoever sent them; null where there is none.
 */
export function servingOfIndex(index: Uint8Array | null): Serving {
  const { meta } = (index && parseObject(index)) ?? {};
  const { license, claim_pages, deprecation } = isObject(meta) ? meta : {};
  const { url } = isObject(license) ? license : {};
  const claimPages = CLAIM_PAGES.find((pages) => pages === claim_pages);
  return {
    ...DEFAULT_SERVING,
    ...(isAddress(url) && { license: url }),
    ...(claimPages !== undefined && { claimPages }),
    deprecation: readDeprecation(deprecation),
  };
}

function readDeprecation(stated: unknown): Deprecation | null {
  const { since, sunset, details } = isObject(stated) ? stated : {};
  if (!isTimestamp(since) || !isAddress(details)) return null;
  return { since, sunset: isTimestamp(sunset) ? sunset : null, details };
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && parseUrl(value) !== null;
}
