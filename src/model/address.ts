/** The path of the API below the published folder, and the end of its base URL. */
export const API_PATH = '/api/v1';

/** The version in every response: that of the contract, not of a release. */
export const API_VERSION = 'v1' as const;

const CREDENTIALS = /^([^:/?#]*:\/\/)[^/?#]*@/;

/** The problem of a URL with credentials. */
export const CREDENTIALS_PROBLEM = 'an address never carries a user name or password';

/** A URL without user name and password, for messages, which may end up in logs. */
export function withoutCredentials(address: string): string {
  return address.replace(CREDENTIALS, '$1');
}

/**
 * Matches most valid URLs: the host ends in letters, so it is not an IPv4 address, and the path has no
 * escapes. Labels in Punycode (xn--) are excluded, because a pattern cannot validate them.
 */
const SURE = /^https?:\/\/(?:(?!xn--)[a-z0-9-]+\.)+(?!xn--)[a-z]+(?:\/[\w.~/-]*)?$/;

/** A host name of DNS, or an IPv6 address. The URL Standard accepts nearly any punctuation. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)$/;

/** The problem of a value that must be an absolute http(s) URL without credentials; null if it is one. */
export function urlProblem(value: string): string | null {
  if (SURE.test(value)) return null;
  if (/[\s\p{Cc}]/u.test(value)) return 'an address has no spaces or line breaks';
  if (value.includes('\\')) return 'an address has no backslashes';
  if (!/^https?:\/\/[^/?#]/i.test(value))
    return 'an address starts with http:// or https:// and a host';
  if (/^https?:\/\/https?(?::|\/\/)/i.test(value))
    return 'an address starts with http:// or https:// once';
  if (CREDENTIALS.test(value)) return CREDENTIALS_PROBLEM;
  const host = parseUrl(value)?.hostname;
  if (host === undefined) return 'it cannot be read as an address';
  if (!HOST.test(host)) {
    return 'the name of a host has only letters, digits, hyphens and underscores, with single dots between';
  }
  return uriProblem(value);
}

/**
 * Host names and addresses that mean something else on every network: RFC 6761 and 6762 (names), RFC 1122,
 * 1918, 3927, 6598 (IPv4), RFC 4193 and 4291 (IPv6).
 */
const PRIVATE_HOST = new RegExp(
  [
    '^(?:.*\\.)?(?:localhost|local|internal|home\\.arpa)\\.?$',
    '^(?:0|10|127)\\.|^169\\.254\\.|^192\\.168\\.|^172\\.(?:1[6-9]|2\\d|3[01])\\.',
    '^100\\.(?:6[4-9]|[7-9]\\d|1[01]\\d|12[0-7])\\.',
    '^\\[(?:::1?\\]|::ffff:|f[cd]|fe[89ab])',
    '^[^.[\\]]+$',
  ].join('|'),
);

/** The problem of a value that must be a URL that anybody can open; null if it is one. */
export function evidenceProblem(value: string): string | null {
  const problem = urlProblem(value);
  if (problem !== null) return problem;
  const host = parseUrl(value)?.hostname ?? '';
  return PRIVATE_HOST.test(host)
    ? `nobody else can open it, because ${host} is an address of your own machine or network`
    : null;
}

/** The problem of a URL template (RFC 6570) of operators' pages; null if there is none. */
export function templateProblem(value: string): string | null {
  const filled = fillTemplate(value, { slug: 'a', id: 1 });
  if (/[{}]/.test(filled)) return 'only {slug} and {id} are replaced';
  if (filled === value) return 'it has {slug} or {id} where operators differ';
  return urlProblem(filled);
}

/** A URL template with the slug and the id of an operator. */
export function fillTemplate(
  template: string,
  { slug, id }: { readonly slug: string; readonly id: number },
): string {
  return template.replaceAll('{slug}', slug).replaceAll('{id}', String(id));
}

/** Why a URL is not a URI (RFC 3986, section 2), or not safe in a CSV cell; null if it is both. */
function uriProblem(value: string): string | null {
  const [foreign] = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]/u.exec(value) ?? [];
  if (foreign !== undefined) {
    return `an address has the character ${nameOf(foreign)} only percent-encoded`;
  }
  if (/%(?![\dA-Fa-f]{2})/.test(value)) {
    return 'an address has % only before two hexadecimal digits (write %25 for the sign itself)';
  }
  const [, path = '', fragment = ''] = /^[^/]*\/\/[^/?#]*([^#]*)#?(.*)$/.exec(value) ?? [];
  if (/[[\]]/.test(path + fragment)) {
    return 'an address has brackets only percent-encoded (%5B and %5D), except around an IPv6 address';
  }
  if (fragment.includes('#')) return 'an address has # once (write %23 for the sign itself)';
  return FORMULA.test(value)
    ? 'a spreadsheet could take ; or , in it for a separator, and run what follows as a formula (percent-encode the sign that follows: %3D for =, %2B for +, %2D for -, %40 for @)'
    : null;
}

/** A comma with a sign after it is allowed, as in coordinates: the CSV writer quotes such a cell. */
const FORMULA = /;["']*[=+\-@]|,["']*=/;

function nameOf(character: string): string {
  return /[\x21-\x7e]/.test(character)
    ? character
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The percent-encoded form of a URL; null if that is not a valid URI. */
export function percentEncoded(value: string): string | null {
  const [, start = '', host = '', path = '', fragment = ''] =
    /^([^/]*\/\/)(\[[^\]]*\][^/?#]*|[^/?#]*)([^#]*)(.*)$/u.exec(value) ?? [];
  const [, name = '', port = ''] = /^(.*?)((?::\d*)?)$/u.exec(host) ?? [];
  // The URL Standard converts a host with other than ASCII characters (RFC 3490).
  const ascii = /^[\x21-\x7e]*$/.test(name) ? name : parseUrl(`https://${name}/`)?.hostname;
  const encode = (text: string) =>
    text
      .replace(/\p{Cs}/gu, '')
      .replace(/[^\w\-.~:/?#@!$&'()*+,;=%]|%(?![\dA-Fa-f]{2})/gu, encodeURIComponent)
      .replace(/(?<=;["']*)[=+\-@]|(?<=,["']*)=/g, percentCode);
  const hash = fragment.slice(0, 1) + encode(fragment.slice(1)).replaceAll('#', '%23');
  const encoded = `${start}${ascii ?? ''}${port}${encode(path)}${hash}`;
  return encoded !== value && urlProblem(encoded) === null ? encoded : null;
}

function percentCode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * An address as the URL Standard reads it; null where it is none. Not by `URL.canParse`, which on
 * Node 20 calls `https://bücher.example` no address once it was asked some thousand times.
 */
export function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** Why a URL cannot be a base of other URLs; null if it can. */
export function rootProblem(value: string): string | null {
  const lack = lackOfRoot(value);
  return lack === null ? null : `other addresses are built on it, so it has no ${lack}`;
}

function lackOfRoot(value: string): string | null {
  if (/[?#]/.test(value)) return 'query and no fragment';
  // In the URI templates of the index and of OpenAPI, they enclose a variable.
  if (/[{}]/.test(value)) return 'braces';
  const [, , , ...parts] = withoutTrailingSlashes(value).split('/');
  return parts.some((part) => /^(?:\.|%2e){0,2}$/i.test(part))
    ? 'part of its path that is empty, "." or ".."'
    : null;
}

/** A loop: the pattern `/+$` takes quadratic time if slashes are followed by other characters. */
export function withoutTrailingSlashes(value: string): string {
  let end = value.length;
  while (value[end - 1] === '/') end -= 1;
  return value.slice(0, end);
}
