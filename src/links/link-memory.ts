import * as z from 'zod';
import { dayOf, momentOf, type Timestamp, timestamp, toTimestamp } from '../model/index.ts';

/**
 * What is known of an address: found, with or without a redirect; refused to a program; dead; failing,
 * which may pass; or not asked, because robots.txt or this program forbids it.
 */
const STATES = ['found', 'moved', 'redirected', 'refused', 'dead', 'failing', 'unasked'] as const;

const outcome = z.object({
  state: z.enum(STATES),
  /** Why, as a phrase such as "answers 404"; empty where it was found without a redirect. */
  reason: z.string(),
  /** For "moved" the new address, otherwise the last one after redirects; null without redirects. */
  location: z.string().nullable(),
});
/** The result of asking for an address once. */
export type Outcome = z.infer<typeof outcome>;

const record = outcome.extend({
  checked_at: timestamp,
  /** The first of the failures since the last success; null if the last result was none. */
  first_failure: timestamp.nullable(),
  last_success: timestamp.nullable(),
});
/** What is remembered of an address. */
export type LinkRecord = z.infer<typeof record>;

const file = z.object({ version: z.literal(1), links: z.record(z.string(), record) });

/** What is known of addresses, by address without fragment. */
export type LinkMemory = ReadonlyMap<string, LinkRecord>;

/** Reads a memory; null if the text is none. */
export function parseLinkMemory(text: string): LinkMemory | null {
  try {
    const read = file.safeParse(JSON.parse(text));
    return read.success ? new Map(Object.entries(read.data.links)) : null;
  } catch {
    return null;
  }
}

/** The text of a memory, in the order of addresses. */
export function renderLinkMemory(memory: LinkMemory): string {
  const links = Object.fromEntries([...memory].sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ version: 1, links }, null, 1)}\n`;
}

/** What is remembered of an address after it was asked again. */
export function remember(known: LinkRecord | undefined, result: Outcome, now: number): LinkRecord {
  const at = toTimestamp(now);
  const isFound = ['found', 'moved', 'redirected'].includes(result.state);
  const hasFailed = result.state === 'dead' || result.state === 'failing';
  return {
    ...result,
    checked_at: at,
    first_failure: hasFailed ? (known?.first_failure ?? at) : null,
    last_success: isFound ? at : (known?.last_success ?? null),
  };
}

/** Since when an address is dead; null if it is not. Failures that may pass count from the second day on. */
export function deadSince(known: LinkRecord): Timestamp | null {
  const { state, first_failure: first, checked_at: last } = known;
  if (first === null) return null;
  return state === 'dead' || dayOf(first) !== dayOf(last) ? first : null;
}

/**
 * Whether an address has to be asked again. Days are those of the calendar, so that a weekly run asks again
 * what the last one asked, and a failure that may pass is asked again on the next day.
 */
export function isToBeAsked(
  known: LinkRecord | undefined,
  now: number,
  everyDays: number,
): boolean {
  if (known === undefined) return true;
  const [then, today] = [dayOf(known.checked_at), dayOf(toTimestamp(now))].map(
    (day) => momentOf(`${day}T00:00:00Z` as Timestamp) / DAY,
  );
  const days = (today ?? 0) - (then ?? 0);
  return days >= (known.state === 'failing' ? Math.min(1, everyDays) : everyDays) || days < 0;
}

const DAY = 86_400_000;
