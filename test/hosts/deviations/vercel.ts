import type { AllowedDeviation, ListedHost } from '../../doors/check-host.ts';
import { WITHOUT_TIMES } from './cloudflare.ts';

const PLATFORM_ANSWER = {
  'content-type': '',
  'cache-control': '',
  'access-control-allow-origin': '',
  'access-control-expose-headers': '',
  'x-content-type-options': '',
  allow: '',
  link: '',
  vary: '',
  etag: '',
  body: '',
};

const PATHS = [
  '/operators',
  '/operators/anchor.csv',
  '/operators/nobody',
  '/best/fastest',
  '/nowhere',
];

export const vercel: readonly AllowedDeviation[] = [
  {
    what: 'No response has Last-Modified. If-Modified-Since and If-Unmodified-Since are ignored. ETag and its conditions work.',
    why: 'Vercel documents no modification times of static files.',
    at: WITHOUT_TIMES,
  },
  {
    what: 'The platform answers TRACE: 405, without Allow, CORS headers or a problem document.',
    why: 'Middleware receives a Request, and the Fetch Standard has no Request with this method.',
    at: Object.fromEntries(PATHS.map((path) => [`TRACE ${path}`, PLATFORM_ANSWER])),
  },
];

export const LISTED: ListedHost = {
  heldBy:
    'The middleware and vercel.json, with a build, in a simulation of the order that Vercel documents.',
  deviations: vercel,
};
