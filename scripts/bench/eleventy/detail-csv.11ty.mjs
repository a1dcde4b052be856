import { toCsv } from '../straightforward/answers.mjs';
import { detailRecords } from '../straightforward/records.mjs';

export const data = {
  pagination: { data: 'dataset.operatorPages', size: 1, alias: 'entry' },
  permalink: ({ entry }) => `/operators/${entry.key}.csv`,
};

export function render({ dataset, entry: { operator } }) {
  return toCsv(detailRecords(operator, dataset));
}
