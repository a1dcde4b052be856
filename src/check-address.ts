import { EnvironmentError } from './diagnostics/index.ts';
import { baseUrl, CREDENTIALS_PROBLEM, siteUrl, withoutCredentials } from './model/index.ts';

const SCHEMAS = { baseUrl, siteUrl };
const WANTED = {
  baseUrl: 'an absolute http(s) address whose path ends in /api/v1',
  siteUrl: 'an absolute http(s) address',
};

/**
 * Validates an address in an option of a command or of the library.
 *
 * @param where The option, as in "option --base-url".
 * @returns The address without trailing slashes.
 * @throws EnvironmentError when it is invalid
 */
export function checkAddress(value: string, kind: keyof typeof SCHEMAS, where: string): string {
  const { data: address } = SCHEMAS[kind].safeParse(value);
  if (address !== undefined) return address;
  const shown = withoutCredentials(value);
  const problem = shown === value ? `it has to be ${WANTED[kind]}` : CREDENTIALS_PROBLEM;
  throw new EnvironmentError(`Cannot use ${JSON.stringify(shown)} for ${where}: ${problem}`);
}
