import { parseUrl } from '../model/index.ts';
import { count } from './sentences.ts';
import type { World } from './world.ts';

/**
 * Warns if the environment names a proxy for a URL and the command does not use it. Node's `fetch` can use
 * proxies. `verify` has connections of its own, which cannot.
 *
 * @param places URLs; paths are ignored.
 */
export function warnOfProxies(
  command: 'build' | 'diff' | 'mcp' | 'review' | 'sync' | 'validate' | 'verify',
  places: readonly (string | undefined)[],
  { env, err, fetchAsksProxies }: World,
): void {
  const bypassed = new Map<string, Set<string>>();
  for (const place of places) {
    const url = /^https?:\/\//i.test(place ?? '') ? parseUrl(place ?? '') : null;
    const name = url === null ? undefined : proxyVariable(url, env);
    // Node does not read ALL_PROXY.
    const isAsked = command !== 'verify' && fetchAsksProxies && !/^all_/i.test(name ?? '');
    if (url === null || name === undefined || isAsked) continue;
    bypassed.set(name, (bypassed.get(name) ?? new Set()).add(url.hostname));
  }
  for (const [name, hosts] of bypassed) {
    const [first, ...others] = hosts;
    const more = others.length === 0 ? '' : ` and ${count(others.length, 'other host')}`;
    err(
      `${name} is set, but ${command} does not use this proxy: it connects to ${first}${more} directly.\n`,
    );
  }
}

/** The variable with the proxy for an address, as curl and others read them. */
function proxyVariable(url: URL, env: World['env']): string | undefined {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const { hostname } = url;
  const targets = [hostname, `${hostname}:${port}`, hostname.replace(/^\[|\]$/g, '')];
  const exceptions = (env['no_proxy'] || env['NO_PROXY'] || '').match(/[^\s,]+/g) ?? [];
  const isExcepted = exceptions
    .map((exception) => exception.toLowerCase().replace(/^\*?\./, ''))
    .some((name) => name === '*' || targets.some((to) => to === name || to.endsWith(`.${name}`)));
  const names = [`${url.protocol.slice(0, -1)}_proxy`, 'all_proxy'];
  return isExcepted
    ? undefined
    : names.flatMap((name) => [name, name.toUpperCase()]).find((name) => env[name]);
}
