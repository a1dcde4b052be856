import { type Listed, type OutputPath, outputPath } from '../represent/index.ts';
import { ANSWERS, type ResourcePath, type Row } from '../resources/index.ts';

/** An answer as it is published: what it says about itself, and its records. */
export interface Body {
  readonly meta: Row;
  readonly data: readonly Row[];
}

/**
 * What one publication says, as far as it was read: where two are compared, what is the same in
 * both is not.
 */
export interface Release {
  /** By id. Each is read when it is asked for: two releases can differ in more than memory holds. */
  readonly operators: ReadonlyMap<number, () => ReleasedOperator>;
  /** By key, and by slug; null when not read. */
  readonly metrics: ReadonlyMap<string, Row> | null;
  readonly categories: ReadonlyMap<string, Row> | null;
  /** What the service says about itself; null when not read. */
  readonly service: Row | null;
  /** What is said of each removed category, by its slug. */
  readonly removals: ReadonlyMap<string, Row>;
  /** By the slug of the category. */
  readonly rankings: ReadonlyMap<string, Ranking>;
  /** How a claim was retracted; null when it was not, or nobody knows. */
  readonly retractionOf: RetractionOf;
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

export type RetractionOf = (claimId: string) => { readonly reason: string | null } | null;

/** Where the records of a release come from. */
export interface Reading {
  /** The resources that the other release does not have in common. */
  readonly listed: readonly Listed[];
  /** Reads one of them; null where no more is known than that it is there. */
  readonly bodyOf: (one: Pick<Listed, 'path'>) => Body | null;
  readonly retractionOf?: RetractionOf;
}

/** Makes a release of the answers of a publication. */
export function toRelease({ listed, bodyOf, retractionOf }: Reading): Release {
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
    operators: new Map(
      [...operators].map(([id, about]) => [id, () => readOperator(id, about, bodyOf)]),
    ),
    metrics,
    categories,
    service,
    removals,
    rankings,
    retractionOf: retractionOf ?? retractionsIn(bodyOf),
  };
}

/** The JSON file of a resource; what no build writes is in no list of files. */
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

/** Records by what tells them apart; one in which that is no text makes no sense. */
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

/** Retractions as the list of all claims tells them. */
function retractionsIn(bodyOf: Reading['bodyOf']): RetractionOf {
  const claims = indexBy('claim_id', bodyOf({ path: `/${ANSWERS.claims.path}` })?.data ?? []);
  return (claimId) => {
    const claim = claims.get(claimId);
    if (claim?.['status'] !== 'retracted') return null;
    return { reason: textOf(claim['retracted_reason']) };
  };
}

/** Published text, if it is some. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
