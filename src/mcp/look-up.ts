import type { AskOptions, Missing } from '../client/index.ts';
import { type Named, nearestNames, sameName } from './nearest-names.ts';
import type { Api } from './open-api.ts';
import { Refusal } from './tool.ts';

/**
 * Looks up something about an operator by its slug, id or name.
 *
 * @param ask Looks it up by slug or id.
 * @throws Refusal when there is no such operator, with the names of similar ones
 */
export async function aboutOperator<Found extends { readonly status: 200 }>(
  given: string,
  { client }: Api,
  options: AskOptions,
  ask: (name: string) => Promise<Found | Missing>,
): Promise<Found> {
  return find(
    given,
    ask,
    async () => {
      const { data } = await client.operators(options);
      return data.map(({ slug, name }) => ({ key: slug, name }));
    },
    { what: 'operator', rest: 'find_operators lists them.' },
  );
}

/**
 * Looks up a ranking by its slug, alias or title.
 *
 * @throws Refusal when there is none, with the names of all or of similar ones; or when it was removed
 */
export async function aboutCategory<Found extends { readonly status: 200 }>(
  given: string,
  { client, rankings }: Api,
  options: AskOptions,
  ask: (name: string) => Promise<Found | Missing>,
): Promise<Found> {
  return find(
    given,
    ask,
    async () => {
      const { data } = await client.categories(options);
      return data.flatMap(({ slug, title }) =>
        title === null ? [] : [{ key: slug, name: title }],
      );
    },
    { what: 'ranking', rest: allOf(rankings) },
  );
}

/**
 * Looks up a metric by its key or name.
 *
 * @throws Refusal when there is none, with the names of all or of similar ones
 */
export async function aboutMetric<Found extends { readonly status: 200 }>(
  given: string,
  { client, metrics }: Api,
  options: AskOptions,
  ask: (name: string) => Promise<Found | Missing>,
): Promise<Found> {
  return find(given, ask, async () => (await client.metrics(options)).data, {
    what: 'metric',
    rest: allOf(metrics),
  });
}

/**
 * Looks up a claim by its id.
 *
 * @throws Refusal when there is none, with similar ids
 */
export async function aboutClaim<Found extends { readonly status: 200 }>(
  given: string,
  { client }: Api,
  options: AskOptions,
  ask: (name: string) => Promise<Found | Missing>,
): Promise<Found> {
  return find(
    given,
    ask,
    async () => {
      const { data } = await client.claims(options);
      return data.map(({ claim_id, operator_slug }) => ({ key: claim_id, name: operator_slug }));
    },
    { what: 'claim', rest: 'get_operator gives the claims about an operator.' },
  );
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

async function find<Found extends { readonly status: 200 }>(
  given: string,
  ask: (name: string) => Promise<Found | Missing>,
  list: () => Promise<readonly Named[]>,
  { what, rest }: { readonly what: string; readonly rest: string },
): Promise<Found> {
  const answer = await ask(given.trim().toLowerCase().replace(/\s+/g, '-'));
  if (answer.status === 200) return answer;
  if (answer.status === 410) throw new Refusal(removed(given, what, answer, rest));
  const known = await list();
  const same = sameName(given, known);
  const found = same === undefined ? null : await ask(same.key);
  if (found?.status === 200) return found;
  throw unknown(what, given, known, rest);
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
