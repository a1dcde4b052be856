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
    what: 'No answer has Last-Modified, and no condition goes by time: If-Modified-Since and If-Unmodified-Since are passed over. ETag is there, and so are its conditions.',
    why: 'Vercel documents no time of static files.',
    at: WITHOUT_TIMES,
  },
  {
    what: 'TRACE is answered by the platform: 405, but neither Allow nor CORS nor a document.',
    why: 'Middleware is given a Request, and the Fetch Standard has none with this method.',
    at: Object.fromEntries(PATHS.map((path) => [`TRACE ${path}`, PLATFORM_ANSWER])),
  },
];

export const LISTED: ListedHost = {
  heldBy:
    'The middleware itself over a build, and vercel.json in a simulation of the order that Vercel documents.',
  deviations: vercel,
};
