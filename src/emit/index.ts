export { type CommitReport, commit } from './commit.ts';
export type { Ledger } from './ledger.ts';
export { type OutputFolder, withOutputFolder } from './output-folder.ts';
export { WORKSHOP } from './workshop.ts';
export { writeFile } from './write-file.ts';
