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
    what: 'Every response has the headers of a preflight response, and a preflight is answered like GET, with 200 or 404.',
    why: 'A rule cannot depend on the method of a request.',
    explains: (part, { method }) =>
      method === 'OPTIONS' ||
      (part.startsWith('access-control-allow-') && part !== 'access-control-allow-origin') ||
      part === 'access-control-max-age',
  },
  {
    what: 'Methods other than GET and HEAD are answered like GET, never with 405.',
    why: 'A rule cannot depend on the method of a request.',
    explains: (_, { method }) => method !== 'GET' && method !== 'HEAD',
  },
  {
    what: 'A slash at the end, an encoded slash and the case of fixed names such as /operators make no difference: 200 instead of 404.',
    why: 'Rules ignore case, and compare URLs with dots and slashes resolved.',
    explains: (_, request, { status }) => !isFound(request) && status === '200',
  },
  {
    what: 'A URL that cannot be decoded, or leads above the root, is 400. A URL with %00 or a name that is too long is 500.',
    why: 'These responses are built into serve.',
    explains: (_, request, { status }) =>
      !isFound(request) && (status === '400' || status === '500'),
  },
  {
    what: 'An unknown URL returns an HTML page of serve, and a removed category is 404 too. If Accept names application/json, the response is JSON of serve, without CORS headers.',
    why: 'serve has only one error page for all URLs, and only this status.',
    explains: (_, request) => !isFound(request),
  },
  {
    what: 'A URL without a suffix has neither Vary nor Content-Location.',
    why: 'It returns JSON with any Accept header, and header rules apply to files.',
    explains: (part) => part === 'vary' || part === 'content-location',
  },
  {
    what: 'Of the conditions, only If-None-Match counts, and only with exactly one tag. 304 has no headers.',
    why: 'serve compares the whole header with the tag, and reads no other condition.',
    explains: (part, { condition }) => condition !== null && part !== 'link',
  },
  {
    what: 'Of several ranges, the first is sent. If-Range is ignored. Range counts for HEAD too. 416 has the whole file as its body.',
    why: 'serve implements Range like this.',
    explains: (part, { headers }) => headers['range'] !== undefined && part !== 'link',
  },
  {
    what: 'A URL without a suffix returns JSON even if CSV is requested. The URL with .csv returns CSV.',
    why: 'A rule cannot depend on Accept.',
    explains: (_, request) =>
      wantedFile(request)?.endsWith('.csv') === true && !/\.csv$/.test(pathOf(request)),
  },
  {
    what: 'Responses about one operator, category or claim do not link to their other format, and 304 has no links.',
    why: 'A header rule cannot use the path that it matched.',
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
