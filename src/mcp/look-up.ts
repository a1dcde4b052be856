import type { AskOptions, Missing } from '../client/index.ts';
import { type Named, nearestNames, sameName } from './nearest-names.ts';
import type { Api } from './open-api.ts';
import { Refusal } from './tool.ts';

/** What can be looked up by name: everything there is, and where to find it. */
const KINDS = {
  /** By slug, id or name. */
  operator: {
    list: async ({ client }: Api, options: AskOptions): Promise<readonly Named[]> =>
      (await client.operators(options)).data.map(({ slug, name }) => ({ key: slug, name })),
    rest: () => 'find_operators lists them.',
  },
  /** By slug, alias or title. */
  ranking: {
    list: async ({ client }: Api, options: AskOptions): Promise<readonly Named[]> =>
      (await client.categories(options)).data.flatMap(({ slug, title }) =>
        title === null ? [] : [{ key: slug, name: title }],
      ),
    rest: ({ rankings }: Api) => allOf(rankings),
  },
  /** By key or name. */
  metric: {
    list: async ({ client }: Api, options: AskOptions): Promise<readonly Named[]> =>
      (await client.metrics(options)).data,
    rest: ({ metrics }: Api) => allOf(metrics),
  },
  /** By id. */
  claim: {
    list: async ({ client }: Api, options: AskOptions): Promise<readonly Named[]> =>
      (await client.claims(options)).data.map(({ claim_id, operator_slug }) => ({
        key: claim_id,
        name: operator_slug,
      })),
    rest: () => 'get_operator gives the claims about an operator.',
  },
};

/**
 * Looks up something by what people call it.
 *
 * @param ask Looks it up by its key.
 * @throws Refusal when there is none, with the names of all or of similar ones; or when it was removed
 */
export async function lookUp<Found extends { readonly status: 200 }>(
  kind: keyof typeof KINDS,
  given: string,
  api: Api,
  options: AskOptions,
  ask: (name: string) => Promise<Found | Missing>,
): Promise<Found> {
  const { list, rest } = KINDS[kind];
  const answer = await ask(given.trim().toLowerCase().replace(/\s+/g, '-'));
  if (answer.status === 200) return answer;
  if (answer.status === 410) throw new Refusal(removed(given, kind, answer, rest(api)));
  const known = await list(api, options);
  const same = sameName(given, known);
  const found = same === undefined ? null : await ask(same.key);
  if (found?.status === 200) return found;
  throw unknown(kind, given, known, rest(api));
}

/**
 * The keys of metrics that were asked for by key or name.
 *
 * @param present Keys that exist, for which the dictionary need not be read.
 * @throws Refusal when there is no such metric
 */
export async function requireMetrics(
  given: readonly string[],
  present: ReadonlySet<string>,
  { client, metrics }: Api,
  options: AskOptions,
): Promise<readonly string[]> {
  if (given.every((metric) => present.has(metric))) return given;
  const { data } = await client.metrics(options);
  return given.map((metric) => {
    const known = sameName(metric, data);
    if (known === undefined) throw unknown('metric', metric, data, allOf(metrics));
    return known.key;
  });
}

const MOST_LISTED = 40;

function allOf(names: readonly string[]): string {
  if (names.length === 0) return 'There are none.';
  const first = names.slice(0, MOST_LISTED).join(', ');
  return names.length > MOST_LISTED ? `The first of all: ${first}.` : `All: ${first}.`;
}

/** A refusal that names what was likely meant: "harbour-nine (Harbour Nine), …" */
export function unknown(what: string, given: string, known: readonly Named[], rest: string) {
  const nearest = nearestNames(given, known).map(({ key, name }) => `${key} (${name})`);
  const names = nearest.length === 0 ? '' : ` Nearest: ${nearest.join(', ')}.`;
  return new Refusal(`There is no ${what} "${given}".${names} ${rest}`);
}

function removed(given: string, what: string, { problem }: Missing, rest: string): string {
  const why = problem.detail === undefined ? '' : ` ${problem.detail}`;
  return `The ${what} "${given}" was removed.${why} ${rest}`;
}
