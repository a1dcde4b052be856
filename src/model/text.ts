import type { Problem } from './problem.ts';
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
  return OUTER_SPACE.test(value) ? outerSpace(value) : null;
});

function outerSpace(value: string): Problem {
  const last = value.slice(-1);
  return /\s/u.test(last)
    ? { rule: 'outer-space', verb: 'ends', space: nameOf(last) }
    : { rule: 'outer-space', verb: 'begins', space: nameOf(value.slice(0, 1)) };
}

/** Nobody sees it, and what is compared or joined by such text finds nothing. */
const OUTER_SPACE = /^\s|\s$/u;

function nameOf(space: string): 'line break' | 'tab' | 'space' {
  if (space === '\n') return 'line break';
  return space === '\t' ? 'tab' : 'space';
}

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
