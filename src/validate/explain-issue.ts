import type * as z from 'zod';
import type { Finding, Place } from '../diagnostics/index.ts';
import {
  allowsNull,
  allowsNumber,
  declaredAt,
  keysOf,
  mayBeUnknown,
  metricKey,
  type Problem,
  percentEncoded,
  problemOf,
  unwrap,
} from '../model/index.ts';
import { OTHER_INDENT, type PlainValue, type ValuePath, valueAt } from '../source/index.ts';
import type { FreeNumbers } from './free-numbers.ts';
import { blockSignAt, fieldName, inWords, wantedBy, wantedInFull } from './in-words.ts';
import { isWithoutColon, nearest } from './nearest.ts';

/** A finding and the value or key it is about. */
export interface Explained {
  readonly path: ValuePath;
  readonly isAboutKey: boolean;
  readonly finding: Finding;
  /** The missing fields that it is about. */
  readonly missed?: readonly ValuePath[];
  /** The place where an unknown field belongs. */
  readonly meant?: ValuePath;
}

interface Subject {
  /** What the value is called, as in "the operator". */
  readonly whole: string;
  readonly schema: z.ZodType;
  readonly value: PlainValue;
  readonly placeOf: (path: ValuePath) => Place;
  readonly free: FreeNumbers;
}

/** Explains an issue of zod in a maintainer's words. */
export function explainIssue(issue: z.core.$ZodIssue, subject: Subject): readonly Explained[] {
  const path = issue.path as ValuePath;
  const value = valueAt(subject.value, path);
  const aboutValue = (finding: Finding): Explained[] => [{ path, isAboutKey: false, finding }];

  if (issue.code === 'unrecognized_keys') return explainUnknown(issue.keys, path, subject);
  if (value === undefined) return [explainMissing(path, subject)];
  const inside = issue.code === 'invalid_union' ? closestOption(issue) : null;
  if (inside !== null) {
    return inside.flatMap((nested) =>
      explainIssue({ ...nested, path: [...path, ...nested.path] }, subject),
    );
  }

  const refused = refusedAt(path, value, subject);
  const problem = problemOf(issue);
  if (problem !== null) {
    const finding = explainProblem(problem, refused);
    return [{ path, isAboutKey: false, finding, missed: missedBy(problem, path) }];
  }
  const { key, write, isNullable } = refused;
  const isOpen = !isNullable && !/^text|\[\]|\{\}|leave the claim/.test(write);
  const omit = isOpen ? omittedFor(path, subject) : null;
  const found = inWords(value, subject.placeOf(path));
  const declared = declaredAt(subject.schema, path);
  if (issue.code === 'invalid_value' && typeof value === 'string') {
    const choices = issue.values.map(String);
    const near = nearest(value, choices);
    const isNullable = declared !== null && mayBeUnknown(declared);
    return aboutValue({ code: 'field/choice', key, found, choices, near, isNullable, omit });
  }
  const wanted = (declared && wantedBy(declared)) ?? 'another kind of value';
  return aboutValue({ code: 'field/type', key, found, wanted, write, omit, ...refused.free });
}

/** What to leave out while a required value is unknown; null if nothing can be left out. */
function omittedFor(path: ValuePath, { whole }: Subject): string | null {
  if (path.some((step) => typeof step === 'number')) return 'the entry';
  return whole === 'operator' || whole === 'claim' ? `the ${whole}` : null;
}

/** The findings about unknown keys. If commas have split one text into keys, only the first is reported. */
function explainUnknown(keys: readonly string[], path: ValuePath, subject: Subject): Explained[] {
  const fields = new Map<string, unknown>(Object.entries(Object(valueAt(subject.value, path))));
  const declared = declaredAt(subject.schema, path);
  const known = declared === null ? [] : keysOf(unwrap(declared));
  const absent = known.filter((key) => !fields.has(key));
  const order = [...fields.keys()];
  const before = new Map(order.map((key, index) => [key, order[index - 1] ?? '']));
  const cutOff = new Set<string>();
  return keys.flatMap((key) => {
    const aboutKey = (finding: Finding) => [{ path: [...path, key], isAboutKey: true, finding }];
    if (key === '<<') return aboutKey({ code: 'field/merge-key' });
    if (/^(?! )\s/.test(key)) return aboutKey({ code: 'yaml/syntax', problem: OTHER_INDENT });
    const near = absent.find((name) => isWithoutColon(key, name)) ?? nearest(key, absent);
    const previous = before.get(key) ?? '';
    const isAnother = cutOff.has(previous);
    const followsText = isAnother || typeof fields.get(previous) === 'string';
    if (near !== null || !followsText || !isBare(key, path, subject)) {
      return aboutKey({ code: 'field/unknown', key, near, known, belongsTo: null });
    }
    cutOff.add(key);
    return isAnother ? [] : aboutKey({ code: 'field/comma', key });
  });
}

/** Whether a key is between braces and after a comma, without a colon and a value. */
function isBare(key: string, path: ValuePath, { placeOf }: Subject): boolean {
  const { file, start, end } = placeOf([...path, key]);
  // If there is a value, even an empty one after a colon, the place is that of the value.
  return file.text.slice(start, end) === key && file.text.slice(0, start).trimEnd().endsWith(',');
}

function explainMissing(path: ValuePath, subject: Subject): Explained {
  const hint = wantedInFull(declaredAt(subject.schema, path));
  const key = String(path.at(-1));
  const finding = { code: 'field/missing', key, hint, ...withFree(path, subject) } as const;
  return { path: path.slice(0, -1), isAboutKey: false, finding, missed: [path] };
}

/** A free id, if an id is expected. */
function withFree(path: ValuePath, { whole, value, free }: Subject): { readonly free?: string } {
  const [field, ...below] = path;
  if (below.length > 0) return {};
  if (whole === 'operator' && field === 'id') return { free: free.operatorId() };
  const metric = valueAt(value, ['metric']);
  const isClaimId =
    whole === 'claim' && field === 'claim_id' && metricKey.safeParse(metric).success;
  return isClaimId ? { free: free.claimId(String(metric)) } : {};
}

/** The findings, with one for all missing fields of a map, in the order of the schema. */
export function withMissingTogether(found: readonly Explained[]): readonly Explained[] {
  const together = new Map<string, Explained>();
  for (const [index, one] of found.entries()) {
    const key = one.finding.code === 'field/missing' ? `of ${one.path.join('/')}` : String(index);
    const first = together.get(key);
    together.set(key, first === undefined ? one : withField(first, one));
  }
  return [...together.values()];
}

function withField(first: Explained, other: Explained): Explained {
  const [finding, next] = [first.finding, other.finding];
  if (finding.code !== 'field/missing' || next.code !== 'field/missing') return first;
  const { free = finding.free } = next;
  const more = [...(finding.more ?? []), { key: next.key, hint: next.hint }];
  return { ...first, finding: { ...finding, more, ...(free !== undefined && { free }) } };
}

/** The fields whose absence can cause a problem; those that are present do not count. */
function missedBy(problem: Problem, path: ValuePath): readonly ValuePath[] {
  const sibling = (key: string) => [...path.slice(0, -1), key];
  switch (problem.rule) {
    case 'contact':
      return ['email', 'url'].map((field) => [...path, field]);
    case 'kyc-threshold':
      return [sibling('kyc_threshold_usd')];
    case 'fee-figures':
      return [sibling(problem.field)];
    case 'limit-currency':
      return [sibling('currency')];
    case 'ending':
      return [sibling(problem.field)];
    default:
      return [];
  }
}

/**
 * Finds the place of unknown fields, if they are missing one level above or below.
 *
 * @param whole The name of the entity.
 */
export function findHomes(found: readonly Explained[], whole: string): readonly Explained[] {
  const withoutParent = (path: ValuePath) => String([...path.slice(0, -2), ...path.slice(-1)]);
  const missed = found.flatMap((one) => one.missed ?? []);
  const above = new Map(missed.map((path) => [String(path), path]));
  const below = new Map(missed.map((path) => [withoutParent(path), path]));
  return found.map((one) => {
    const { path, finding } = one;
    if (finding.code !== 'field/unknown') return one;
    const home = below.get(String(path)) ?? above.get(withoutParent(path));
    if (home === undefined) return one;
    const belongsTo = fieldName(home.slice(0, -1), whole);
    return { ...one, finding: { ...finding, belongsTo }, meant: home };
  });
}

/** The findings about an entity, without missing fields that are misspelt or merged. */
export function withoutEchoes(found: readonly Explained[]): readonly Explained[] {
  const misspelt = new Set(
    found.flatMap(({ path, finding, meant }) =>
      finding.code === 'field/unknown'
        ? [String(meant ?? [...path.slice(0, -1), finding.near])]
        : [],
    ),
  );
  const merging = new Set(
    found.flatMap(({ path, finding }) =>
      finding.code === 'field/merge-key' ? [String(path.slice(0, -1))] : [],
    ),
  );
  const isThere = (path: ValuePath) =>
    misspelt.has(String(path)) || merging.has(String(path.slice(0, -1)));
  return found.filter(({ missed = [] }) => !missed.some(isThere));
}

/** The issues of the first option that the value matches in part, or by its type; null if none does. */
function closestOption({ errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] | null {
  return (
    errors.find((issues) => issues.some(({ path }) => path.length > 0)) ??
    errors.find((issues) => issues.every((issue) => problemOf(issue) !== null)) ??
    null
  );
}

/** The replacement character of decoders for bytes that they cannot decode. */
const REPLACEMENT_CHARACTER = 0xfffd;

/** A value that a problem is about, and what to write instead. */
function refusedAt(path: ValuePath, value: PlainValue, subject: Subject) {
  const { whole, schema, placeOf } = subject;
  const declared = declaredAt(schema, path);
  return {
    key: fieldName(path, whole),
    value,
    blockSign: blockSignAt(placeOf(path)),
    write: wantedInFull(declared) ?? 'another kind of value',
    isNullable: declared !== null && allowsNull(declared),
    isNumeric: declared !== null && allowsNumber(declared),
    free: withFree(path, subject),
  };
}

function explainProblem(
  problem: Problem,
  { key, value, blockSign, write, isNullable, isNumeric, free }: ReturnType<typeof refusedAt>,
): Finding {
  const found = typeof value === 'string' ? value : inWords(value);
  switch (problem.rule) {
    case 'blank':
      return { code: 'field/blank', key, isNullable, blockSign };
    case 'csv-unsafe': {
      const isNumber = isNumeric && /^[-+]\.?\d/.test(found);
      return { ...problem, code: 'field/csv-unsafe', key, found, isNumber };
    }
    case 'unreadable':
      return problem.codePoint === REPLACEMENT_CHARACTER
        ? { code: 'field/lost-character', key }
        : { ...problem, code: 'field/invisible', key };
    case 'outer-space':
      return { ...problem, code: 'field/outer-space', key };
    case 'slug':
    case 'timestamp':
      return { ...problem, code: `field/${problem.rule}`, key, found };
    case 'metric-key':
    case 'email':
      return { code: `field/${problem.rule}`, key, found };
    case 'claim-id':
      return { code: 'field/claim-id', found, isNew: !isNullable, ...free };
    case 'url': {
      const encoded = percentEncoded(found);
      const meant = encoded === null ? write : `"${encoded}"`;
      return { ...problem, code: 'field/url', key, found, write: meant };
    }
    case 'base-url':
      return { code: 'field/base-url', found };
    case 'range':
      return { ...problem, code: 'field/range', key, found: inWords(value), ...free };
    case 'list-empty':
      return { code: 'field/list-empty', key };
    case 'contact':
      return { code: 'service/contact' };
    case 'kyc-threshold':
      return { ...problem, code: 'operator/kyc-threshold' };
    case 'fee-figures':
      return { ...problem, code: 'fee/figures' };
    case 'limit-currency':
      return { ...problem, code: 'limit/currency' };
    case 'early-sunset':
      return { ...problem, code: 'service/early-sunset' };
    case 'two-fates':
      return { code: 'claim/two-fates' };
    case 'observations-order':
      return { ...problem, code: 'claim/observations-order' };
    case 'long':
      return { ...problem, code: 'field/too-long', key };
    case 'replaced-in-use':
      return { code: 'metric/replaced-in-use' };
    case 'bound-type':
    case 'bounds-order':
      return { code: 'metric/bounds', problem: inBounds(problem) };
    case 'two-figures':
      return { ...problem, code: 'figure/twice' };
    case 'ending':
      return { ...problem, code: 'operator/ending' };
    default:
      return problem satisfies never;
  }
}

function inBounds(problem: Extract<Problem, { rule: 'bound-type' | 'bounds-order' }>): string {
  return problem.rule === 'bound-type'
    ? `A metric of the type "${problem.type}" has no min and max`
    : `"max" is ${problem.max}, which is less than "min", ${problem.min}`;
}
