import type { World } from './world.ts';

/**
 * Warns if the environment names a proxy for a URL and the command does not use it. Node's `fetch` can use
 * proxies. `verify` has connections of its own, which cannot.
 *
 * @param places URLs; paths are ignored.
 */
export function warnOfProxies(
  command: 'build' | 'diff' | 'sync' | 'validate' | 'verify',
  places: readonly (string | undefined)[],
  { env, err, fetchAsksProxies }: World,
): void {
  const sentences = places.map((place = '') => {
    if (!/^https?:\/\//i.test(place) || !URL.canParse(place)) return '';
    const url = new URL(place);
    const name = proxyVariable(url, env);
    // Node does not read ALL_PROXY.
    const isAsked = command !== 'verify' && fetchAsksProxies && !/^all_/i.test(name ?? '');
    return name === undefined || isAsked
      ? ''
      : `${name} is set, but ${command} does not use this proxy: it connects to ${url.hostname} directly.\n`;
  });
  for (const sentence of new Set(sentences)) if (sentence !== '') err(sentence);
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
