import { listMeta, toJson } from '../straightforward/answers.mjs';
import { allClaimRecords } from '../straightforward/records.mjs';

export const data = { permalink: '/claims.json' };

export function render({ dataset }) {
  const records = allClaimRecords(dataset);
  return toJson(listMeta(records, dataset.generatedAt), records);
}
