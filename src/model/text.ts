import { checked, string } from './shape.ts';
import { unreadableIn } from './unreadable.ts';

/** Text that can stand in a CSV cell as it is, and be read there: see `docs/diagnostics.md`. */
export const text = checked(string(), (value) => {
  if (!VISIBLE.test(value)) return { rule: 'blank' };
  const [first = ''] = value;
  const unsafe = CSV_UNSAFE.get(first);
  if (unsafe !== undefined) return { rule: 'csv-unsafe', first: unsafe };
  const codePoint = unreadableIn(value);
  if (codePoint !== null) return { rule: 'unreadable', codePoint };
  return OUTER_SPACE.test(value) ? { rule: 'outer-space', endsLine: /[\r\n]$/.test(value) } : null;
});

/** Nobody sees it, and what is compared or joined by such text finds nothing. */
const OUTER_SPACE = /^\s|\s$/u;

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
