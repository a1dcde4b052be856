import { bestMeta, toJson } from '../straightforward/answers.mjs';
import { bestRecords } from '../straightforward/records.mjs';

export const data = {
  pagination: { data: 'dataset.categoryPages', size: 1, alias: 'entry' },
  permalink: ({ entry }) => `/best/${entry.key}.json`,
};

export function render({ dataset, entry: { category } }) {
  const records = bestRecords(category, dataset);
  return toJson(bestMeta(category, records, dataset.generatedAt), records);
}
