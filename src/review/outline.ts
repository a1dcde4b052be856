import { quote } from '../diagnostics/index.ts';
import { dayOf } from '../model/index.ts';
import {
  type CheckedLink,
  type NearBound,
  type OutdatedClaim,
  type Page,
  type Review,
  toMend,
  type Use,
} from './review.ts';

/** A part of the report, before it is text or Markdown. */
export interface Section {
  readonly title: string;
  /** What to do about the groups; empty if their lines say it. */
  readonly advice: string;
  readonly groups: readonly Group[];
  /** What a group is, as in "12 more pages". */
  readonly noun: string;
}

/** Lines that belong together. */
export interface Group {
  readonly head: string;
  readonly lines: readonly string[];
}

/** How each kind of text is written in a format. */
export interface Writing {
  readonly url: (url: string) => string;
  /** A name or a command. */
  readonly code: (code: string) => string;
  /** Text from the data or from a host, with anything in it. */
  readonly text: (text: string) => string;
}

/** The words of a report: the pages to visit, then the other sections. */
export function outline(review: Review, write: Writing): readonly [Section, ...Section[]] {
  const { pages, links, near_bounds, unknown, missing, older_than_days: days } = review;
  return [
    {
      title: `Last seen more than ${countOf(days, 'day')} ago: ${countOf(pages.length, 'page')}`,
      advice: 'If a page still says the same, its command confirms its claims.',
      groups: pages.map((page) => describePage(page, write)),
      noun: 'page',
    },
    {
      title: `Links: ${summariseLinks(review)}`,
      advice: '',
      groups: toMend(links).map((link) => ({
        head: `${write.url(link.url)} ${describeVerdict(link, write)}`,
        lines: link.used_by.map((use) => describeUse(use, write)),
      })),
      noun: 'link',
    },
    {
      title: `Near a plausible bound: ${countOf(near_bounds.length, 'claim')}`,
      advice: '',
      groups: near_bounds.map((claim) => ({
        head: `${describeClaim(claim, write)} (plausible: ${claim.min} to ${claim.max})`,
        lines: [],
      })),
      noun: 'claim',
    },
    {
      title: `Unknown: ${countOf(unknown.flatMap(({ fields }) => fields).length, 'field')}`,
      advice: '',
      groups: unknown.map(({ operator, fields }) => listOf(operator, fields, write)),
      noun: 'operator',
    },
    {
      title: `Without a current claim: ${missing.without} of ${countOf(missing.pairs, 'pair')} of operator and metric`,
      advice: '',
      groups: missing.operators.map(({ operator, metrics }) => listOf(operator, metrics, write)),
      noun: 'operator',
    },
  ];
}

/** "1 page", "1,234 addresses" */
export function countOf(number: number, noun: string): string {
  const digits = String(number).replace(/\B(?=(\d{3})+$)/g, ',');
  const plural = noun.endsWith('s') ? `${noun}es` : `${noun}s`;
  return `${digits} ${number === 1 ? noun : plural}`;
}

function describePage({ url, claims, sources, confirm }: Page, write: Writing): Group {
  return {
    head: write.url(url),
    lines: [
      ...claims.map((claim) => `${dayOf(claim.observed_at)} ${describeClaim(claim, write)}`),
      ...sources.map(
        ({ operator, title, accessed_at }) =>
          `${dayOf(accessed_at)} ${operator}: source ${write.text(quote(title))}`,
      ),
      ...(confirm === null ? [] : [write.code(confirm)]),
    ],
  };
}

/** "harbour-nine: fee_usd_7 = 1.5 USD" */
function describeClaim(claim: OutdatedClaim | NearBound, write: Writing): string {
  const { operator, claim_id, value, unit } = claim;
  const words = typeof value === 'string' ? quote(value) : String(value);
  const measured = unit === null ? words : `${words} ${unit}`;
  return `${operator}: ${write.code(claim_id)} = ${write.text(measured)}`;
}

function listOf(operator: string, names: readonly string[], write: Writing): Group {
  return { head: `${operator}: ${names.map(write.code).join(', ')}`, lines: [] };
}

/** "40 addresses, 2 to look at, 3 never checked (--check-links asks for them)" */
function summariseLinks({ links }: Review): string {
  const { addresses, never_checked: never } = links;
  const unchecked = never === 0 ? '' : `, ${never} never checked (--check-links asks for them)`;
  return `${countOf(addresses, 'address')}, ${toMend(links).length} to look at${unchecked}`;
}

const VERDICTS: { readonly [state in CheckedLink['state']]: string } = {
  found: 'found',
  moved: 'moved permanently',
  redirected: 'redirected for now',
  refused: 'refused to a program, look by hand',
  dead: 'dead',
  failing: 'failed, which may pass',
  unasked: 'not asked, look by hand',
};

/** "dead since 2026-11-02: it answers 404; last found 2026-05-01" */
function describeVerdict(link: CheckedLink, write: Writing): string {
  const { state, reason, location, last_success, dead_since } = link;
  const verdict = dead_since === null ? VERDICTS[state] : `dead since ${dayOf(dead_since)}`;
  if (state === 'moved' || state === 'redirected') {
    return `${verdict}: to ${write.url(location ?? '')}`;
  }
  const where = location === null ? '' : `it leads to ${write.url(location)}, and there `;
  const last = last_success === null ? '' : `; last found ${dayOf(last_success)}`;
  return `${verdict}: ${where}${write.text(reason)}${last}`;
}

/** "harbour-nine: evidence_url of fee_usd_7", "harbour-nine: website" */
function describeUse({ operator, claim_id, field }: Use, write: Writing): string {
  const where = claim_id === null ? '' : ` of ${write.code(claim_id)}`;
  return `${operator}: ${write.code(field)}${where}`;
}
