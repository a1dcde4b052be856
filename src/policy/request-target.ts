/**
 * The path of a request target (RFC 9112 §3.2) with dot segments resolved, percent-encoded and
 * without query; the target itself where it holds no path.
 */
export function toPathname(target: string): string {
  const url = target.startsWith('/') ? `http://host.invalid${target}` : target;
  try {
    // The URL Standard takes a backslash for a slash, which no server of ours does.
    return new URL(url.replaceAll('\\', '%5C')).pathname;
  } catch {
    return target;
  }
}
