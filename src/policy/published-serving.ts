import { CLAIM_PAGES, type Deprecation, isTimestamp, parseUrl } from '../model/index.ts';
import { isObject, parseObject } from '../represent/index.ts';
import { DEFAULT_SERVING, type Serving } from './serving.ts';

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
