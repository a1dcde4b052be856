/**
 * The path of a request target (RFC 9112 §3.2) with dot segments resolved, percent-encoded and
 * without query; the target itself where it holds no path.
 */
export function toPathname(target: string): string {
  const url = target.startsWith('/') ? `http://host.invalid${target}` : target;
  try {
    return new URL(url).pathname;
  } catch {
    return target;
  }
}
