import type { OutputPath } from '../represent/index.ts';
import { commonHeaders, type Headers, VARY } from './headers.ts';
import { type Candidate, plan } from './plan.ts';
import {
  allowsRange,
  checkPreconditions,
  type HeaderReader,
  type Validators,
} from './preconditions.ts';
import type { Serving } from './serving.ts';

/** The parts of a request that the policy uses. */
export interface Request {
  readonly method: string;
  /** Percent-encoded, without query, dot segments resolved as URL parsers do. */
  readonly pathname: string;
  /** Several lines of one field are joined with a comma. */
  readonly header: HeaderReader;
}

/** The metadata of a published file that the policy uses. */
export interface StoredFile extends Validators {
  /** In bytes. */
  readonly size: number;
}

/** A response. The body is a range of a file, with an exclusive end, or null. */
export interface Answer<F extends StoredFile> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly file: F; readonly start: number; readonly end: number } | null;
}

/** Finds a published file; null when there is none. */
export type FindFile<F extends StoredFile> = (path: OutputPath) => F | null;

/**
 * The reference response to a request. The preview sends exactly this, and tests compare every host
 * configuration with it.
 */
export function evaluate<F extends StoredFile>(
  request: Request,
  find: FindFile<F>,
  serving: Serving,
): Answer<F> {
  const { method, pathname, header } = request;
  const planned = plan({ method, pathname, accept: header('accept') }, serving);
  if (planned.kind === 'preflight') {
    return { status: planned.status, headers: planned.headers, body: null };
  }
  for (const candidate of planned.candidates) {
    const file = find(candidate.file);
    if (file !== null) return respond(request, candidate, file);
  }
  // Without problem documents, nothing has been published yet. That can change soon.
  const headers = {
    ...commonHeaders(serving),
    ...VARY,
    'Cache-Control': 'no-store',
    'Content-Length': '0',
  };
  return { status: 404, headers, body: null };
}

/** The response with a known file: validators, ranges, no body for HEAD. */
export function respond<F extends StoredFile>(
  request: Request,
  candidate: Candidate,
  file: F,
): Answer<F> {
  const answer =
    candidate.status === 200
      ? respondInFull(request, candidate, file)
      : respondWithProblem(candidate, file);
  return request.method === 'HEAD' ? { ...answer, body: null } : answer;
}

/** Errors ignore ranges and preconditions. */
function respondWithProblem<F extends StoredFile>(
  { status, headers }: Candidate,
  file: F,
): Answer<F> {
  return {
    status,
    headers: {
      ...headers,
      ...toValidatorHeaders(file),
      'Content-Length': String(file.size),
    },
    body: { file, start: 0, end: file.size },
  };
}

function respondInFull<F extends StoredFile>(
  { method, header }: Request,
  candidate: Candidate,
  file: F,
): Answer<F> {
  const { 'Content-Type': contentType = '', ...unchanging } = candidate.headers;
  const kept: Headers = { ...unchanging, ...toValidatorHeaders(file) };
  const verdict = checkPreconditions(header, file);
  if (verdict === 'not-modified') return { status: 304, headers: kept, body: null };
  if (verdict === 'failed')
    return { status: 412, headers: { ...kept, 'Content-Length': '0' }, body: null };

  const { size } = file;
  const headers = { ...kept, 'Content-Type': contentType, 'Accept-Ranges': 'bytes' };
  const asked = method === 'GET' ? header('range') : undefined;
  const range = asked !== undefined && allowsRange(header, file) ? readRange(asked, size) : 'whole';
  if (range === 'unsatisfiable') {
    const tried = { ...kept, 'Content-Range': `bytes */${size}`, 'Content-Length': '0' };
    return { status: 416, headers: tried, body: null };
  }
  if (range === 'whole') {
    const whole = { ...headers, 'Content-Length': String(size) };
    return { status: 200, headers: whole, body: { file, start: 0, end: size } };
  }
  const { start, end } = range;
  const part = {
    'Content-Range': `bytes ${start}-${end - 1}/${size}`,
    'Content-Length': String(end - start),
  };
  return { status: 206, headers: { ...headers, ...part }, body: { file, start, end } };
}

function toValidatorHeaders({ etag, lastModified }: Validators): Headers {
  return {
    ...(etag !== '' && { ETag: etag }),
    ...(lastModified !== null && { 'Last-Modified': new Date(lastModified).toUTCString() }),
  };
}

/**
 * Reads a Range header (RFC 9110 §14.1.2). A single range of bytes is answered in part. Any other header,
 * including several ranges, is answered with the whole file (§14.2).
 *
 * @param size The length of the representation in bytes.
 * @returns with an exclusive end
 */
function readRange(
  field: string,
  size: number,
): { readonly start: number; readonly end: number } | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^\s*bytes=\s*(\d*)-(\d*)\s*$/i.exec(field) ?? [];
  if (first === '' && last === '') return 'whole';
  // Without a first byte, the last number counts bytes from the end.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size);
  if (first !== '' && last !== '' && Number(last) < start) return 'whole';
  return start < size ? { start, end } : 'unsatisfiable';
}
