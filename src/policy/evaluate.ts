import { API_PATH } from '../model/index.ts';
import { type Format, MEDIA_TYPES, type OutputPath, outputPath } from '../represent/index.ts';
import { ALLOW, COMMON_HEADERS, type Headers, PREFLIGHT_HEADERS, VARY } from './headers.ts';
import { negotiate } from './negotiate.ts';
import {
  allowsRange,
  checkPreconditions,
  type HeaderReader,
  type Validators,
} from './preconditions.ts';
import { readRange } from './range.ts';
import { problemFile, type Route, toRoute } from './routes.ts';

/** What the policy looks at in a request. */
export interface Request {
  readonly method: string;
  /** Percent-encoded, without query, dot segments resolved as URL parsers do. */
  readonly pathname: string;
  /** Several lines of one field are joined with a comma. */
  readonly header: HeaderReader;
}

/** A published file, as far as the policy cares. */
export interface StoredFile extends Validators {
  /** In bytes. */
  readonly size: number;
}

/** What to answer: the body is a stretch of a file, the end not included, or nothing. */
export interface Answer<F extends StoredFile> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly file: F; readonly start: number; readonly end: number } | null;
}

/** Finds a published file; null when there is none. */
export type FindFile<F extends StoredFile> = (path: OutputPath) => F | null;

/**
 * The reference answer: what every host gives to a request. The preview sends exactly this, and
 * every host configuration is held against it.
 */
export function evaluate<F extends StoredFile>(request: Request, find: FindFile<F>): Answer<F> {
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return answerRead(request, find);
    case 'OPTIONS':
      return { status: 204, headers: { ...COMMON_HEADERS, ...PREFLIGHT_HEADERS }, body: null };
    default:
      return answerProblem(405, find(problemFile('method-not-allowed')), ALLOW);
  }
}

function answerRead<F extends StoredFile>(request: Request, find: FindFile<F>): Answer<F> {
  const route = toRoute(request.pathname);
  const answer = answerRoute(route, request, find);
  return request.method === 'HEAD' ? { ...answer, body: null } : answer;
}

function answerRoute<F extends StoredFile>(
  route: Route,
  request: Request,
  find: FindFile<F>,
): Answer<F> {
  switch (route.kind) {
    case 'unknown':
      return answerProblem(404, find(problemFile('unknown-path')));
    case 'document': {
      const type = route.file.startsWith('problems/') ? MEDIA_TYPES.problem : MEDIA_TYPES.json;
      const file = find(route.file);
      if (file === null) return answerProblem(404, find(problemFile('unknown-path')));
      return answerFile(file, { 'Content-Type': type }, request);
    }
    case 'resource': {
      const isNegotiated = route.format === null;
      const format: Format = route.format ?? negotiate(request.header('accept'));
      const path = outputPath(route.path, format);
      const file = find(path);
      if (file === null) return answerMissing(route.otherwise, find);
      const location = { 'Content-Location': `${API_PATH}/${path}` };
      const negotiated = isNegotiated ? { ...VARY, ...location } : {};
      return answerFile(file, { 'Content-Type': MEDIA_TYPES[format], ...negotiated }, request);
    }
    default:
      return route satisfies never;
  }
}

function answerMissing<F extends StoredFile>(
  otherwise: readonly OutputPath[],
  find: FindFile<F>,
): Answer<F> {
  for (const path of otherwise) {
    const file = find(path);
    if (file !== null)
      return answerProblem(path.startsWith('problems/removed-category/') ? 410 : 404, file);
  }
  return answerProblem<F>(404, null);
}

/** An error: its document, whatever Accept says (RFC 9457 §3), never in part and never 304. */
function answerProblem<F extends StoredFile>(
  status: number,
  file: F | null,
  more: Headers = {},
): Answer<F> {
  const size = file?.size ?? 0;
  const headers = {
    ...COMMON_HEADERS,
    ...VARY,
    ...more,
    'Content-Type': MEDIA_TYPES.problem,
    ...(file !== null && toValidatorHeaders(file)),
    'Content-Length': String(size),
  };
  return { status, headers, body: file === null ? null : { file, start: 0, end: size } };
}

function answerFile<F extends StoredFile>(
  file: F,
  described: Headers,
  { method, header }: Request,
): Answer<F> {
  const { 'Content-Type': contentType, ...unchanging } = described;
  const kept: Headers = { ...COMMON_HEADERS, ...unchanging, ...toValidatorHeaders(file) };
  const verdict = checkPreconditions(header, file);
  if (verdict === 'not-modified') return { status: 304, headers: kept, body: null };
  if (verdict === 'failed')
    return { status: 412, headers: { ...kept, 'Content-Length': '0' }, body: null };

  const { size } = file;
  const headers = {
    ...kept,
    'Content-Type': contentType ?? MEDIA_TYPES.json,
    'Accept-Ranges': 'bytes',
  };
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
  return { ETag: etag, 'Last-Modified': new Date(lastModified).toUTCString() };
}
