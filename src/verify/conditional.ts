import { judge, type Part } from './compare.ts';
import type { Answer, Request } from './exchange.ts';
import type { LiveApi, OwnValidators, Probe } from './group.ts';

/** The validators of an answer, as they were sent; empty where there are none. */
export function validatorsOf({ status, headers }: Answer): OwnValidators {
  const isThere = status === 200;
  return {
    etag: (isThere && headers['etag']) || '',
    lastModified: (isThere && headers['last-modified']) || '',
  };
}

/**
 * A probe that asks, and asks again with the validators it was given. Where the host gave none,
 * nothing is judged.
 *
 * @param condition Makes header fields of the validators; null without the one it needs.
 */
export function conditional<K extends string>(
  check: K,
  request: Request,
  parts: readonly Part[],
  live: LiveApi,
  condition: (own: OwnValidators) => Request['headers'] | null = ifNoneMatch,
): Probe<K> {
  return {
    checks: [check],
    run: async (client) => {
      const own = validatorsOf(await client.ask(request));
      const more = condition(own);
      if (more === null) return [];
      const again = { ...request, headers: { ...request.headers, ...more } };
      return [await judge(check, again, parts, live, client, own)];
    },
  };
}

export function ifNoneMatch({ etag }: OwnValidators): Request['headers'] | null {
  return etag === '' ? null : { 'If-None-Match': etag };
}

export function ifModifiedSince({ lastModified }: OwnValidators): Request['headers'] | null {
  return lastModified === '' ? null : { 'If-Modified-Since': lastModified };
}
