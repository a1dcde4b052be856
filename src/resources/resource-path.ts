/** The address of a resource below the base address, without a suffix: `operators/harbour-nine`. */
export type ResourcePath = string & { readonly __brand: 'ResourcePath' };

export const listPath = 'operators' as ResourcePath;

/** @param key A slug or an id. */
export function detailPath(key: string | number): ResourcePath {
  return `operators/${key}` as ResourcePath;
}

/** @param key A slug or an id. */
export function factsPath(key: string | number): ResourcePath {
  return `operators/${key}/facts` as ResourcePath;
}

/** @param name The slug or the alias of a category. */
export function bestPath(name: string): ResourcePath {
  return `best/${name}` as ResourcePath;
}

export function problemPath(name: ProblemName): ResourcePath {
  return `problems/${name}` as ResourcePath;
}

/** The problem document of one removed category. */
export function removedCategoryPath(slug: string): ResourcePath {
  return `problems/removed-category/${slug}` as ResourcePath;
}

/** The kinds of error answers. */
export type ProblemName =
  | 'unknown-operator'
  | 'unknown-category'
  | 'unknown-path'
  | 'removed-category'
  | 'method-not-allowed';
