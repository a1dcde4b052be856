import { listMeta, toJson } from '../straightforward/answers.mjs';
import { allFactRecords } from '../straightforward/records.mjs';

export const data = { permalink: '/facts.json' };

export function render({ dataset }) {
  const records = allFactRecords(dataset);
  return toJson(listMeta(records, dataset.generatedAt), records);
}
