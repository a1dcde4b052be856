export type { Holder } from './build-lock.ts';
export { beginCommit, type CommitReport, commit, type Part } from './commit.ts';
export {
  isLink,
  isThere,
  readIfThere,
  removeFile,
  statsIfThere,
  writeFile,
} from './files.ts';
export {
  type OutputFolder,
  previousIn,
  publicationMark,
  STATE_DIR,
  withOutputFolder,
} from './output-folder.ts';
