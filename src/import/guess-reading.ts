import type { Candidate, Role } from './guess-roles.ts';
import { canonicalUnit, fold, type ReadingRules, readCell, sidesOf, unitsIn } from './read-cell.ts';

type Values = { [text: string]: string | number | boolean | null };

/** How the cells of a column are read, and what should be checked. */
export interface GuessedReading {
  readonly rules: Partial<ReadingRules>;
  readonly doubts: readonly string[];
}

/** @param base What holds for all columns. */
export function guessReading(candidate: Candidate, role: Role, base: ReadingRules): GuessedReading {
  switch (role.kind.kind) {
    case 'number':
    case 'integer':
      return guessNumbers(candidate, role, role.kind.unit, base);
    case 'boolean':
      return guessValues(candidate, role, base, crossFor(candidate));
    case 'choice':
      return guessValues(candidate, role, base, () => undefined);
    case 'list':
      return guessSeparator(candidate);
    case 'text':
      return role.role === 'evidence' || role.name === 'website' ? guessPrefix(candidate) : NOTHING;
    case 'date':
      return NOTHING;
    default:
      return role.kind satisfies never;
  }
}

const NOTHING: GuessedReading = { rules: {}, doubts: [] };

/** An x means no where another sign means yes, and yes where it is alone. */
function crossFor({ texts }: Candidate): (text: string) => boolean | undefined {
  const isAlone = texts.every((text) => fold(text) === 'x');
  return (text) => (fold(text) === 'x' ? isAlone : undefined);
}

/** Words that show the level of identity checks, the first that is found. */
const LEVEL_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\d|threshold|above|over|limit|after/, 'threshold'],
  [/discretion|sometimes|random|may|request|suspic/, 'discretionary'],
  [/^no\b|none|never|without|anonymous|^not /, 'none'],
  [/yes|always|required|mandatory|full|strict/, 'required'],
];

/** The texts whose meaning has to be said. */
function guessValues(
  { texts }: Candidate,
  { kind }: Role,
  base: ReadingRules,
  meaningOf: (text: string) => string | boolean | undefined,
): GuessedReading {
  const values: Values = {};
  const doubts = texts.flatMap((text) => {
    const reading = readCell(text, kind, base);
    if (reading === null || 'value' in reading) return [];
    const level = LEVEL_WORDS.find(([words]) => words.test(fold(text)))?.[1];
    const meaning = meaningOf(text) ?? (kind.kind === 'choice' ? level : undefined);
    if (meaning === undefined) return [`${JSON.stringify(text)} ${reading.problem}`];
    values[text] = meaning;
    return [`${JSON.stringify(text)} is taken for ${meaning}`];
  });
  return { rules: Object.keys(values).length === 0 ? {} : { values }, doubts };
}

/** Seconds in units of time. */
const SECONDS: { readonly [unit: string]: number } = {
  ...{ s: 1, min: 60, h: 3600, day: 86_400, week: 604_800 },
};

/** What a number in one unit is multiplied by in another; null if that is not known. */
function factorBetween(unit: string, own: string): number | null {
  const [from, to] = [SECONDS[unit], SECONDS[own]];
  if (from !== undefined && to !== undefined) return from / to;
  if (own === 'usd' && /^(?:usdt|usdc)$/.test(unit)) return 1;
  return unit === 'k' ? 1000 : null;
}

function guessNumbers(
  { name, texts }: Candidate,
  { kind, better = 'higher' }: Role,
  ownUnit: string | null,
  base: ReadingRules,
): GuessedReading {
  const own = canonicalUnit(ownUnit ?? '');
  const doubts: string[] = [];
  const units: { [unit: string]: number } = {};
  const [, inBrackets = ''] = /\(([^)]*)\)\s*$/.exec(name) ?? [];
  const headed = canonicalUnit(inBrackets);
  const found = texts.flatMap(sidesOf).flatMap(unitsIn).map(canonicalUnit);
  for (const unit of new Set([...found, headed])) {
    const factor = unit === own || unit === '' ? null : factorBetween(unit, own);
    if (factor === null) continue;
    units[unit] = factor;
    if (unit !== 'k') doubts.push(`1 ${unit} is taken for ${factor} ${ownUnit}`);
  }
  const hasRanges = texts.some((text) => sidesOf(text).length > 1);
  // The end that is worse for customers promises nothing that does not hold.
  const range = { lower: 'upper', higher: 'lower', none: 'middle' } as const;
  if (hasRanges) doubts.push(`of a range, the ${range[better]} number is taken`);
  const rules = {
    ...(hasRanges && { range: range[better] }),
    ...(Object.keys(units).length > 0 && { units }),
    ...(units[headed] !== undefined && { unit: headed }),
  };
  for (const text of texts) {
    const reading = readCell(text, kind, { ...base, ...rules });
    if (reading !== null && 'problem' in reading) {
      doubts.push(`${JSON.stringify(text)} ${reading.problem}`);
    }
  }
  return { rules, doubts };
}

function guessSeparator({ texts }: Candidate): GuessedReading {
  if (texts.some((text) => /[;\n]/.test(text))) return NOTHING;
  const separator = ['|', '/', ','].find((sign) => texts.some((text) => text.includes(sign)));
  return separator === undefined
    ? NOTHING
    : {
        rules: { separator },
        doubts: [`"${separator}" is taken for the end of an entry`],
      };
}

function guessPrefix({ texts }: Candidate): GuessedReading {
  const bare = texts.filter((text) => /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(text));
  return bare.length === 0
    ? NOTHING
    : { rules: { prefix: 'https://' }, doubts: [`https:// is put before ${bare[0]}`] };
}
