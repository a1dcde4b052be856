import {
  documentPath,
  type Format,
  type OutputPath,
  outputPath,
  toOwnPath,
} from '../represent/index.ts';
import {
  type AnswerKind,
  allFactsPath,
  bestPath,
  categoriesPath,
  changesPath,
  claimPath,
  claimsPath,
  detailPath,
  factsPath,
  indexPath,
  listPath,
  metricsPath,
  type ProblemName,
  problemPath,
  type ResourcePath,
  removedCategoryPath,
  snapshotsPath,
} from '../resources/index.ts';
import type { Serving } from './serving.ts';

/** What an address means, before anybody has looked whether it exists. */
export type Route =
  /** A resource in JSON and CSV; without a format in the address it is negotiated. */
  | {
      readonly kind: 'resource';
      readonly path: ResourcePath;
      /** The kind of table, by which its descriptions are called. */
      readonly table: AnswerKind;
      readonly format: Format | null;
      /** Whether it has a form that is not asked for. */
      readonly hasAlternate: boolean;
      /** Problem documents to answer with when the resource does not exist: the first that does. */
      readonly otherwise: readonly OutputPath[];
    }
  /** A file that has one form only. */
  | { readonly kind: 'document'; readonly file: OutputPath }
  | { readonly kind: 'unknown' };

/** The tables that stand alone at their addresses, by their paths. */
export const SINGLE_TABLES: ReadonlyMap<string, AnswerKind> = new Map([
  [indexPath, 'index'],
  [listPath, 'list'],
  [metricsPath, 'metrics'],
  [categoriesPath, 'categories'],
  [allFactsPath, 'all-facts'],
  [claimsPath, 'claims'],
  [changesPath, 'changes'],
  [snapshotsPath, 'snapshots'],
]);

/** RFC 9727 §2: at the root of the origin, wherever the API stands. */
export const API_CATALOG = {
  pathname: '/.well-known/api-catalog',
  file: documentPath('api-catalog.json' as ResourcePath),
} as const;

/**
 * The path of a request target (RFC 9112 §3.2) with dot segments resolved, percent-encoded and
 * without query; the target itself where it holds no path.
 */
export function toPathname(target: string): string {
  const url = target.startsWith('/') ? `http://host.invalid${target}` : target;
  try {
    // The URL Standard takes a backslash for a slash, which no server of ours does.
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
 */
export function toRoute(pathname: string, { publicPath, claimPages }: Serving): Route {
  const decoded = decodeSegments(pathname);
  if (decoded === null) return UNKNOWN;
  if (`/${decoded.join('/')}` === API_CATALOG.pathname) {
    return { kind: 'document', file: API_CATALOG.file };
  }
  const base = decodeSegments(publicPath) ?? [];
  if (base.some((segment, index) => decoded[index] !== segment)) return UNKNOWN;
  const segments = decoded.slice(base.length);
  const [head = '', ...rest] = segments;
  // The base address is the index, with and without a slash at its end.
  if (head === '' && rest.length === 0) return single(indexPath, 'index', null);
  const [key = ''] = rest;
  switch (head) {
    case 'operators':
      if (rest.length > 0) return operatorRoute(rest);
      break;
    case 'best':
      return rest.length === 1 ? bestRoute(key) : UNKNOWN;
    case 'claims':
      if (rest.length > 0) return rest.length === 1 ? claimRoute(key, claimPages) : UNKNOWN;
      break;
    default:
  }
  return singleRoute(segments) ?? documentRoute(segments.join('/'));
}

const UNKNOWN: Route = { kind: 'unknown' };

/** The file of a problem that needs no further data. */
export function problemFile(name: ProblemName): OutputPath {
  return outputPath(problemPath(name), 'json');
}

function singleRoute([segment = '', ...rest]: readonly string[]): Route | null {
  const { name, format } = splitSuffix(segment);
  const table = rest.length === 0 ? SINGLE_TABLES.get(name) : undefined;
  return table === undefined ? null : single(name as ResourcePath, table, format);
}

function single(path: ResourcePath, table: AnswerKind, format: Format | null): Route {
  const otherwise = [problemFile('unknown-path')];
  return { kind: 'resource', path, table, format, hasAlternate: true, otherwise };
}

function operatorRoute([key = '', facts, ...rest]: readonly string[]): Route {
  if (key === '' || rest.length > 0) return UNKNOWN;
  const more = { hasAlternate: true, otherwise: [problemFile('unknown-operator')] };
  if (facts === undefined) {
    const { name, format } = splitSuffix(key);
    return { kind: 'resource', path: detailPath(name), table: 'detail', format, ...more };
  }
  const { name, format } = splitSuffix(facts);
  return name === 'facts'
    ? { kind: 'resource', path: factsPath(key), table: 'facts', format, ...more }
    : UNKNOWN;
}

function bestRoute(segment: string): Route {
  const { name, format } = splitSuffix(segment);
  const removed = outputPath(removedCategoryPath(name), 'json');
  const otherwise = [removed, problemFile('unknown-category')];
  const more = { hasAlternate: true, otherwise };
  return segment === ''
    ? UNKNOWN
    : { kind: 'resource', path: bestPath(name), table: 'best', format, ...more };
}

/**
 * Where claims have pages in JSON only, nothing is negotiated: the address without a suffix is the
 * JSON whatever Accept says, as any other Accept header that nothing fits, and the CSV is 404.
 */
function claimRoute(segment: string, claimPages: Serving['claimPages']): Route {
  const { name, format } = splitSuffix(segment);
  const otherwise = [problemFile('unknown-claim')];
  const hasAlternate = claimPages !== 'json';
  return segment === ''
    ? UNKNOWN
    : { kind: 'resource', path: claimPath(name), table: 'claim', format, hasAlternate, otherwise };
}

/** What is there in one form, the manifest and problem documents included; no table gets here. */
function documentRoute(path: string): Route {
  const file = toOwnPath(path);
  return file === null ? UNKNOWN : { kind: 'document', file };
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
