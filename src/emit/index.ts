export { type CommitReport, commit } from './commit.ts';
export { type OutputFolder, withOutputFolder } from './output-folder.ts';
export { writeFile } from './write-file.ts';
