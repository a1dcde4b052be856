import { toCsv } from '../straightforward/answers.mjs';
import { allFactRecords } from '../straightforward/records.mjs';

export const data = { permalink: '/facts.csv' };

export function render({ dataset }) {
  return toCsv(allFactRecords(dataset));
}
