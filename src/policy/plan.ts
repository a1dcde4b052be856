import {
  documentType,
  MEDIA_TYPES,
  type OutputPath,
  outputPath,
  toOwnPath,
} from '../represent/index.ts';
import {
  ALLOW,
  commonHeaders,
  type Headers,
  PREFLIGHT_HEADERS,
  pageHeaders,
  VARY,
} from './headers.ts';
import { documentLinks, problemLinks, tableLinks } from './links.ts';
import { negotiate, wantsHtml } from './negotiate.ts';
import {
  type DocumentRoute,
  type PageRoute,
  problemFile,
  type TableRoute,
  toRoute,
} from './routes.ts';
import type { Serving } from './serving.ts';

/** The parts of a request that select a file. */
export interface Question {
  readonly method: string;
  /** Percent-encoded, without query, dot segments resolved as URL parsers do. */
  readonly pathname: string;
  /** The Accept header, if there is one; several lines joined with a comma. */
  readonly accept: string | null | undefined;
}

/** A file that can be the response, with its status and headers. */
export interface Candidate {
  readonly file: OutputPath;
  /** 200 for the requested resource. Otherwise `file` says what is wrong. */
  readonly status: 200 | 404 | 405 | 410;
  /** All headers except those that depend on the file: validators and length. */
  readonly headers: Headers;
}

/** A response without a file, or the files to try in order. The first that exists is sent. */
export type Plan =
  | { readonly kind: 'preflight'; readonly status: 204; readonly headers: Headers }
  | { readonly kind: 'files'; readonly candidates: readonly Candidate[] };

/** Decides everything about a response that does not depend on files. */
export function plan({ method, pathname, accept }: Question, serving: Serving): Plan {
  const common = commonHeaders(serving);
  switch (method) {
    case 'GET':
    case 'HEAD':
      return { kind: 'files', candidates: candidatesFor(pathname, accept, serving) };
    case 'OPTIONS':
      return { kind: 'preflight', status: 204, headers: { ...common, ...PREFLIGHT_HEADERS } };
    default: {
      const candidate = problem(405, problemFile('method-not-allowed'), serving);
      return {
        kind: 'files',
        candidates: [{ ...candidate, headers: { ...candidate.headers, ...ALLOW } }],
      };
    }
  }
}

/**
 * Paths that no build writes are not looked up, because a host could find a different file: one whose
 * name differs in case, or ends before a question mark.
 */
function candidatesFor(
  pathname: string,
  accept: Question['accept'],
  serving: Serving,
): readonly Candidate[] {
  const route = toRoute(pathname, serving);
  if (route === null) return [problem(404, problemFile('unknown-path'), serving)];
  if ('page' in route) return page(route, accept, serving);
  const sent = 'document' in route ? document(route, serving) : table(route, accept, serving);
  return [sent, ...route.otherwise.map((file) => problem(statusOf(file), file, serving))].filter(
    ({ file }) => toOwnPath(file) !== null,
  );
}

/** An error is a page for people, or else the problem document for programs. */
function page(
  { page: file, otherwise: { people, programs } }: PageRoute,
  accept: Question['accept'],
  serving: Serving,
): readonly Candidate[] {
  const errors = [...(wantsHtml(accept) ? people : []), ...programs];
  return [
    document({ document: file, otherwise: [] }, serving),
    ...errors.map((error) => problem(statusOf(error), error, serving)),
  ].filter(({ file }) => toOwnPath(file) !== null);
}

function document({ document: file }: DocumentRoute, serving: Serving): Candidate {
  return found(
    file,
    documentType(file),
    { Link: documentLinks(serving, file), ...pageHeaders(file) },
    serving,
  );
}

function table(route: TableRoute, accept: Question['accept'], serving: Serving): Candidate {
  const format = route.format ?? (route.hasAlternate ? negotiate(accept) : 'json');
  const file = outputPath(route.path, format);
  const location = { 'Content-Location': `${serving.publicPath}/${file}` };
  const negotiated = route.format === null ? { ...VARY, ...location } : {};
  const links = { Link: tableLinks(route, format, serving) };
  return found(file, MEDIA_TYPES[format], { ...negotiated, ...links }, serving);
}

function found(file: OutputPath, type: string, more: Headers, serving: Serving): Candidate {
  return {
    file,
    status: 200,
    headers: { ...commonHeaders(serving), ...more, 'Content-Type': type },
  };
}

/** An error. Addresses of the API have its problem document regardless of Accept (RFC 9457 §3). */
function problem(
  status: Exclude<Candidate['status'], 200>,
  file: OutputPath,
  serving: Serving,
): Candidate {
  return {
    file,
    status,
    headers: {
      ...commonHeaders(serving),
      ...VARY,
      Link: problemLinks(serving),
      ...pageHeaders(file),
      'Content-Type': documentType(file),
    },
  };
}

function statusOf(problemDocument: OutputPath): 404 | 410 {
  return /^(?:problems\/removed-category|pages\/removed)\//.test(problemDocument) ? 410 : 404;
}

const HOW_TO_PUT_IT_RIGHT: Readonly<Record<number, string>> = {
  400: 'Send a request that is HTTP, to an address in which two hexadecimal digits follow each percent sign.',
  408: 'Send the whole request without a pause.',
  414: 'Ask at an address of this API: none is that long.',
  431: 'Send fewer or shorter headers.',
};

/**
 * The problem details for a request that a host itself refuses. There is no published document for it
 * (RFC 9457 §4.2.1).
 */
export function unpublishedProblem(status: number, title: string): string {
  const detail = HOW_TO_PUT_IT_RIGHT[status] ?? 'Send a request that is HTTP.';
  return JSON.stringify({ type: 'about:blank', title, status, detail });
}
