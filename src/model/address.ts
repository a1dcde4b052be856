/** Where the API is below the published folder, and how its base address ends. */
export const API_PATH = '/api/v1';

/** The version every answer names: that of the contract, not of a release. */
export const API_VERSION = 'v1' as const;

const CREDENTIALS = /^([^:/?#]*:\/\/)[^/?#]*@/;

/** What is wrong with an address that has credentials. */
export const CREDENTIALS_PROBLEM = 'an address never carries a user name or password';

/** An address as messages may show it, which end up in logs: without a user name and a password. */
export function withoutCredentials(address: string): string {
  return address.replace(CREDENTIALS, '$1');
}

/**
 * Most addresses: a host that ends in letters, so that it is no IPv4 address, and a path without
 * escapes. Whether a label in Punycode (xn--) can be read is not for a pattern to say.
 */
const SURE = /^https?:\/\/(?:(?!xn--)[a-z0-9-]+\.)+(?!xn--)[a-z]+(?:\/[\w.~/-]*)?$/;

/** As name servers know it, or an IPv6 address; the URL Standard takes nearly any punctuation. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)$/;

/** What is wrong with an absolute http or https URL without credentials; null for nothing. */
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

/** What keeps an address from being a URI (RFC 3986, section 2), or from a CSV cell; null for nothing. */
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

/** In an address a comma may have a sign after it, as coordinates have; our CSV quotes such a cell. */
const FORMULA = /;["']*[=+\-@]|,["']*=/;

function nameOf(character: string): string {
  return /[\x21-\x7e]/.test(character)
    ? character
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The URI that an address was probably meant to be; null where percent-encoding makes none of it. */
export function percentEncoded(value: string): string | null {
  const [, start = '', host = '', path = '', fragment = ''] =
    /^([^/]*\/\/)(\[[^\]]*\][^/?#]*|[^/?#]*)([^#]*)(.*)$/u.exec(value) ?? [];
  const [, name = '', port = ''] = /^(.*?)((?::\d*)?)$/u.exec(host) ?? [];
  // A host beyond ASCII has a form of its own (RFC 3490), which the URL Standard gives.
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

/** What keeps others from being built on an address; null for nothing. */
export function rootProblem(value: string): string | null {
  const lack = lackOfRoot(value);
  return lack === null ? null : `other addresses are built on it, so it has no ${lack}`;
}

function lackOfRoot(value: string): string | null {
  if (/[?#]/.test(value)) return 'query and no fragment';
  // In a template, which the index and OpenAPI are full of, they stand around a variable.
  if (/[{}]/.test(value)) return 'braces';
  const [, , , ...parts] = withoutTrailingSlashes(value).split('/');
  return parts.some((part) => /^(?:\.|%2e){0,2}$/i.test(part))
    ? 'part of its path that is empty, "." or ".."'
    : null;
}

/** A loop, since the pattern `/+$` takes quadratic time where a run of slashes is not the end. */
export function withoutTrailingSlashes(value: string): string {
  let end = value.length;
  while (value[end - 1] === '/') end -= 1;
  return value.slice(0, end);
}
