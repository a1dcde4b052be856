import { EnvironmentError, quote, type TextFile } from '../diagnostics/index.ts';
import { isTimestamp, type Metric, startOfDay } from '../model/index.ts';
import { type PlainValue, parseYaml } from '../source/index.ts';
import { type FreeNumbers, freeNumbers, nearest, sourceNames } from '../validate/index.ts';
import { type Edit, editText } from './edit-text.ts';

/** Valid sources, by name: `operators/harbour-nine.yaml`. */
export type EditableSources = ReadonlyMap<string, EditableSource>;

interface EditableSource {
  readonly file: TextFile;
  readonly value: PlainValue;
}

/** The sources that a command changes, and what the user should know about it. */
export interface Change {
  readonly sources: readonly SourceChange[];
  /** Sentences. */
  readonly notes: readonly string[];
}

/** A source with its new text. */
export interface SourceChange {
  /** The name that it has; null for a new source. */
  readonly from: string | null;
  /** The name that it gets. */
  readonly to: string;
  readonly text: string;
}

/** A claim as it is written, with its place. */
export interface WrittenClaim {
  readonly claim_id: string;
  readonly metric: string;
  readonly value: PlainValue;
  readonly evidence_url: string;
  readonly observed_at: string | readonly string[];
  readonly superseded_by?: string | null;
  readonly retracted?: PlainValue;
}

export interface FoundClaim {
  readonly claim: WrittenClaim;
  /** The slug of its operator. */
  readonly operator: string;
  /** Its source, and its index there. */
  readonly name: string;
  readonly index: number;
}

/** @param files Valid sources by name. */
export function toEditable(files: ReadonlyMap<string, TextFile>): EditableSources {
  return new Map(
    Array.from(files, ([name, file]) => [
      name,
      { file, value: parseYaml(file).value?.value ?? null },
    ]),
  );
}

/** An existing source with some edits. */
export function changeOf(
  sources: EditableSources,
  name: string,
  edits: readonly Edit[],
): SourceChange {
  const source = sources.get(name);
  if (source === undefined) throw new Error(`No source ${name} to edit`);
  return { from: name, to: name, text: editText(source.file, edits) };
}

/** Existing sources with the edits of each. */
export function changesOf(
  sources: EditableSources,
  edits: readonly { readonly name: string; readonly edit: Edit }[],
): readonly SourceChange[] {
  const names = [...new Set(edits.map(({ name }) => name))];
  return names.map((name) => {
    const own = edits.filter((one) => one.name === name);
    return changeOf(
      sources,
      name,
      own.map(({ edit }) => edit),
    );
  });
}

/** All claims, in the order of their sources. */
export function claimsIn(sources: EditableSources): readonly FoundClaim[] {
  return slugsIn(sources).flatMap((slug) => claimsOf(sources, slug));
}

/** The claims of an operator, in the order of its source. */
export function claimsOf(sources: EditableSources, operator: string): readonly FoundClaim[] {
  const [, name] = sourceNames(operator);
  const claims = (sources.get(name)?.value ?? []) as unknown as readonly WrittenClaim[]; // valid
  return claims.map((claim, index) => ({ claim, operator, name, index }));
}

/** @throws EnvironmentError when there is no such claim */
export function findClaim(sources: EditableSources, claimId: string): FoundClaim {
  const claims = claimsIn(sources);
  const found = claims.find(({ claim }) => claim.claim_id === claimId);
  if (found !== undefined) return found;
  const near = nearest(
    claimId,
    claims.map(({ claim }) => claim.claim_id),
  );
  throw unknown('claim', claimId, near);
}

/** The slugs of all operators. */
export function slugsIn(sources: EditableSources): readonly string[] {
  return [...sources.keys()].flatMap((name) => /^operators\/(.+)\.yaml$/.exec(name)?.[1] ?? []);
}

/**
 * The names of the sources of an operator. The second may not exist.
 *
 * @throws EnvironmentError when there is no such operator
 */
export function findOperator(sources: EditableSources, slug: string): readonly [string, string] {
  const names = sourceNames(slug);
  if (sources.has(names[0])) return names;
  throw unknown('operator', slug, nearest(slug, slugsIn(sources)));
}

/** The fields of an operator as they are written. */
export function operatorAt(sources: EditableSources, slug: string) {
  const [name] = sourceNames(slug);
  return (sources.get(name)?.value ?? {}) as { readonly [field: string]: PlainValue }; // valid
}

export function metricsIn(sources: EditableSources): readonly Metric[] {
  return sources.get('metrics.yaml')?.value as unknown as readonly Metric[]; // valid
}

/** @throws EnvironmentError when there is no such metric */
export function findMetric(sources: EditableSources, key: string): Metric {
  const metrics = metricsIn(sources);
  const found = metrics.find((metric) => metric.key === key);
  if (found !== undefined) return found;
  const near = nearest(
    key,
    metrics.map((metric) => metric.key),
  );
  throw unknown('metric', key, near);
}

export function freeNumbersIn(sources: EditableSources): FreeNumbers {
  return freeNumbers(() => Array.from(sources.values(), ({ value }) => value));
}

function unknown(what: string, name: string, near: string | null): EnvironmentError {
  const advice = near === null ? '' : `; the most similar name is ${quote(near)}`;
  return new EnvironmentError(`There is no ${what} ${quote(name)}${advice}`);
}

/**
 * A day or a timestamp as the user gave it.
 *
 * @throws EnvironmentError when it is neither
 */
export function checkTime(option: string, given: string): string {
  if (isTimestamp(startOfDay(given))) return given;
  throw new EnvironmentError(
    `Cannot use ${option} ${given}: it has to be a day (2026-11-20) or a time in UTC (2026-11-20T09:30:00Z)`,
  );
}

/**
 * The comment that names the schema of a new source for editors, if other sources in its folder have one,
 * or else metrics.yaml.
 */
export function schemaComment(sources: EditableSources, folder: 'operators' | 'facts'): string {
  const others = [...sources].filter(([name]) => name.startsWith(`${folder}/`));
  const [other] = others.map(([, { file }]) => commentOf(file));
  if (other !== undefined) return other;
  const metrics = sources.get('metrics.yaml');
  const schema = { operators: 'source-operator', facts: 'source-facts' }[folder];
  return metrics === undefined
    ? ''
    : commentOf(metrics.file)
        .replace('source-metrics', schema)
        .replace('$schema=../', '$schema=../../');
}

function commentOf({ text }: TextFile): string {
  return /^# yaml-language-server:[^\r\n]*\r?\n/.exec(text)?.[0] ?? '';
}
