export { type GuessedMapping, guessMapping } from './guess-mapping.ts';
export { type Mapping, readMapping } from './mapping.ts';
export { type ImportPlan, planImport } from './plan-import.ts';
export { readRows } from './read-rows.ts';
export { readTable, type Table } from './read-table.ts';
export { renderImportMarkdown, renderImportText, toRecords } from './render-report.ts';
