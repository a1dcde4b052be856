import type { AllowedDeviation } from '../../doors/check-host.ts';

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
    what: 'TRACE is answered by the platform: 405, but neither Allow nor CORS nor a document.',
    why: 'Middleware is given a Request, and the Fetch Standard has none with this method.',
    at: Object.fromEntries(PATHS.map((path) => [`TRACE ${path}`, PLATFORM_ANSWER])),
  },
];
