import { CLAIM_PAGES, type Deprecation, isTimestamp } from '../model/index.ts';
import type { Serving } from './serving.ts';

/**
 * The choices of a service that its published index states, for who has no sources to read.
 *
 * @param index The bytes of `index.json`, whoever sent them; null where there is none.
 * @param otherwise What holds where the index says nothing of use.
 */
export function servingOfIndex(index: Uint8Array | null, otherwise: Serving): Serving {
  const meta = index === null ? null : readMeta(index);
  const license = meta?.license?.url;
  const claimPages = CLAIM_PAGES.find((pages) => pages === meta?.claim_pages);
  const deprecation = readDeprecation(meta?.deprecation ?? null);
  return {
    ...otherwise,
    ...(typeof license === 'string' && URL.canParse(license) && { license }),
    ...(claimPages !== undefined && { claimPages }),
    ...(deprecation !== null && { deprecation }),
  };
}

interface StatedMeta {
  readonly license?: { readonly url?: unknown } | null;
  readonly claim_pages?: unknown;
  readonly deprecation?: { readonly [K in keyof Deprecation]?: unknown } | null;
}

function readDeprecation(stated: StatedMeta['deprecation'] | null): Deprecation | null {
  const { since, sunset = null, details } = stated ?? {};
  if (!isTimestamp(since) || typeof details !== 'string' || !URL.canParse(details)) return null;
  return { since, sunset: isTimestamp(sunset) ? sunset : null, details };
}

function readMeta(index: Uint8Array): StatedMeta | null {
  try {
    const body = JSON.parse(new TextDecoder().decode(index)) as { meta?: StatedMeta } | null;
    return body?.meta ?? null;
  } catch {
    return null;
  }
}
