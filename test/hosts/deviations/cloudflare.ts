import { DEFAULT_SERVING, plan, toPathname } from '../../../src/policy/index.ts';
import type { AllowedDeviation, HostRequest, ListedHost } from '../../doors/check-host.ts';
import { REQUESTS } from '../requests.ts';
import { isPublished } from './published.ts';

const JSON_BODY = '{"meta":{"operator":"Anchor","generated_at":"2026-11-15T1... (714 bytes)';
const LIST_BODY = '{"meta":{"total":2,"generated_at":"2026-11-15T12:00:00Z",... (812 bytes)';
const CSV_BODY = 'id,slug,name,license_jurisdiction,kyc_level,kyc_threshold... (392 bytes)';

/** What is neither 412 nor 416: errors need no time. The tag that has to match is that of the JSON. */
const REFUSED =
  /\((?:must match another.*|unmodified since earlier|beyond the end)\)$|text\/csv \(must match the tag.*\)$/;

/** What every answer lacks, and how conditions are answered, where files have no times. */
export const WITHOUT_TIMES: AllowedDeviation['at'] = {
  ...Object.fromEntries(
    REQUESTS.filter(isAnswered).map(({ name }) => [name, { 'last-modified': '' }]),
  ),
  ...sentAtAnyTime('GET /operators/anchor', 'application/json', JSON_BODY),
  ...sentAtAnyTime('GET /operators/anchor.json', 'application/json', JSON_BODY),
  ...sentAtAnyTime('HEAD /operators/anchor', 'application/json', null),
  ...sentAtAnyTime(
    'GET /operators/anchor accept: text/csv',
    'charset=utf-8, header=present, text/csv',
    CSV_BODY,
  ),
  ...Object.fromEntries(
    ['if-match', 'if-unmodified-since'].map((first) => [
      `GET /operators (${first} and if-modified-since)`,
      { status: '200', 'content-type': 'application/json', 'last-modified': '', body: LIST_BODY },
    ]),
  ),
};

/** A single one, since the Worker is the policy itself. */
export const cloudflare: readonly AllowedDeviation[] = [
  {
    what: 'No response has Last-Modified. If-Modified-Since and If-Unmodified-Since are ignored. ETag and its conditions work.',
    why: 'Assets have no modification time. The manifest has it, but a Worker would have to read the manifest for every response.',
    at: WITHOUT_TIMES,
  },
];

/** Whether a published file is what a request finds. */
function isAnswered({ name, method, path, isAbsolute, headers }: HostRequest): boolean {
  const pathname = toPathname(isAbsolute ? path : DEFAULT_SERVING.publicPath + path);
  const accept = [headers['accept'] ?? []].flat().join(', ');
  const planned = plan({ method, pathname, accept }, DEFAULT_SERVING);
  const [first] = planned.kind === 'files' ? planned.candidates : [];
  return first?.status === 200 && isPublished(`/${first.file}`) && !REFUSED.test(name);
}

/** A request about the operator Anchor, whatever time it is conditional on. */
function sentAtAnyTime(request: string, type: string, body: string | null): AllowedDeviation['at'] {
  const answer = { status: '200', 'content-type': type, ...(body !== null && { body }) };
  const length = request.includes('csv') ? '392' : '714';
  return {
    [`${request} (the time)`]: { ...answer, 'last-modified': '' },
    [`${request} (unmodified since earlier)`]: { ...answer, 'content-length': length },
  };
}

export const LISTED: ListedHost = {
  heldBy: 'workerd, through Miniflare, with the generated Worker and wrangler.jsonc.',
  deviations: cloudflare,
};
