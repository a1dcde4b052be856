export type { Holder } from './build-lock.ts';
export { beginCommit, type CommitReport, commit, type Part } from './commit.ts';
export { isThere, statsIfThere, writeFile } from './files.ts';
export {
  type OutputFolder,
  previousIn,
  publicationMark,
  STATE_DIR,
  withOutputFolder,
} from './output-folder.ts';
