import { EnvironmentError } from './diagnostics/index.ts';
import { baseUrl, CREDENTIALS_PROBLEM, siteUrl, withoutCredentials } from './model/index.ts';

const SCHEMAS = { baseUrl, siteUrl };
const WANTED = {
  baseUrl: 'an absolute http(s) address whose path ends in /api/v1',
  siteUrl: 'an absolute http(s) address',
};

/**
 * Reads an address that a command or a program was called with.
 *
 * @param where What of the call it is, as in "option --base-url".
 * @returns It without slashes at its end.
 * @throws EnvironmentError when it is none
 */
export function checkAddress(value: string, kind: keyof typeof SCHEMAS, where: string): string {
  const { data: address } = SCHEMAS[kind].safeParse(value);
  if (address !== undefined) return address;
  const shown = withoutCredentials(value);
  const problem = shown === value ? `it has to be ${WANTED[kind]}` : CREDENTIALS_PROBLEM;
  throw new EnvironmentError(`Cannot use ${JSON.stringify(shown)} for ${where}: ${problem}`);
}
