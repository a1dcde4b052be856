import { toCsv } from '../straightforward/answers.mjs';
import { allClaimRecords } from '../straightforward/records.mjs';

export const data = { permalink: '/claims.csv' };

export function render({ dataset }) {
  return toCsv(allClaimRecords(dataset));
}
