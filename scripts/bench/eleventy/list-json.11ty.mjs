import { listMeta, toJson } from '../straightforward/answers.mjs';
import { listRecords } from '../straightforward/records.mjs';

export const data = { permalink: '/operators.json' };

export function render({ dataset }) {
  return toJson(listMeta(dataset, dataset.generatedAt), listRecords(dataset));
}
