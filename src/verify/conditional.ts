import { compare, type Part } from './compare.ts';
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
 * Makes probes that ask, and ask again with the validators they were given. Where the host gave none,
 * nothing is judged.
 */
export function conditional(parts: readonly Part[], { expect }: LiveApi) {
  /** @param condition Makes header fields of the validators; null without the one it needs. */
  return <K extends string>(
    check: K,
    request: Request,
    condition: (own: OwnValidators) => Request['headers'] | null = ifNoneMatch,
  ): Probe<K> => ({
    checks: [check],
    run: async (client) => {
      const own = validatorsOf(await client.ask(request));
      const more = condition(own);
      if (more === null) return [];
      const again = { ...request, headers: { ...request.headers, ...more } };
      const answer = await client.ask(again);
      return [{ check, deviations: compare(again, answer, expect(again, own), parts) }];
    },
  });
}

export function ifNoneMatch({ etag }: OwnValidators): Request['headers'] | null {
  return etag === '' ? null : { 'If-None-Match': etag };
}

export function ifModifiedSince({ lastModified }: OwnValidators): Request['headers'] | null {
  return lastModified === '' ? null : { 'If-Modified-Since': lastModified };
}
