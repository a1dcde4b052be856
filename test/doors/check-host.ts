import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http';
import { connect, type IncomingHttpStatusHeader } from 'node:http2';
import { join } from 'node:path';
import { evaluate, type FindFile, type Serving, toPathname } from '../../src/policy/index.ts';
import { negotiate } from '../../src/policy/negotiate.ts';
import { publishedFiles } from '../../src/preview/index.ts';

/** A host under test and what it publishes. */
export interface HostUnderTest {
  readonly send: (sent: Sent) => Promise<HostAnswer>;
  readonly serving: Serving;
  /** The folder that was built, and is published. */
  readonly out: string;
  /** Whether nothing says that the host has times; otherwise it has to send them. */
  readonly mayHaveNoTimes?: true;
}

export interface Sent {
  readonly method: string;
  /** As it goes out. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
}

export interface HostAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** What a host says of a representation: how it can be asked for again. */
export interface OwnValidators {
  readonly etag: string;
  readonly lastModified: string;
}

/** A request that every host has to answer as `policy/evaluate` does. */
export interface HostRequest {
  readonly name: string;
  readonly method: string;
  /** Below the public path, or, where `isAbsolute`, as it stands; sent exactly as written. */
  readonly path: string;
  readonly isAbsolute: boolean;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Headers made of what the host itself said about the JSON and the CSV of the address. */
  readonly condition:
    | ((own: Readonly<Record<'json' | 'csv', OwnValidators>>) => HostRequest['headers'])
    | null;
}

/** A part of an answer that is not what the contract says. */
export interface Deviation {
  readonly request: string;
  /** `status`, `body`, or the name of a header in lower case. */
  readonly part: string;
  readonly expected: string;
  readonly actual: string;
}

/** Asks a server on loopback, sending path and headers exactly as they are written. */
export function askServer(port: number): HostUnderTest['send'] {
  return ({ method, path, headers }) =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, method, headers: { ...headers } };
      const request = httpRequest(options as object, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: joined(response.headers),
            body: Buffer.concat(chunks),
          }),
        );
        response.on('error', reject);
      });
      request.on('error', reject).end();
    });
}

/** The same over HTTP/2, which the server is known to speak; no answer has the status 0. */
export function askOverHttp2(port: number): HostUnderTest['send'] {
  return ({ method, path, headers: { host, ...headers } }) =>
    new Promise((resolve) => {
      const session = connect(`http://127.0.0.1:${port}`);
      const authority = host === undefined ? {} : { ':authority': host };
      const fields = { ...headers, ...authority, ':method': method, ':path': path };
      const stream = session.request(fields as OutgoingHttpHeaders, { endStream: true });
      const chunks: Buffer[] = [];
      let answer: IncomingHttpHeaders & IncomingHttpStatusHeader = {};
      stream.on('response', (said) => {
        answer = said;
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => session.close());
      session.on('error', () => undefined);
      stream
        .on('error', () => undefined)
        .on('close', () => {
          const { ':status': status = 0, ...said } = answer;
          resolve({ status, headers: joined(said), body: Buffer.concat(chunks) });
        });
    });
}

function joined(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

/** Every part of every answer that differs from what the policy says. */
export async function deviationsOf(
  host: HostUnderTest,
  requests: readonly HostRequest[],
): Promise<readonly Deviation[]> {
  const deviations: Deviation[] = [];
  for (const request of requests) deviations.push(...(await deviationsIn(request, host)));
  return deviations;
}

/** The Accept headers, out of a list, that a host reads differently from the policy. */
export async function misreadAccepts(
  host: HostUnderTest,
  accepts: readonly string[],
): Promise<readonly string[]> {
  const path = `${host.serving.publicPath}/operators`;
  const misread: string[] = [];
  for (const accept of accepts) {
    const { headers } = await host.send({ method: 'HEAD', path, headers: { accept } });
    const type = headers['content-type'] ?? '';
    const format = type.startsWith('text/csv') ? 'csv' : 'json';
    if (format !== negotiate(accept)) misread.push(accept);
  }
  return misread;
}

async function deviationsIn(request: HostRequest, host: HostUnderTest): Promise<Deviation[]> {
  const { method } = request;
  const path = request.isAbsolute ? request.path : host.serving.publicPath + request.path;
  const own = await validatorsOf(path, host);
  const headers = { ...request.headers, ...request.condition?.(own) };
  const sent = { method, path, headers };
  const actual = await host.send(sent);
  return compare(request.name, answerByPolicy(sent, host, own), actual);
}

type OwnForms = Awaited<ReturnType<typeof validatorsOf>>;

/** What a host should answer. */
export async function answerOf(sent: Sent, host: HostUnderTest): Promise<HostAnswer> {
  const { status, headers, body } = answerByPolicy(sent, host, await validatorsOf(sent.path, host));
  const fields = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { status, headers: Object.fromEntries(fields), body };
}

function answerByPolicy({ method, path, headers }: Sent, host: HostUnderTest, own: OwnForms) {
  const stored = publishedFiles(join(host.out, 'api', 'v1'));
  // A host has validators of its own; what it does with them is the policy's.
  const find: FindFile<NonNullable<ReturnType<typeof stored>>> = (file) => {
    const found = stored(file);
    if (found === null) return null;
    const said = own[file.endsWith('.csv') ? 'csv' : 'json'];
    if (said.etag === '') return found;
    const lastModified = said.lastModified === '' ? null : Date.parse(said.lastModified);
    return { ...found, etag: said.etag, lastModified };
  };
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === 'object' ? value.join(', ') : value;
  };
  const answer = evaluate({ method, pathname: toPathname(path), header }, find, host.serving);
  const { body } = answer;
  const bytes = body === null ? Buffer.alloc(0) : body.file.bytes.subarray(body.start, body.end);
  return { ...answer, body: Buffer.from(bytes) };
}

/** What the host says of the two forms of an address, or of its one; empty where it is none. */
async function validatorsOf(path: string, { send, serving, mayHaveNoTimes }: HostUnderTest) {
  // No file is newer than now, so that is what a host which sends no time is held to.
  const notNewer = mayHaveNoTimes ? '' : new Date().toUTCString();
  const ask = async (address: string): Promise<OwnValidators> => {
    const { status, headers } = await send({ method: 'GET', path: address, headers: {} });
    const isThere = status === 200;
    return {
      etag: (isThere && headers['etag']) || '',
      lastModified: (isThere && (headers['last-modified'] ?? notNewer)) || '',
    };
  };
  const [plain = ''] = path.split('?', 1);
  const isBase = toPathname(path).replace(/\/+$/, '') === serving.publicPath;
  const stem = isBase ? `${serving.publicPath}/index` : plain.replace(/(?:\.|%2e)(json|csv)$/i, '');
  const json = await ask(`${stem}.json`);
  return { json: json.etag === '' ? await ask(plain) : json, csv: await ask(`${stem}.csv`) };
}

const COMPARED = [
  'content-type',
  'content-location',
  'content-range',
  'link',
  'content-security-policy',
  'cache-control',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-max-age',
  'x-content-type-options',
  'deprecation',
  'sunset',
  'allow',
  'vary',
  'location',
] as const;

/** Header fields whose value is a list without an order. */
const LISTS: ReadonlySet<string> = new Set([
  'access-control-expose-headers',
  'access-control-allow-methods',
  'allow',
  'vary',
]);

function compare(
  request: string,
  expected: { status: number; headers: Readonly<Record<string, string>>; body: Buffer },
  actual: HostAnswer,
): Deviation[] {
  const wanted = new Map(
    Object.entries(expected.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const parts: [part: string, expected: string, actual: string][] = [
    ['status', String(expected.status), String(actual.status)],
    ...COMPARED.map((name): [string, string, string] => [
      name,
      normalise(name, wanted.get(name) ?? ''),
      normalise(name, actual.headers[name] ?? ''),
    ]),
  ];
  for (const name of ['etag', 'last-modified']) {
    const value = actual.headers[name] ?? '';
    // An error has a tag of its own, whatever it is, and a time where the host knows times.
    const isSame =
      expected.status >= 400
        ? value !== '' || name === 'last-modified'
        : value === (wanted.get(name) ?? '');
    if (wanted.has(name)) parts.push([name, 'its own', isSame ? 'its own' : value]);
  }
  const length = actual.headers['content-length'];
  if (length !== undefined && expected.status !== 304 && expected.status !== 204) {
    parts.push(['content-length', wanted.get('content-length') ?? '', length]);
  }
  if (!actual.body.equals(expected.body)) {
    parts.push(['body', summarise(expected.body), summarise(actual.body)]);
  }
  return parts
    .filter(([, left, right]) => left !== right)
    .map(([part, left, right]) => ({ request, part, expected: left, actual: right }));
}

/** One spelling of a value: parameters and list members in order, in lower case. */
function normalise(name: string, value: string): string {
  const sorted = (separator: string) =>
    value
      .toLowerCase()
      .split(separator)
      .map((part) => part.trim())
      // Compression is between the host and its client.
      .filter((part) => part !== '' && part !== 'accept-encoding')
      .sort()
      .join(', ');
  if (name === 'content-type') return sorted(';');
  return LISTS.has(name) ? sorted(',') : value;
}

/** A body as a deviation shows it. */
export function summarise(body: Buffer): string {
  const text = body.toString('utf8');
  return text.length > 60 ? `${text.slice(0, 57)}... (${body.length} bytes)` : text;
}

/** A deviation that a host cannot avoid. */
export interface AllowedDeviation {
  /** What differs, for the reader of docs/hosts.md. */
  readonly what: string;
  /** Why it cannot be avoided. */
  readonly why: string;
  /** The names of the requests, each with every part and what the host answers there. */
  readonly at: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What docs/hosts.md says of a host. */
export interface ListedHost {
  /** How the host was held against the policy. */
  readonly heldBy: string;
  readonly deviations: readonly AllowedDeviation[];
}

/** Deviations that no entry allows, and allowed ones that do not happen any more: both are faults. */
export function faultsIn(
  deviations: readonly Deviation[],
  allowed: readonly AllowedDeviation[],
): readonly string[] {
  const say = (request: string, part: string, actual: string) => `${request}: ${part}: ${actual}`;
  const known = new Set(
    allowed.flatMap(({ at }) =>
      Object.entries(at).flatMap(([request, parts]) =>
        Object.entries(parts).map(([part, actual]) => say(request, part, actual)),
      ),
    ),
  );
  const seen = new Set(deviations.map(({ request, part, actual }) => say(request, part, actual)));
  return [
    ...deviations
      .filter(({ request, part, actual }) => !known.has(say(request, part, actual)))
      .map(
        ({ request, part, expected, actual }) => `${say(request, part, actual)}, not ${expected}`,
      ),
    ...[...known].filter((one) => !seen.has(one)).map((one) => `no longer deviates: ${one}`),
  ];
}
