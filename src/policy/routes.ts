import {
  documentPath,
  type Format,
  type OutputPath,
  outputPath,
  toOwnDocumentPath,
} from '../represent/index.ts';
import {
  ADDRESSES,
  type Address,
  INDEX_PATH,
  type ProblemName,
  problemPath,
  type ResourcePath,
  removedCategoryPath,
} from '../resources/index.ts';
import type { Serving } from './serving.ts';

/** A resource in JSON and CSV that an address names, whether or not it exists. */
export interface TableRoute {
  readonly path: ResourcePath;
  /** A key of `ANSWERS`, which is also the name of its descriptions. */
  readonly table: string;
  /** Null where the address has none, and it is negotiated. */
  readonly format: Format | null;
  /** Whether it has another form. */
  readonly hasAlternate: boolean;
  /** Problem documents for a resource that does not exist. The first that exists is sent. */
  readonly otherwise: readonly OutputPath[];
}

/** A document with one form that an address names, whether or not it exists. */
export interface DocumentRoute {
  readonly document: OutputPath;
  /** Problem documents for a document that does not exist. The first that exists is sent. */
  readonly otherwise: readonly OutputPath[];
}

/** A page, or a file that pages load, whether or not it exists. */
export interface PageRoute {
  readonly page: OutputPath;
  /**
   * For a page that does not exist: the pages that say so to people, and the problem documents that say
   * so to programs. The first that exists is sent.
   */
  readonly otherwise: {
    readonly people: readonly OutputPath[];
    readonly programs: readonly OutputPath[];
  };
}

/** RFC 9727 §2: at the root of the origin, wherever the API is. */
export const API_CATALOG = {
  pathname: '/.well-known/api-catalog',
  file: documentPath('api-catalog.json' as ResourcePath),
} as const;

/** Documents that are also at the root of the origin, where readers look for them (llmstxt.org). */
export const ORIGIN_DOCUMENTS = [
  API_CATALOG,
  { pathname: '/llms.txt', file: documentPath('llms.txt' as ResourcePath) },
] as const;

/**
 * The path of a request target (RFC 9112 §3.2) with dot segments resolved, percent-encoded and
 * without query; the target itself where it holds no path.
 */
export function toPathname(target: string): string {
  const url = target.startsWith('/') ? `http://host.invalid${target}` : target;
  try {
    // The URL Standard treats a backslash as a slash. None of the supported servers does.
    return new URL(url.replaceAll('\\', '%5C')).pathname;
  } catch {
    return target;
  }
}

/**
 * Reads the path of a request. Repeated slashes count as one, as on every file host; segments are
 * compared after percent-decoding, and an encoded slash is never a separator (RFC 3986 §2.2).
 *
 * @param pathname Percent-encoded, without the query.
 * @returns null where nothing can be
 */
export function toRoute(
  pathname: string,
  { publicPath, claimPages, pages }: Serving,
): TableRoute | DocumentRoute | PageRoute | null {
  const decoded = decodeSegments(pathname);
  if (decoded === null) return null;
  const atOrigin = ORIGIN_DOCUMENTS.find((one) => one.pathname === `/${decoded.join('/')}`);
  if (atOrigin !== undefined) return toDocumentRoute(atOrigin.file);
  const base = decodeSegments(publicPath) ?? [];
  if (base.some((segment, index) => decoded[index] !== segment)) {
    return pages ? pageRoute(decoded, base.slice(0, -API_DEPTH)) : null;
  }
  const segments = decoded.slice(base.length);
  // The base address is the index, with and without a slash at its end.
  const isBase = segments.length === 0 || segments.join('/') === '';
  const path = isBase ? [INDEX_PATH] : segments;
  const document = toOwnDocumentPath(path.join('/'));
  return document === null ? tableRoute(path, claimPages) : toDocumentRoute(document);
}

/** A document below the address of an answer has the errors of that answer. */
function toDocumentRoute(document: OutputPath): DocumentRoute {
  const about = document.replace(/\.md$|\/changes\.atom$/, '').split('/');
  return { document, otherwise: tableAt(about)?.otherwise ?? [problemFile('unknown-path')] };
}

/** How many segments `/api/v1` has. */
const API_DEPTH = 2;

/** The page that says that an address is unknown. */
export const NOT_FOUND_PAGE = documentPath('pages/404.html' as ResourcePath);

/** The page of a ranking that was removed. */
export function removedPage(slug: string): OutputPath {
  return documentPath(`pages/removed/${slug}.html` as ResourcePath);
}

/**
 * The page at an address beside the API. An address without a suffix is that of an HTML file, with or
 * without a slash at its end.
 *
 * @param root The segments before those of the pages.
 */
function pageRoute(decoded: readonly string[], root: readonly string[]): PageRoute | null {
  if (root.some((segment, index) => decoded[index] !== segment)) return null;
  const path = decoded.slice(root.length).join('/').replace(/\/$/, '');
  const name = path === '' ? 'index' : path;
  const file = /\.[a-z]+$/.test(name) ? name : `${name}.html`;
  const [, ranking] = /^best\/([^/]+?)(?:\.[a-z]+)?$/.exec(path) ?? [];
  const removed = ranking === undefined ? [] : [ranking];
  return {
    page: documentPath(`pages/${file}` as ResourcePath),
    otherwise: {
      people: [...removed.map(removedPage), NOT_FOUND_PAGE],
      programs: [
        ...removed.map((slug) => outputPath(removedCategoryPath(slug), 'json')),
        problemFile('unknown-path'),
      ],
    },
  };
}

/** The file of a problem that needs no further data. */
export function problemFile(name: ProblemName): OutputPath {
  return outputPath(problemPath(name), 'json');
}

/** The templates of addresses, a segment at a time. */
const TEMPLATES = ADDRESSES.map((address) => ({ address, template: address.path.split('/') }));

function tableRoute(
  segments: readonly string[],
  claimPages: Serving['claimPages'],
): TableRoute | null {
  const last = segments.at(-1) ?? '';
  const { name, format } = splitSuffix(last);
  const path = [...segments.slice(0, -1), name];
  const found = last === '' ? null : tableAt(path);
  if (found === null) return null;
  const { kind, otherwise } = found;
  return {
    path: path.join('/') as ResourcePath, // fits the template of one
    table: kind,
    format,
    // If claims have pages only in JSON, there is no negotiation: the address without a suffix is the JSON
    // regardless of Accept, and the CSV is 404.
    hasAlternate: kind !== 'claim' || claimPages !== 'json',
    otherwise,
  };
}

/** The answer whose template a path without a suffix fits, and its errors; null if there is none. */
function tableAt(path: readonly string[]) {
  const found = TEMPLATES.find(
    ({ template }) =>
      template.length === path.length &&
      template.every((part, index) => part.startsWith('{') || part === path[index]),
  );
  if (found === undefined) return null;
  const { kind, errors } = found.address;
  const parameter = path[found.template.findIndex((part) => part.startsWith('{'))] ?? '';
  return { kind, otherwise: problemsFor(errors, parameter) };
}

function problemsFor(errors: Address['errors'], name: string): readonly OutputPath[] {
  if (errors.length === 0) return [problemFile('unknown-path')];
  return errors.map((error) =>
    error === 'removed-category'
      ? outputPath(removedCategoryPath(name), 'json')
      : problemFile(error),
  );
}

function splitSuffix(segment: string): { name: string; format: Format | null } {
  const [, name, format] = /^(.*)\.(json|csv)$/s.exec(segment) ?? [];
  return name === undefined ? { name: segment, format: null } : { name, format: format as Format };
}

/** The segments of a path, decoded; null when one cannot be decoded or holds a slash. */
function decodeSegments(pathname: string): readonly string[] | null {
  const encoded = pathname.replace(/\/+/g, '/').split('/').slice(1);
  const decoded: string[] = [];
  for (const segment of encoded) {
    const text = decode(segment);
    if (text === null || text.includes('/')) return null;
    decoded.push(text);
  }
  return decoded;
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
