import {
  DEFAULT_SERVING,
  ORIGIN_DOCUMENTS,
  pageHeaders,
  toPathname,
} from '../../../src/policy/index.ts';
import { wantsHtml } from '../../../src/policy/negotiate.ts';
import type { AllowedDeviation, HostRequest, ListedHost } from '../../doors/check-host.ts';
import { LICENSE_LINK } from '../ending.ts';
import { REQUESTS } from '../requests.ts';
import { isPage, isPublished, RESOURCES, SUFFIX } from './published.ts';

/** Files for which the function does not run, beside the API. */
const ASSET = /^beside:.*\.(css|js|svg|png|xml|txt)$/;

/** The page that publish-documents.ts puts there. */
const NOT_FOUND = '<!doctype html><title>Page not found</title>\n';

/** What Netlify does otherwise where the API stands at a path, and every answer links to something. */
export function netlifyAt(
  publicPath: string,
  commonLinks = LICENSE_LINK,
): readonly AllowedDeviation[] {
  return [
    ...EVERYWHERE,
    // Elsewhere, what the table asks for at the root is no page.
    ...(publicPath === DEFAULT_SERVING.publicPath ? BESIDE : []),
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

/** What differs beside the API. */
export const BESIDE: readonly AllowedDeviation[] = [
  {
    what: 'Pages, and files that pages load, have Vary: Accept.',
    why: 'The header rule for every file has it, and a later rule cannot remove it.',
    at: where(
      (request) => isPageRequest(request) && !runsCode(request),
      () => ({ vary: 'accept' }),
    ),
  },
  {
    what: 'An unknown address beside the API with the suffix of a style, script or picture is 404 with the HTML page for programs too.',
    why: 'The edge function does not run for these suffixes, so that a page costs no invocation, and a rule cannot depend on Accept.',
    at: where(
      (request) =>
        ASSET.test(pathOf(request)) &&
        !isPageRequest(request) &&
        !runsCode(request) &&
        !wantsHtml(acceptOf(request)),
      ({ method }) => ({
        'content-type': 'charset=utf-8, text/html',
        'content-security-policy': pageHeaders('pages/404.html')['Content-Security-Policy'] ?? '',
        'content-length': String(NOT_FOUND.length),
        ...(method === 'GET' && { body: NOT_FOUND }),
      }),
    ),
  },
];

function isPageRequest(request: HostRequest): boolean {
  const [, address] = /^beside:(.*)$/.exec(pathOf(request)) ?? [];
  return address !== undefined && isPage(address);
}

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
  const { method } = request;
  const path = pathOf(request);
  if (method !== 'GET' && method !== 'HEAD') return true;
  const [, address = path] = /^beside:(.*)$/.exec(path) ?? [];
  if (/^\/best\/fastest(\.\w+)?$/.test(address)) return true;
  if (/\/\/|[^a-z0-9/._-]|.\/$/.test(address)) return true;
  const accept = acceptOf(request);
  if (address !== path) {
    if (/\.html$|^\/(index|404)$/.test(address)) return true;
    return !ASSET.test(path) && !/^text\/html(?!; ?q=0)/i.test(accept);
  }
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

function acceptOf({ headers }: HostRequest): string {
  return [headers['accept'] ?? ''].flat().join(', ');
}

/**
 * Below the path of the API, as URL parsers read it; the whole path of documents at the origin; else
 * the path beside the API, marked as such.
 */
function pathOf({ path, isAbsolute }: HostRequest): string {
  const { publicPath } = DEFAULT_SERVING;
  const pathname = toPathname(isAbsolute ? path : publicPath + path);
  if (pathname.startsWith(publicPath)) return pathname.slice(publicPath.length);
  const isAtOrigin = ORIGIN_DOCUMENTS.some((one) => one.pathname === pathname);
  return isAtOrigin ? pathname : `beside:${pathname}`;
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
