import { listMeta, toJson } from '../straightforward/answers.mjs';
import { listRecords } from '../straightforward/records.mjs';

export const data = { permalink: '/operators.json' };

export function render({ dataset }) {
  const records = listRecords(dataset);
  return toJson(listMeta(records, dataset.generatedAt), records);
}
