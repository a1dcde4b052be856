import type { ResourcePath } from './resource.ts';

// Here, and not with their answers, are the paths that code at a host's edge is given.

/** The base address itself answers with this one. */
export const INDEX_PATH = 'index' as ResourcePath;

/** The kinds of error answers. */
export type ProblemName =
  | 'unknown-operator'
  | 'unknown-category'
  | 'unknown-claim'
  | 'unknown-path'
  | 'removed-category'
  | 'method-not-allowed';

export function problemPath(name: ProblemName): ResourcePath {
  return `problems/${name}` as ResourcePath;
}

/** The problem document of one removed category. */
export function removedCategoryPath(slug: string): ResourcePath {
  return `problems/removed-category/${slug}` as ResourcePath;
}

/** The methods that the API answers; everything else is 405. */
export const ALLOWED_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;
