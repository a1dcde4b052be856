import { toCsv } from '../straightforward/answers.mjs';
import { FACT_COLUMNS, factRecords } from '../straightforward/records.mjs';

export const data = {
  pagination: { data: 'dataset.operatorPages', size: 1, alias: 'entry' },
  permalink: ({ entry }) => `/operators/${entry.key}/facts.csv`,
};

export function render({ dataset, entry: { operator } }) {
  return toCsv(factRecords(operator, dataset), FACT_COLUMNS);
}
