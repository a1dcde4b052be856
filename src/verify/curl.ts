import type { Request } from './exchange.ts';
import type { Deviation } from './group.ts';

/** What curl sends unasked, and so do the probes: a line need not repeat it. */
export const LIKE_CURL: Request['headers'] = { Accept: '*/*' };

/** A line for a POSIX shell that asks what was asked and shows what was seen. */
export function toCurl(baseUrl: string, { request, seenIn }: Deviation): string {
  const { method, path, headers } = request;
  const words = ['curl'];
  if (seenIn === 'the digest') words.push('-s');
  else words.push(method === 'HEAD' ? '-sI' : '-si');
  if (seenIn === 'the decoded body') words.push('--compressed');
  else if (isEncoded(headers['Accept-Encoding'])) words.push('-D', '-', '-o', '/dev/null');
  if (method !== 'GET' && method !== 'HEAD') words.push('-X', method);
  if (headers['Accept'] === undefined) words.push('-H', quote('Accept:'));
  for (const [name, value] of Object.entries(headers)) {
    if (LIKE_CURL[name] === value) continue;
    // A field without a value is written with a semicolon: with a colon, curl would leave it out.
    words.push('-H', quote(value === '' ? `${name};` : `${name}: ${value}`));
  }
  words.push(quote(baseUrl + path));
  if (seenIn === 'the digest') words.push('|', 'sha256sum');
  return words.join(' ');
}

/** Whether bytes may come that nobody wants on a terminal. */
function isEncoded(acceptEncoding: string | undefined): boolean {
  return acceptEncoding !== undefined && acceptEncoding !== 'identity';
}

/** POSIX Shell Command Language §2.2.2: all but the single quote stands for itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
