import { type Deprecation, momentOf } from '../model/index.ts';
import { globPattern } from '../represent/index.ts';
import { ALLOWED_METHODS } from '../resources/index.ts';
import type { Serving } from './serving.ts';

/** Header fields in the order they are sent, with the names as they are written. */
export type Headers = { readonly [name: string]: string };

/** How long a browser may remember a preflight, in seconds. */
const PREFLIGHT_MAX_AGE = 86_400;

/** The headers of every response: caching, CORS for everyone (Fetch Standard §3.3), no sniffing. */
export function commonHeaders({ maxAge, deprecation }: Serving): Headers {
  const announced = deprecation === null ? {} : announce(deprecation);
  const exposed = ['ETag', 'Link', 'Last-Modified', ...Object.keys(announced)];
  return {
    'Cache-Control': `public, max-age=${maxAge}`,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposed.join(', '),
    'X-Content-Type-Options': 'nosniff',
    ...announced,
  };
}

/** The deprecation as a structured date (RFC 9745 §2.1), and its end as an HTTP date (RFC 8594 §3). */
function announce({ since, sunset }: Deprecation): Headers {
  return {
    Deprecation: `@${Math.floor(momentOf(since) / 1000)}`,
    ...(sunset !== null && { Sunset: new Date(momentOf(sunset)).toUTCString() }),
  };
}

/**
 * What pages may load (Content Security Policy Level 3), by the path of their file: only from their own
 * origin, without inline scripts. The first pattern that matches counts; an asterisk matches any text.
 */
export const CONTENT_SECURITY_POLICIES = {
  // Other sites may embed them.
  'pages/embed/*.html': securityPolicy({ 'frame-ancestors': '*' }),
  // Swagger UI sets styles in attributes.
  'pages/docs/console.html': securityPolicy({ 'style-src': "'self' 'unsafe-inline'" }),
  'pages/*.html': securityPolicy({}),
  // A chart that is opened by itself has its styles in it.
  'pages/*.svg': "default-src 'none'; style-src 'unsafe-inline'",
} as const;

function securityPolicy(changes: Readonly<Record<string, string>>): string {
  const directives = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'frame-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'self'",
    ...changes,
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}

const POLICIES = Object.entries(CONTENT_SECURITY_POLICIES).map(([glob, policy]) => ({
  pattern: new RegExp(`^${globPattern(glob)}$`),
  policy,
}));

/** The headers of a file that only pages have. */
export function pageHeaders(file: string): Headers {
  const found = POLICIES.find(({ pattern }) => pattern.test(file));
  return found === undefined ? {} : { 'Content-Security-Policy': found.policy };
}

/** The header of responses that depend on the Accept header, including errors. */
export const VARY: Headers = { Vary: 'Accept' };

export const ALLOW: Headers = { Allow: ALLOWED_METHODS.join(', ') };

/** The headers of a response to a preflight. Any request header is allowed, since none is harmful. */
export const PREFLIGHT_HEADERS: Headers = {
  ...ALLOW,
  'Access-Control-Allow-Methods': ALLOWED_METHODS.join(', '),
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': String(PREFLIGHT_MAX_AGE),
};
