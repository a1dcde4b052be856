import {
  isObject,
  type Listed,
  type OutputPath,
  outputPath,
  parseShallowObject,
} from '../represent/index.ts';
import { ANSWERS, type ResourcePath, type Row } from '../resources/index.ts';

/** An answer as it is published: its metadata and its records. */
export interface Body {
  readonly meta: Row;
  readonly data: readonly Row[];
}

/** The content of one publication. Where two are compared, only what differs is read. */
export interface Release {
  /** By id. */
  readonly operators: ReadonlyMap<number, ReleasedOperator>;
  /** By key, and by slug; null when not read. */
  readonly metrics: ReadonlyMap<string, Row> | null;
  readonly categories: ReadonlyMap<string, Row> | null;
  /** What the service says about itself; null when not read. */
  readonly service: Row | null;
  /** The record of each removed category, by its slug. */
  readonly removals: ReadonlyMap<string, Row>;
  /** By the slug of the category. */
  readonly rankings: ReadonlyMap<string, Ranking>;
  /** What is known of claims beyond facts, by their ids. */
  readonly notes: ClaimNotes;
}

export interface ReleasedOperator {
  readonly id: number;
  readonly slug: string;
  /** null when neither its detail nor its facts were read. */
  readonly name: string | null;
  /** Its detail record; null when not read. */
  readonly detail: Row | null;
  /** Its current claims; null when not read. */
  readonly claims: readonly Row[] | null;
}

export interface Ranking {
  readonly title: string;
  readonly places: readonly Place[];
}

export interface Place {
  readonly operator_id: number;
  readonly operator_slug: string;
  readonly operator: string;
  readonly rank: number;
}

/** The retraction and the corrections of a claim, if it has any. */
export interface ClaimNote {
  readonly supersededBy: string | null;
  /** Its reason is null where it is unknown. */
  readonly retraction: { readonly reason: string | null } | null;
  readonly corrections: readonly { readonly field: string; readonly reason: string | null }[];
}
export type ClaimNotes = ReadonlyMap<string, ClaimNote>;

/** Where the records of a release come from. */
export interface Reading {
  /** The resources that differ from those of the other release. */
  readonly listed: readonly Listed[];
  /** Reads one of them; null where its content is unknown. */
  readonly bodyOf: (one: Pick<Listed, 'path'>) => Body | null;
  /** Without them, the list of all claims is read. */
  readonly notes?: ClaimNotes;
}

/** Makes a release of the answers of a publication. */
export function toRelease({ listed, bodyOf, notes }: Reading): Release {
  const operators = new Map<number, readonly Listed[]>();
  const rankings = new Map<string, Ranking>();
  let removals: Release['removals'] = new Map();
  let [metrics, categories]: [Release['metrics'], Release['categories']] = [null, null];
  let service: Release['service'] = null;
  for (const resource of listed) {
    const { kind, path, aliases } = resource;
    if (kind === 'operator' || kind === 'facts') {
      const id = Number(aliases[0]?.split('/')[2]);
      if (!Number.isInteger(id)) continue; // No build lists it so.
      operators.set(id, [...(operators.get(id) ?? []), resource]);
      continue;
    }
    const body = bodyOf(resource);
    if (body === null) continue;
    if (kind === 'index') service = body.meta;
    if (kind === 'metrics') metrics = indexBy('key', body.data);
    if (kind === 'categories') {
      const active = body.data.filter(({ status }) => status !== 'removed');
      const removed = body.data.filter(({ status }) => status === 'removed');
      categories = indexBy('slug', active);
      removals = indexBy('slug', removed);
    }
    if (kind === 'ranking') rankings.set(path.slice('/best/'.length), toRanking(body));
  }
  return {
    operators: new Map([...operators].map(([id, about]) => [id, readOperator(id, about, bodyOf)])),
    metrics,
    categories,
    service,
    removals,
    rankings,
    notes: notes ?? readNotes(bodyOf),
  };
}

/** The JSON file of a resource. */
export function fileOf({ path }: Pick<Listed, 'path'>): OutputPath {
  return outputPath(path.slice(1) as ResourcePath, 'json');
}

function readOperator(
  id: number,
  about: readonly Listed[],
  bodyOf: Reading['bodyOf'],
): ReleasedOperator {
  const [, , slug = ''] = about[0]?.path.split('/') ?? [];
  const bodies = new Map(about.map((one) => [one.kind, bodyOf(one)]));
  const [detail, facts] = [bodies.get('operator'), bodies.get('facts')];
  return {
    id,
    slug,
    name: textOf(facts?.meta['operator']) ?? textOf(detail?.meta['operator']),
    detail: detail?.data[0] ?? null,
    claims: facts?.data ?? null,
  };
}

/** Records by their key, without those whose key is not text. */
export function indexBy(key: string, rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(
    rows.flatMap((row) => {
      const name = textOf(row[key]);
      return name === null ? [] : [[name, row]];
    }),
  );
}

function toRanking({ meta, data }: Body): Ranking {
  return { title: textOf(meta['title']) ?? '', places: data.flatMap(toPlaces) };
}

function toPlaces({ id, slug, name, rank }: Row): readonly Place[] {
  const isSound =
    typeof id === 'number' &&
    typeof slug === 'string' &&
    typeof name === 'string' &&
    typeof rank === 'number';
  return isSound ? [{ operator_id: id, operator_slug: slug, operator: name, rank }] : [];
}

function readNotes(bodyOf: Reading['bodyOf']): ClaimNotes {
  const claims = bodyOf({ path: `/${ANSWERS.claims.path}` })?.data ?? [];
  return new Map(
    [...indexBy('claim_id', claims)].map(([id, claim]) => {
      const isRetracted = claim['status'] === 'retracted';
      const { corrections } = claim;
      return [
        id,
        {
          supersededBy: textOf(claim['superseded_by']),
          retraction: isRetracted ? { reason: textOf(claim['retracted_reason']) } : null,
          corrections: Array.isArray(corrections) ? corrections.filter(isObject).map(toNote) : [],
        },
      ];
    }),
  );
}

function toNote({ field, reason }: Row) {
  return { field: textOf(field) ?? '', reason: textOf(reason) };
}

/** A published value if it is text. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/**
 * Reads the bytes of an answer.
 *
 * @returns null when they are not an answer of this API
 */
export function readBody(bytes: Uint8Array): Body | null {
  const { meta, data } = parseShallowObject(bytes) ?? {};
  if (!isObject(meta) || !Array.isArray(data)) return null;
  return data.every(isObject) ? { meta, data } : null;
}

/** The resources of two publications that have to be read to find what changed. */
export interface Differing {
  readonly old: readonly Listed[];
  readonly new: readonly Listed[];
}

/** A resource of these kinds that only one side has was added or removed. */
const PLURAL: ReadonlySet<string> = new Set(['operator', 'facts', 'ranking']);
/** If only one side has one of these, another version of this program published the other side. */
const SINGLE: ReadonlySet<string> = new Set(['index', 'metrics', 'categories']);

/**
 * Finds the resources in which two publications differ. Lists of everything are not compared, since
 * they repeat other answers.
 *
 * @param isSame Whether the content of a resource that both list is the same.
 */
export function findDiffering(
  old: readonly Listed[],
  now: readonly Listed[],
  isSame: (one: Listed) => boolean,
): Differing {
  const [before, after] = [old.filter(isCompared), now.filter(isCompared)];
  const differs = (one: Listed, other: Listed | undefined): boolean =>
    other === undefined
      ? PLURAL.has(one.kind)
      : one.aliases.join() !== other.aliases.join() || !isSame(one);
  const differing = (some: readonly Listed[], others: readonly Listed[]) => {
    const index = new Map(others.map((other) => [other.path, other]));
    return some.filter((one) => differs(one, index.get(one.path)));
  };
  return { old: differing(before, after), new: differing(after, before) };
}

function isCompared({ kind }: Listed): boolean {
  return PLURAL.has(kind) || SINGLE.has(kind);
}

/** The fields of two records: those of the new one, then those that only the old one has. */
export function fieldsOf(old: Row, now: Row): readonly string[] {
  return [...new Set([...Object.keys(now), ...Object.keys(old)])];
}
