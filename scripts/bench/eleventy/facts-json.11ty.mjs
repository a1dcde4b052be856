import { factsMeta, toJson } from '../straightforward/answers.mjs';
import { factRecords } from '../straightforward/records.mjs';

export const data = {
  pagination: { data: 'dataset.operatorPages', size: 1, alias: 'entry' },
  permalink: ({ entry }) => `/operators/${entry.key}/facts.json`,
};

export function render({ dataset, entry: { operator } }) {
  return toJson(factsMeta(operator, dataset.generatedAt), factRecords(operator, dataset));
}
