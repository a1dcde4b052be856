/**
 * Content negotiation between exactly JSON and CSV (RFC 9110 §12.5.1). This file imports nothing:
 * it is inlined into edge runtimes.
 */

/** The media types on offer, the default first. */
const OFFERS = [
  { format: 'json', type: 'application', subtype: 'json' },
  { format: 'csv', type: 'text', subtype: 'csv' },
] as const;

/**
 * Chooses the form of an answer. The higher quality wins; at equal quality the more specific
 * range, then the one named first, then JSON. A list member with invalid syntax is ignored. If
 * nothing matches, the answer is JSON, never 406.
 *
 * @param accept The Accept header, if there is one; several lines joined with a comma.
 */
export function negotiate(accept: string | null | undefined): 'json' | 'csv' {
  const ranges = parseAccept(accept ?? '');
  let winner: { format: 'json' | 'csv'; range: MediaRange } | null = null;
  for (const offer of OFFERS) {
    const range = rangeFor(offer, ranges);
    if (range === null || range.quality === 0) continue;
    if (winner === null || precedes(range, winner.range)) winner = { format: offer.format, range };
  }
  return winner?.format ?? 'json';
}

/** In Accept headers that name HTML. No quotes or lookarounds, so that any host can evaluate it. */
export const NAMES_HTML = '(?:^|,)[ \\t]*text/html[ \\t]*(?:[,;]|$)';

/** In Accept headers that give HTML no weight. */
export const REFUSES_HTML = '(?:^|,)[ \\t]*text/html[ \\t]*;[ \\t]*q=0(?:[.]0*)?[ \\t]*(?:,|$)';

/** Whether an error is for a person: browsers name HTML, programs do not. */
export function wantsHtml(accept: string | null | undefined): boolean {
  const field = accept ?? '';
  return new RegExp(NAMES_HTML, 'i').test(field) && !new RegExp(REFUSES_HTML, 'i').test(field);
}

/** A member of an Accept list. Parameters other than the weight do not take part in matching. */
export interface MediaRange {
  /** In lower case, or `*`. */
  readonly type: string;
  readonly subtype: string;
  /** In thousandths, so that qualities compare exactly: 0 to 1000. */
  readonly quality: number;
  readonly position: number;
}

/** 3 for `text/csv`, 2 for `text/*`, 1 for the range of everything. */
function specificity({ type, subtype }: MediaRange): number {
  return type === '*' ? 1 : subtype === '*' ? 2 : 3;
}

function precedes(a: MediaRange, b: MediaRange): boolean {
  const difference =
    a.quality - b.quality || specificity(a) - specificity(b) || b.position - a.position;
  return difference > 0;
}

/** The range that applies to an offer: the most specific one, and the best of several equal ones. */
function rangeFor(
  offer: { type: string; subtype: string },
  ranges: readonly MediaRange[],
): MediaRange | null {
  let best: MediaRange | null = null;
  for (const range of ranges) {
    const matches =
      (range.type === '*' && range.subtype === '*') ||
      (range.type === offer.type && (range.subtype === '*' || range.subtype === offer.subtype));
    if (!matches) continue;
    const difference = best === null ? 1 : specificity(range) - specificity(best);
    if (difference > 0 || (difference === 0 && range.quality > (best?.quality ?? 0))) best = range;
  }
  return best;
}

// RFC 9110 §5.6.2, §5.6.4, §12.4.2. Sticky, so that each is tried at one place only.
const TOKEN = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const QUOTED_STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/sy;
const WEIGHT = /^(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/;

/** Parses an Accept field value in one pass, in time linear to its length. */
export function parseAccept(field: string): readonly MediaRange[] {
  const ranges: MediaRange[] = [];
  let at = 0;
  while (at < field.length) {
    const end = endOfMember(field, at);
    const range = parseMember(field.slice(skipSpace(field, at), end), ranges.length);
    if (range !== null) ranges.push(range);
    at = end + 1;
  }
  return ranges;
}

/** Where a list member ends: the next comma outside of quotes. */
function endOfMember(field: string, from: number): number {
  let at = from;
  while (at < field.length && field[at] !== ',') {
    // An unclosed quote extends to the end of the field.
    if (field[at] === '"') at = matchAt(QUOTED_STRING, field, at)?.end ?? field.length;
    else at += 1;
  }
  return at;
}

function parseMember(member: string, position: number): MediaRange | null {
  const type = matchAt(TOKEN, member, 0);
  if (type === null || member[type.end] !== '/') return null;
  const subtype = matchAt(TOKEN, member, type.end + 1);
  if (subtype === null) return null;
  const quality = parseWeight(member, subtype.end);
  if (quality === null) return null;
  return {
    type: type.text.toLowerCase(),
    subtype: subtype.text.toLowerCase(),
    quality,
    position,
  };
}

/** Reads `*( OWS ";" OWS [ parameter ] )` to the end: the first `q`, or 1; null if malformed. */
function parseWeight(member: string, from: number): number | null {
  let weight: number | null = null;
  let at = skipSpace(member, from);
  while (at < member.length) {
    if (member[at] !== ';') return null;
    at = skipSpace(member, at + 1);
    const name = matchAt(TOKEN, member, at);
    if (name === null) continue;
    if (member[name.end] !== '=') return null;
    const value =
      matchAt(TOKEN, member, name.end + 1) ?? matchAt(QUOTED_STRING, member, name.end + 1);
    if (value === null) return null;
    if (name.text.toLowerCase() === 'q') {
      if (!WEIGHT.test(value.text)) return null;
      weight ??= Math.round(Number(value.text) * 1000);
    }
    at = skipSpace(member, value.end);
  }
  return weight ?? 1000;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

function matchAt(pattern: RegExp, text: string, at: number): { text: string; end: number } | null {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? null : { text: found[0], end: pattern.lastIndex };
}
