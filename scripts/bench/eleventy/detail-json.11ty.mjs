import { detailMeta, toJson } from '../straightforward/answers.mjs';
import { detailRecords } from '../straightforward/records.mjs';

export const data = {
  pagination: { data: 'dataset.operatorPages', size: 1, alias: 'entry' },
  permalink: ({ entry }) => `/operators/${entry.key}.json`,
};

export function render({ dataset, entry: { operator } }) {
  return toJson(detailMeta(operator, dataset.generatedAt), detailRecords(operator, dataset));
}
