import { DEFAULT_SERVING, toPathname } from '../../../src/policy/index.ts';
import type { AllowedDeviation, HostRequest, ListedHost } from '../../doors/check-host.ts';
import { LICENSE_LINK } from '../ending.ts';
import { REQUESTS } from '../requests.ts';
import { isPublished, RESOURCES, SUFFIX } from './published.ts';

/** What Netlify does otherwise where the API stands at a path, and every answer links to something. */
export function netlifyAt(
  publicPath: string,
  commonLinks = LICENSE_LINK,
): readonly AllowedDeviation[] {
  return [
    ...EVERYWHERE,
    {
      what: 'Responses about one operator, category or claim that are served without code do not link to their other format.',
      why: 'A header rule cannot use the path that it matched.',
      at: where(
        (request) =>
          (isResource(request) || isFile(request)) &&
          kindOf(request) !== undefined &&
          !runsCode(request),
        (request) => ({ link: [commonLinks, describedIn(request, publicPath)].join(', ') }),
      ),
    },
  ];
}

/** How the table is called that an address has, where there are many of its kind. */
function kindOf(request: HostRequest): string | undefined {
  const [, kind] =
    [
      [/^\/operators\/[^/.]+$/, 'operator'],
      [/^\/operators\/[^/]+\/facts$/, 'facts'],
      [/^\/best\/[^/.]+$/, 'ranking'],
      [/^\/claims\//, 'claim'],
    ].find(([pattern]) => (pattern as RegExp).test(pathOf(request).replace(SUFFIX, ''))) ?? [];
  return kind as string | undefined;
}

function describedIn(request: HostRequest, publicPath: string): string {
  const [folder, type] = pathOf(request).endsWith('.csv')
    ? ['csvw', 'application/csvm+json']
    : ['schemas', 'application/schema+json'];
  return `<${publicPath}/${folder}/${kindOf(request)}.json>; rel="describedby"; type="${type}"`;
}

const EVERYWHERE: readonly AllowedDeviation[] = [
  {
    what: 'JSON that is served without code at a URL without a suffix has no Content-Location.',
    why: 'A header rule cannot use the path that it matched. A rule for each URL would make netlify.toml depend on the data.',
    at: where(
      (request) => isResource(request) && !runsCode(request),
      () => ({ 'content-location': '' }),
    ),
  },
  {
    what: 'URLs with a suffix, the manifest and the problem documents have Vary: Accept.',
    why: 'A header rule applies to a file. The same file is sent for the URLs whose format depends on Accept.',
    at: where(
      (request) => isFile(request) && !runsCode(request),
      () => ({ vary: 'accept' }),
    ),
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
  const given = Object.entries(condition?.({ json: own, csv: own }) ?? {});
  const isConditional = given.some(([name, value]) => name.startsWith('if-') && value !== '');
  const isPlain = !isConditional && headers['range'] === undefined;
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
  const isNegotiated =
    path === '' ||
    /^\/(index|metrics|categories|facts|operators(\/[^/]+(\/facts)?)?|best\/[^/]+|claims(\/[^/]+)?)$/.test(
      path,
    );
  return isWanted && isNegotiated && !SUFFIX.test(path) && !path.endsWith('.md');
}

/** Repeated slashes and what is encoded are read by code, and so not here. */
function isResource(request: HostRequest): boolean {
  return RESOURCES.test(pathOf(request));
}

function isFile(request: HostRequest): boolean {
  return isPublished(pathOf(request));
}

/** Below the path of the API, as URL parsers read it; elsewhere the whole path. */
function pathOf({ path, isAbsolute }: HostRequest): string {
  const { publicPath } = DEFAULT_SERVING;
  const pathname = toPathname(isAbsolute ? path : publicPath + path);
  return pathname.startsWith(publicPath) ? pathname.slice(publicPath.length) : pathname;
}

function where(
  applies: (request: HostRequest) => boolean,
  answered: (request: HostRequest) => Readonly<Record<string, string>>,
): AllowedDeviation['at'] {
  const documented = REQUESTS.filter((request) => !isUndocumented(request));
  return Object.fromEntries(
    documented.filter(applies).map((request) => [request.name, answered(request)]),
  );
}

export const netlify: readonly AllowedDeviation[] = netlifyAt(DEFAULT_SERVING.publicPath);

export const LISTED: ListedHost = {
  heldBy:
    'The edge function and netlify.toml, read by Netlify’s own parser, with a build, in a simulation of the order that Netlify documents.',
  deviations: netlify,
};
