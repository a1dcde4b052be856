import * as z from 'zod';
import { checked } from './problem.ts';

/** Text that can stand in a CSV cell as it is: not blank, and nothing a spreadsheet would run. */
export const text = checked(z.string(), (value) => {
  if (!VISIBLE.test(value)) return { rule: 'blank' };
  const [first = ''] = value;
  return CSV_UNSAFE.has(first)
    ? { rule: 'csv-unsafe', first: CSV_UNSAFE.get(first) ?? first }
    : null;
});

/** Anything but spaces, and format characters such as U+200B. */
const VISIBLE = /[^\s\p{Cf}]/u;

const CSV_UNSAFE = new Map([
  ['=', '"="'],
  ['+', '"+"'],
  ['-', '"-"'],
  ['@', '"@"'],
  ['\t', 'a tab'],
  ['\r', 'a carriage return'],
]);
