import {
  type OutputPath,
  outputPath,
  type Previous,
  type UnknownObject,
} from '../represent/index.ts';
import { bestPath, claimsPath, type ResourcePath, type Row } from '../resources/index.ts';

/** An answer as it is published: what it says about itself, and its records. */
export interface Body {
  readonly meta: Row;
  readonly data: readonly Row[];
}

/** A resource of a publication, as its manifest lists it. */
export interface Listed {
  readonly kind: string;
  /** Below the base address, with a leading slash. */
  readonly path: string;
  readonly aliases: readonly string[];
}

/**
 * What one publication says, as far as it was read: where two are compared, what is the same in
 * both is not.
 */
export interface Release {
  /** By id. */
  readonly operators: ReadonlyMap<number, ReleasedOperator>;
  /** By key, and by slug; null when not read. */
  readonly metrics: ReadonlyMap<string, Row> | null;
  readonly categories: ReadonlyMap<string, Row> | null;
  /** What the service says about itself; null when not read. */
  readonly service: Row | null;
  /** What is said of each removed category, by its slug. */
  readonly removals: ReadonlyMap<string, Row>;
  /** By the slug of the category. */
  readonly rankings: ReadonlyMap<string, Ranking>;
  /** What became of a claim that is not current; null when nobody knows. */
  readonly fateOf: FateOf;
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

export type FateOf = (claimId: string) => Fate | null;

export type Fate =
  | { readonly status: 'superseded'; readonly by: string | null }
  | { readonly status: 'retracted'; readonly reason: string | null };

/** Where the records of a release come from. */
export interface Reading {
  /** The resources that the other release does not have in common. */
  readonly listed: readonly Listed[];
  /** Those of them that were read, by path; of the others it is known that they are there. */
  readonly bodies: ReadonlyMap<string, Body>;
  readonly fateOf?: FateOf;
}

/** Makes a release of the answers of a publication. */
export function toRelease({ listed, bodies, fateOf }: Reading): Release {
  const operators = new Map<number, ReleasedOperator>();
  const rankings = new Map<string, Ranking>();
  let removals: Release['removals'] = new Map();
  let [metrics, categories]: [Release['metrics'], Release['categories']] = [null, null];
  let service: Release['service'] = null;
  for (const resource of listed) {
    const { kind, path } = resource;
    const body = bodies.get(path);
    if (body === undefined) {
      if (kind === 'detail' || kind === 'facts') addOperator(operators, resource, {});
      continue;
    }
    const name = textOf(body.meta['operator']);
    if (kind === 'detail') addOperator(operators, resource, { name, detail: body.data[0] ?? null });
    if (kind === 'facts') addOperator(operators, resource, { name, claims: body.data });
    if (kind === 'index') service = body.meta;
    if (kind === 'metrics') metrics = indexBy('key', body.data);
    if (kind === 'categories') {
      const active = body.data.filter(({ status }) => status !== 'removed');
      const removed = body.data.filter(({ status }) => status === 'removed');
      categories = indexBy('slug', active);
      removals = indexBy('slug', removed);
    }
    if (kind === 'best') rankings.set(path.slice(`/${bestPath('')}`.length), toRanking(body));
  }
  return {
    operators,
    metrics,
    categories,
    service,
    removals,
    rankings,
    fateOf: fateOf ?? fatesIn(bodies),
  };
}

/** The resources that a manifest lists. */
export function listEntries({ entries }: Previous): readonly Listed[] {
  return [...entries.values()].flatMap(toListed);
}

/** Entries come from the disk or the network as they are. */
function toListed({ kind, path, aliases }: UnknownObject): readonly Listed[] {
  const isSound =
    typeof kind === 'string' &&
    typeof path === 'string' &&
    Array.isArray(aliases) &&
    aliases.every((alias) => typeof alias === 'string');
  return isSound ? [{ kind, path, aliases }] : [];
}

/** The JSON file of a resource; what no build writes is in no list of files. */
export function fileOf({ path }: Listed): OutputPath {
  return outputPath(path.slice(1) as ResourcePath, 'json');
}

function addOperator(
  operators: Map<number, ReleasedOperator>,
  { path, aliases }: Listed,
  found: Partial<ReleasedOperator>,
): void {
  const [, , slug = ''] = path.split('/');
  const id = Number(aliases[0]?.split('/')[2]);
  const known = operators.get(id) ?? { id, slug, name: null, detail: null, claims: null };
  operators.set(id, { ...known, ...found, name: found.name ?? known.name });
}

function indexBy(key: string, rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [String(row[key]), row]));
}

function toRanking({ meta, data }: Body): Ranking {
  const places = data.map(({ id, slug, name, rank }) => ({
    operator_id: Number(id),
    operator_slug: String(slug),
    operator: String(name),
    rank: Number(rank),
  }));
  return { title: textOf(meta['title']) ?? '', places };
}

/** Fates as the list of all claims tells them. */
function fatesIn(bodies: ReadonlyMap<string, Body>): FateOf {
  const claims = indexBy('claim_id', bodies.get(`/${claimsPath}`)?.data ?? []);
  return (claimId) => {
    const claim = claims.get(claimId);
    switch (claim?.['status']) {
      case 'superseded':
        return { status: 'superseded', by: textOf(claim['superseded_by']) };
      case 'retracted':
        return { status: 'retracted', reason: textOf(claim['retracted_reason']) };
      default:
        return null;
    }
  };
}

/** Published text, if it is some. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
