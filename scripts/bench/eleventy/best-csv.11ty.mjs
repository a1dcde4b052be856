import { toCsv } from '../straightforward/answers.mjs';
import { bestRecords } from '../straightforward/records.mjs';

export const data = {
  pagination: { data: 'dataset.categoryPages', size: 1, alias: 'entry' },
  permalink: ({ entry }) => `/best/${entry.key}.csv`,
};

export function render({ dataset, entry: { category } }) {
  return toCsv(bestRecords(category, dataset));
}
