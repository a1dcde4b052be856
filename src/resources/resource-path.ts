/** The address of a resource below the base address, without a suffix: `operators/harbour-nine`. */
export type ResourcePath = string & { readonly __brand: 'ResourcePath' };

/** The base address itself answers with this one. */
export const indexPath = 'index' as ResourcePath;
export const metricsPath = 'metrics' as ResourcePath;
export const categoriesPath = 'categories' as ResourcePath;
export const allFactsPath = 'facts' as ResourcePath;
export const claimsPath = 'claims' as ResourcePath;
export const changesPath = 'changes' as ResourcePath;
export const snapshotsPath = 'snapshots' as ResourcePath;
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

/** @param file The name of a download, with its suffix. */
export function snapshotPath(file: string): ResourcePath {
  return `snapshots/${file}` as ResourcePath;
}

export function claimPath(claimId: string): ResourcePath {
  return `claims/${claimId}` as ResourcePath;
}

export function problemPath(name: ProblemName): ResourcePath {
  return `problems/${name}` as ResourcePath;
}

/** The problem document of one removed category. */
export function removedCategoryPath(slug: string): ResourcePath {
  return `problems/removed-category/${slug}` as ResourcePath;
}

/** The feed of changes, a document. */
export const feedPath = 'changes.atom' as ResourcePath;

/** The kinds of error answers. */
export type ProblemName =
  | 'unknown-operator'
  | 'unknown-category'
  | 'unknown-claim'
  | 'unknown-path'
  | 'removed-category'
  | 'method-not-allowed';
