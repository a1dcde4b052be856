import { toCsv } from '../straightforward/answers.mjs';
import { listRecords } from '../straightforward/records.mjs';

export const data = { permalink: '/operators.csv' };

export function render({ dataset }) {
  return toCsv(listRecords(dataset));
}
