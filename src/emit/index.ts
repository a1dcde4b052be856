export type { Holder } from './build-lock.ts';
export {
  type Amount,
  beginCommit,
  type Commit,
  type CommitReport,
  commit,
  putWithSiblings,
} from './commit.ts';
export type { Ledger } from './ledger.ts';
export { type OutputFolder, previousIn, withOutputFolder } from './output-folder.ts';
export { publicationMark } from './publication-mark.ts';
export { writeTree } from './publish-anew.ts';
export { WORKSHOP } from './workshop.ts';
export { writeFile } from './write-file.ts';
