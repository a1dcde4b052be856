import {
  type Format,
  MANIFEST_PATH,
  type OutputPath,
  outputPath,
  toOwnPath,
} from '../represent/index.ts';
import {
  bestPath,
  detailPath,
  factsPath,
  listPath,
  type ProblemName,
  problemPath,
  type ResourcePath,
  removedCategoryPath,
} from '../resources/index.ts';

/** What an address means, before anybody has looked whether it exists. */
export type Route =
  /** A resource in JSON and CSV; without a format in the address it is negotiated. */
  | {
      readonly kind: 'resource';
      readonly path: ResourcePath;
      readonly format: Format | null;
      /** Problem documents to answer with when the resource does not exist: the first that does. */
      readonly otherwise: readonly OutputPath[];
    }
  /** A file that has one form only. */
  | { readonly kind: 'document'; readonly file: OutputPath }
  | { readonly kind: 'unknown' };

/**
 * Reads the path of a request. Repeated slashes count as one, as on every file host; segments are
 * compared after percent-decoding, and an encoded slash is never a separator (RFC 3986 §2.2).
 *
 * @param pathname Percent-encoded, without the query.
 * @param publicPath Where the API stands.
 */
export function toRoute(pathname: string, publicPath: string): Route {
  const segments = decodeSegments(pathname);
  const base = decodeSegments(publicPath) ?? [];
  if (segments === null || base.some((segment, index) => segments[index] !== segment))
    return UNKNOWN;
  const [collection, ...rest] = segments.slice(base.length);
  switch (collection) {
    case 'operators':
    case 'operators.json':
    case 'operators.csv':
      return operatorRoute(segments.slice(base.length));
    case 'best':
      return rest.length === 1 ? bestRoute(rest[0] ?? '') : UNKNOWN;
    default:
      return documentRoute(segments.slice(base.length).join('/'));
  }
}

const UNKNOWN: Route = { kind: 'unknown' };

/** The file of a problem that needs no further data. */
export function problemFile(name: ProblemName): OutputPath {
  return outputPath(problemPath(name), 'json');
}

function operatorRoute(segments: readonly string[]): Route {
  const [head = '', key, facts, ...rest] = segments;
  if (rest.length > 0 || key === '' || (key !== undefined && head !== listPath)) return UNKNOWN;
  if (key === undefined) {
    const { format } = splitSuffix(head);
    return { kind: 'resource', path: listPath, format, otherwise: [problemFile('unknown-path')] };
  }
  const otherwise = [problemFile('unknown-operator')];
  if (facts === undefined) {
    const { name, format } = splitSuffix(key);
    return { kind: 'resource', path: detailPath(name), format, otherwise };
  }
  const { name, format } = splitSuffix(facts);
  return name === 'facts' ? { kind: 'resource', path: factsPath(key), format, otherwise } : UNKNOWN;
}

function bestRoute(segment: string): Route {
  const { name, format } = splitSuffix(segment);
  const removed = outputPath(removedCategoryPath(name), 'json');
  const otherwise = [removed, problemFile('unknown-category')];
  return segment === '' ? UNKNOWN : { kind: 'resource', path: bestPath(name), format, otherwise };
}

/** The manifest and the problem documents, which are there to be read as well. */
function documentRoute(path: string): Route {
  const file = toOwnPath(path);
  return file !== null && (file === MANIFEST_PATH || file.startsWith('problems/'))
    ? { kind: 'document', file }
    : UNKNOWN;
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
