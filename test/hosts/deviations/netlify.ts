import { DEFAULT_SERVING, toPathname } from '../../../src/policy/index.ts';
import type { AllowedDeviation } from '../../doors/check-host.ts';
import { type HostRequest, REQUESTS } from '../requests.ts';

/** What the table asks for and finds in the tiny dataset. */
const RESOURCES =
  /^\/(operators|operators\/(anchor|7)|operators\/(anchor|3)\/facts|best\/(cheapest|lowest-withdrawal-fee))$/;
const SUFFIX = /\.(json|csv)$/;
const FILES = /^\/(manifest|problems\/(unknown-path|removed-category\/fastest))\.json$/;

export const netlify: readonly AllowedDeviation[] = [
  {
    what: 'JSON that is served without code at an address without a suffix has no Content-Location.',
    why: 'A header rule cannot use what its path matched, and a rule for each address would make netlify.toml change with the data.',
    at: where((request) => isResource(request) && !runsCode(request), { 'content-location': '' }),
  },
  {
    what: 'Addresses with a suffix, the manifest and the problem documents vary by Accept.',
    why: 'Header rules go by the file, and the same file answers where the form depends on Accept.',
    at: where((request) => isFile(request) && !runsCode(request), { vary: 'accept' }),
  },
];

/**
 * Whether Netlify's documentation does not say what happens: methods that edge functions cannot be
 * declared for, and conditions and ranges of what is served without code.
 */
export function isUndocumented(request: HostRequest): boolean {
  const { method, headers, condition } = request;
  if (method === 'TRACE' || method === 'PURGE') return true;
  const own = { etag: '"a"', lastModified: '' };
  const conditions = Object.values(condition?.({ json: own, csv: own }) ?? {});
  const isPlain = conditions.every((value) => value === '') && headers['range'] === undefined;
  return !isPlain && !runsCode(request);
}

/** Whether the edge function is there for a request, as the contract needs it. */
function runsCode(request: HostRequest): boolean {
  const { method, headers } = request;
  const path = pathOf(request);
  if (method !== 'GET' && method !== 'HEAD') return true;
  if (/^\/best\/fastest(\.\w+)?$/.test(path) || /\/\/|[^a-z0-9/._-]|.\/$/.test(path)) return true;
  const accept = [headers['accept'] ?? ''].flat().join(', ');
  const isWanted = /text\/(csv|\*)|application\/json;q=.*\*\/\*/i.test(accept);
  const isNegotiated = /^\/(operators(\/[^/]+(\/facts)?)?|best\/[^/]+)$/.test(path);
  return isWanted && isNegotiated && !SUFFIX.test(path);
}

/** Repeated slashes and what is encoded are read by code, and so not here. */
function isResource(request: HostRequest): boolean {
  return RESOURCES.test(pathOf(request));
}

function isFile(request: HostRequest): boolean {
  const path = pathOf(request);
  return FILES.test(path) || (SUFFIX.test(path) && RESOURCES.test(path.replace(SUFFIX, '')));
}

/** Below the path of the API, as URL parsers read it; elsewhere the whole path. */
function pathOf({ path, isAbsolute }: HostRequest): string {
  const { publicPath } = DEFAULT_SERVING;
  const pathname = toPathname(isAbsolute ? path : publicPath + path);
  return pathname.startsWith(publicPath) ? pathname.slice(publicPath.length) : pathname;
}

function where(
  applies: (request: HostRequest) => boolean,
  answered: Readonly<Record<string, string>>,
): AllowedDeviation['at'] {
  const documented = REQUESTS.filter((request) => !isUndocumented(request));
  return Object.fromEntries(documented.filter(applies).map(({ name }) => [name, answered]));
}
