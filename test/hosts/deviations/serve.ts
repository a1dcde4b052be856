import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plan, toPathname } from '../../../src/policy/index.ts';
import { DEFAULT_SERVING } from '../../../src/policy/serving.ts';
import type {
  AllowedDeviation,
  Deviation,
  HostRequest,
  ListedHost,
} from '../../doors/check-host.ts';
import { repository } from '../../doors/repository.ts';
import { REQUESTS } from '../requests.ts';
import { isPublished } from './published.ts';

/** What `serve` answers otherwise, request by request: written by `npm run test:update`. */
export const RECORD = 'test/hosts/deviations/serve.txt';

type Parts = Readonly<Record<string, string>>;

/** Deviations as the record has them: requests that deviate alike, and how they do. */
export function toRecord(deviations: readonly Deviation[]): string {
  const byRequest = new Map<string, Record<string, string>>();
  for (const { request, part, actual } of deviations) {
    byRequest.set(request, { ...byRequest.get(request), [part]: actual });
  }
  const alike = new Map<string, string[]>();
  for (const [request, parts] of byRequest) {
    const lines = Object.entries(parts).map(
      ([part, actual]) => `  ${part}: ${JSON.stringify(actual)}`,
    );
    const key = lines.join('\n');
    alike.set(key, [...(alike.get(key) ?? []), request]);
  }
  return Array.from(alike, ([parts, requests]) => `${requests.join('\n')}\n${parts}\n`).join('\n');
}

function readRecord(): ReadonlyMap<string, Parts> {
  const text = readFileSync(join(repository, RECORD), 'utf8');
  return new Map(
    text.split('\n\n').flatMap((group) => {
      const lines = group.split('\n').filter((line) => line !== '');
      const parts = Object.fromEntries(
        lines.flatMap((line) => {
          const [, part = '', actual = '""'] = /^ {2}([a-z-]+): (.*)$/.exec(line) ?? [];
          return part === '' ? [] : [[part, JSON.parse(actual)]];
        }),
      );
      const requests = lines.filter((line) => !line.startsWith('  '));
      return requests.map((request) => [request, parts] as const);
    }),
  );
}

/** A deviation with the parts of answers that it explains, those that none before it does. */
interface Reason extends Omit<AllowedDeviation, 'at'> {
  readonly explains: (part: string, request: HostRequest, parts: Parts) => boolean;
}

const REASONS: readonly Reason[] = [
  {
    what: 'Every answer carries what a preflight is answered with, and a preflight is answered like a GET, with 200 or 404.',
    why: 'A rule cannot depend on the method of a request.',
    explains: (part, { method }) =>
      method === 'OPTIONS' ||
      (part.startsWith('access-control-allow-') && part !== 'access-control-allow-origin') ||
      part === 'access-control-max-age',
  },
  {
    what: 'Other methods than GET and HEAD are answered like GET: there is no 405.',
    why: 'A rule cannot depend on the method of a request.',
    explains: (_, { method }) => method !== 'GET' && method !== 'HEAD',
  },
  {
    what: 'A slash at the end, an encoded slash and the case of a name with a fixed spelling make no difference: 200 where the address is unknown.',
    why: 'Rules compare addresses without case and with dots and slashes resolved.',
    explains: (_, request, { status }) => !isFound(request) && status === '200',
  },
  {
    what: 'An address that cannot be decoded or climbs out of the root is 400, and one with %00 or a name that is too long is 500.',
    why: 'serve answers so by itself.',
    explains: (_, request, { status }) =>
      !isFound(request) && (status === '400' || status === '500'),
  },
  {
    what: 'What is not found is a page of serve in HTML, with 404 for a removed category too. Where Accept names application/json it is JSON of serve, without CORS.',
    why: 'serve knows no other error document than one page for all addresses, and no other status.',
    explains: (_, request) => !isFound(request),
  },
  {
    what: 'An address without a suffix has neither Vary nor Content-Location.',
    why: 'It is JSON whatever Accept says, and header rules go by the file.',
    explains: (part) => part === 'vary' || part === 'content-location',
  },
  {
    what: 'Of the conditions only If-None-Match counts, with exactly one tag; 304 has no headers at all.',
    why: 'serve compares the whole header with the tag and reads no other condition.',
    explains: (part, { condition }) => condition !== null && part !== 'link',
  },
  {
    what: 'Of several ranges the first is sent, If-Range is passed over, HEAD has ranges too, and 416 has the whole file for a body.',
    why: 'serve reads Range so.',
    explains: (part, { headers }) => headers['range'] !== undefined && part !== 'link',
  },
  {
    what: 'An address without a suffix is JSON, also where CSV is asked for; the address with .csv has it.',
    why: 'A rule cannot depend on Accept.',
    explains: (_, request) =>
      wantedFile(request)?.endsWith('.csv') === true && !/\.csv$/.test(pathOf(request)),
  },
  {
    what: 'What is about one operator, category or claim does not link to its other form, and 304 to nothing.',
    why: 'A header rule cannot use what its path matched.',
    explains: (part) => part === 'link',
  },
];

/** What `serve` does otherwise, each deviation with the requests that show it. */
export const serve: readonly AllowedDeviation[] = (() => {
  const at = REASONS.map((): Record<string, Parts> => ({}));
  const record = readRecord();
  for (const request of REQUESTS) {
    const parts = record.get(request.name) ?? {};
    for (const [part, actual] of Object.entries(parts)) {
      // Without a reason it is allowed nowhere, which the test of the host reports.
      const reason = at[REASONS.findIndex(({ explains }) => explains(part, request, parts))];
      if (reason) reason[request.name] = { ...reason[request.name], [part]: actual };
    }
  }
  return REASONS.map(({ what, why }, index) => ({ what, why, at: at[index] ?? {} }));
})();

function pathOf({ path, isAbsolute }: HostRequest): string {
  return toPathname(isAbsolute ? path : DEFAULT_SERVING.publicPath + path);
}

/** The published file that answers a request by the policy; undefined where none does. */
function wantedFile(request: HostRequest): string | undefined {
  const accept = [request.headers['accept'] ?? []].flat().join(', ');
  const planned = plan({ method: 'GET', pathname: pathOf(request), accept }, DEFAULT_SERVING);
  const [first] = planned.kind === 'files' ? planned.candidates : [];
  return first?.status === 200 && isPublished(`/${first.file}`) ? first.file : undefined;
}

/** Whether a published file answers a request by the policy. */
export function isFound(request: HostRequest): boolean {
  return wantedFile(request) !== undefined;
}

export const LISTED: ListedHost = {
  heldBy: 'The package serve from npm, with the generated serve.json.',
  deviations: serve,
};
