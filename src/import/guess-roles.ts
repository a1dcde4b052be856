import { distance } from 'fastest-levenshtein';
import type { Metric } from '../model/index.ts';
import { FIELDS, type Field, WHOLE_ROW } from './mapping.ts';
import { fold, isUnknown, type Kind, kindOfMetric, readCell } from './read-cell.ts';
import type { Column, Table } from './read-table.ts';

/** A column with what its cells say. */
export interface Candidate extends Column {
  /** Each text once, without cells that say nothing. */
  readonly texts: readonly string[];
}

/** What a column may give. */
export interface Role {
  readonly role: 'field' | 'metric' | 'evidence' | 'date';
  /** Of a field or a metric; of the metric that evidence or a date belongs to, or WHOLE_ROW. */
  readonly name: string;
  readonly kind: Kind;
  /** Which values of the metric are better. */
  readonly better?: Metric['better'];
}

/** The columns of a table with the texts in them. */
export function candidatesOf({ columns, rows }: Table): readonly Candidate[] {
  return columns.map((column, index) => {
    const texts = rows.map(({ cells }) => cells[index] ?? '').filter((text) => !isUnknown(text));
    return { ...column, texts: [...new Set(texts)] };
  });
}

/** Headings that mean a field, in lower case and without punctuation. */
const FIELD_HEADINGS: readonly (readonly [Field, RegExp])[] = [
  ['id', /^(?:operator )?id$/],
  ['slug', /^slug$/],
  ['name', /^(?:operator|bookmaker|bookie|sportsbook|casino|brand|site)(?: name)?$|^name$/],
  ['website', /^(?:web ?site|web|home ?page|domain|url|site url|link)$/],
  ['license_jurisdiction', /^(?:licen[cs]e|licensed in|jurisdiction|licen[cs]e jurisdiction)$/],
  ['kyc_level', /^(?:kyc|verification|(?:id|identity) check)(?: level| policy| required)?$/],
  [
    'kyc_threshold_usd',
    /^(?:kyc|verification|(?:id|identity) check) (?:threshold|limit|above|from)(?: usd)?$/,
  ],
  ['accepts_vpn', /^(?:accepts |allows )?vpns?(?: ok| allowed| friendly| accepted)?$/],
  ['has_mobile_app', /^(?:has )?(?:mobile )?apps?$|^mobile$/],
  ['updated_at', /^(?:last )?updated(?: at)?$/],
  ['pros', /^(?:pros?|advantages|plus)$/],
  ['cons', /^(?:cons?|disadvantages|minus)$/],
];

const EVIDENCE_HEADING = /^(.*?) ?\b(?:evidence|source|proof|reference|link)(?: url| link| page)?$/;
const DATE_HEADING = /^(.*?) ?\b(?:date|(?:last )?(?:checked|observed|seen)(?: on| at)?|as of)$/;

/** What each column gives, as far as its heading and its cells show. Columns that are not here give nothing. */
export function guessRoles(
  candidates: readonly Candidate[],
  metrics: readonly Metric[],
): ReadonlyMap<Candidate, readonly Role[]> {
  const roles = new Map<Candidate, readonly Role[]>();
  const isFree = (name: string) => ![...roles.values()].flat().some((role) => role.name === name);
  for (const candidate of candidates) {
    const field = fieldOf(candidate);
    if (field === null || !isFree(field)) continue;
    const kind = FIELDS[field];
    const metric = metrics.find(({ key }) => key === field);
    const claim = metric && toRole(metric);
    roles.set(candidate, [{ role: 'field', name: field, kind }, ...(claim ? [claim] : [])]);
  }
  const pairs = candidates
    .filter((candidate) => !roles.has(candidate))
    .flatMap((candidate) =>
      metrics
        .filter((metric) => isPlausible(candidate, kindOfMetric(metric)))
        .map((metric) => ({ candidate, metric, score: similarity(candidate.name, metric) })),
    )
    .filter(({ score }) => score >= 0.5)
    .sort((a, b) => b.score - a.score);
  for (const { candidate, metric } of pairs) {
    if (!roles.has(candidate) && isFree(metric.key)) roles.set(candidate, [toRole(metric)]);
  }
  for (const candidate of candidates) {
    if (roles.has(candidate)) continue;
    const further = furtherRole(candidate, roles);
    const isTaken = [...roles.values()]
      .flat()
      .some(({ role, name }) => role === further?.role && name === further.name);
    if (further !== null && !isTaken) roles.set(candidate, [further]);
  }
  return roles;
}

function toRole(metric: Metric): Role {
  const { key: name, better } = metric;
  return { role: 'metric', name, kind: kindOfMetric(metric), better };
}

/** A heading without punctuation: `KYC limit ($)` is `kyc limit`. */
function plain(heading: string): string {
  return fold(heading.replace(/[^\p{L}\p{N}]+/gu, ' '));
}

function fieldOf({ name }: Candidate): Field | null {
  const heading = plain(name);
  const known = FIELD_HEADINGS.find(([, form]) => form.test(heading));
  if (known !== undefined) return known[0];
  const typed = heading.replaceAll(' ', '_');
  const fields = Object.keys(FIELDS) as Field[];
  return fields.find((field) => typed.length > 4 && distance(typed, field) <= 2) ?? null;
}

/** Evidence or a date: of the row, or of a metric whose column it is named after. */
function furtherRole(
  { name, texts }: Candidate,
  roles: ReadonlyMap<Candidate, readonly Role[]>,
): Role | null {
  const heading = plain(name);
  const isEvidence = EVIDENCE_HEADING.test(heading) && texts.some((text) => text.includes('.'));
  const [, subject] = (isEvidence ? EVIDENCE_HEADING : DATE_HEADING).exec(heading) ?? [];
  if (subject === undefined) return null;
  const role = isEvidence ? 'evidence' : 'date';
  const kind = { kind: isEvidence ? 'text' : 'date' } as const;
  if (subject === '' || subject === 'last') return { role, name: WHOLE_ROW, kind };
  const words = wordsOf(subject);
  for (const [other, given] of roles) {
    const metric = given.find((one) => one.role === 'metric');
    const isSubject = words.every((word) => wordsOf(other.name).includes(word));
    if (metric !== undefined && isSubject) return { role, name: metric.name, kind };
  }
  return null;
}

/** Words of headings and of metrics that mean the same. Empty: a word that does not count. */
const SYNONYMS: { readonly [word: string]: string } = {
  ...{ payout: 'withdrawal', payouts: 'withdrawal', cashout: 'withdrawal', bitcoin: 'btc' },
  ...{ minimum: 'min', smallest: 'min', maximum: 'max', largest: 'max', minutes: 'time' },
  ...{ hours: 'time', coins: 'assets', license: 'licence', no: 'number', since: 'year' },
  ...{ usd: '', percent: '', the: '', of: '', per: '', a: '', in: '' },
};

function wordsOf(text: string): readonly string[] {
  const words = plain(text.replaceAll('_', ' ').replace(/\(.*?\)/g, '')).split(' ');
  return [...new Set(words.map((word) => SYNONYMS[word] ?? word))].filter((word) => word !== '');
}

/** How similar a heading is to the key or the name of a metric, up to 1. */
function similarity(heading: string, { key, name }: Metric): number {
  const words = wordsOf(heading);
  const scores = [key, name].map((text) => {
    const others = wordsOf(text);
    const shared = words.filter((word) => others.some((other) => isAlike(word, other))).length;
    return (0.6 * shared) / Math.max(1, words.length) + (0.4 * shared) / Math.max(1, others.length);
  });
  return Math.max(...scores);
}

function isAlike(word: string, other: string): boolean {
  return word === other || (word.length > 4 && distance(word, other) <= 1);
}

/** Whether half of the cells could be of a kind. */
function isPlausible({ texts }: Candidate, kind: Kind): boolean {
  const fits = texts.filter((text) => {
    if (kind.kind === 'number' || kind.kind === 'integer') return /\d|^free$/i.test(text);
    if (kind.kind !== 'boolean') return true;
    const reading = readCell(text, kind, { decimal: '.', date_order: null });
    return fold(text) === 'x' || (reading !== null && 'value' in reading);
  });
  return fits.length * 2 >= texts.length;
}
