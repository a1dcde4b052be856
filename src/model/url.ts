import * as z from 'zod';
import { checked } from './problem.ts';

/** An absolute http or https URL without credentials. Kept as written. */
export const url = checked(z.string(), (value) => {
  const problem = urlProblem(value);
  return problem === null ? null : { rule: 'url', problem };
});

function urlProblem(value: string): string | null {
  if (/[\s\p{Cc}]/u.test(value)) return 'an address has no spaces or line breaks';
  if (value.includes('\\')) return 'an address has no backslashes';
  if (!/^https?:\/\/[^/?#]/i.test(value))
    return 'an address starts with http:// or https:// and a host';
  if (/^[^:]*:\/\/[^/?#]*@/.test(value)) return 'an address never carries a user name or password';
  return URL.canParse(value) ? null : 'it cannot be read as an address';
}

/** An address that others are built on: without query and fragment, trailing slashes taken off. */
export const addressRoot = checked(url, (value) =>
  /[?#]/.test(value)
    ? {
        rule: 'url',
        problem: 'other addresses are built on it, so it has no query and no fragment',
      }
    : null,
).transform(withoutTrailingSlashes);

/** A loop, since the pattern `/+$` takes quadratic time where a run of slashes is not the end. */
function withoutTrailingSlashes(value: string): string {
  let end = value.length;
  while (value[end - 1] === '/') end -= 1;
  return value.slice(0, end);
}
