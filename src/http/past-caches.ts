/** Asks caches on the way for an answer as it is now (RFC 9111 §5.2.1.4). Not all of them heed it. */
export const PAST_CACHES = { 'cache-control': 'no-cache' };

/**
 * The same address under a name that no cache knows, since they keep answers under their address. One
 * that has a query of its own stays as it is.
 */
export function underNewName(address: string, name: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  if (url.search === '') url.search = new URLSearchParams(name).toString();
  return url.href;
}
