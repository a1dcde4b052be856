export type { Holder } from './build-lock.ts';
export { beginCommit, type CommitReport, commit, type Part } from './commit.ts';
export {
  type OutputFolder,
  previousIn,
  publicationMark,
  STATE_DIR,
  withOutputFolder,
} from './output-folder.ts';
export { isThere } from './read-if-there.ts';
export { writeFile } from './write-file.ts';
