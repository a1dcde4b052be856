import {
  API_PATH,
  CLAIM_PAGES,
  type ClaimPages,
  type Deprecation,
  isTimestamp,
  parseUrl,
} from '../model/index.ts';
import { isObject, parseObject } from '../represent/index.ts';

/** The choices of a deployment. The contract determines everything else about a response. */
export interface Serving {
  /** The path of the API on the host, ending in /api/v1. */
  readonly publicPath: string;
  /** How long a cache may keep a response, in seconds. */
  readonly maxAge: number;
  /** The address of the licence that the data is published under. */
  readonly license: string;
  /** The forms in which a claim has a page. */
  readonly claimPages: ClaimPages;
  /** The deprecation of the API; null if there is none. */
  readonly deprecation: Deprecation | null;
  /** Whether there are pages for people beside the API. */
  readonly pages: boolean;
}

export const DEFAULT_SERVING: Serving = {
  publicPath: API_PATH,
  maxAge: 3600,
  license: 'https://creativecommons.org/licenses/by/4.0/',
  claimPages: 'json_and_csv',
  deprecation: null,
  pages: true,
};

/** Only the choices of an object with further properties. */
export function servingOf(chosen: Serving): Serving {
  const { publicPath, maxAge, license, claimPages, deprecation, pages } = chosen;
  return { publicPath, maxAge, license, claimPages, deprecation, pages };
}

/** Whether all choices are the default, so that edge code needs no configuration. */
export function isDefaultServing(serving: Serving): boolean {
  return JSON.stringify(servingOf(serving)) === JSON.stringify(DEFAULT_SERVING);
}

/**
 * The choices that the published index of a service states, for callers without sources. A missing or
 * malformed choice is the default.
 *
 * @param index The bytes of `index.json`, which are not trusted; null if there are none.
 */
export function servingOfIndex(index: Uint8Array | null): Serving {
  const { meta } = (index && parseObject(index)) ?? {};
  const { license, claim_pages, deprecation, pages } = isObject(meta) ? meta : {};
  const { url } = isObject(license) ? license : {};
  const claimPages = CLAIM_PAGES.find((pages) => pages === claim_pages);
  return {
    ...DEFAULT_SERVING,
    ...(isAddress(url) && { license: url }),
    ...(claimPages !== undefined && { claimPages }),
    deprecation: readDeprecation(deprecation),
    ...(typeof pages === 'boolean' && { pages }),
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
