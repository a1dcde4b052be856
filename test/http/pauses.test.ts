import { expect, it } from 'vitest';
import { pauseAfter } from '../../src/http/index.ts';

const NOW = Date.UTC(2026, 9, 21, 7, 28);

it.each([
  ['0', 0],
  [' 120 ', 120],
  ['Wed, 21 Oct 2026 07:28:30 GMT', 30],
  ['Wednesday, 21-Oct-26 07:28:30 GMT', 30],
  ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
  // What is neither seconds nor a date says nothing.
  [undefined, 8],
  [null, 8],
  ['', 8],
  ['1.5', 8],
  ['-5', 8],
  ['soon 1', 8],
  ['1, 1', 8],
  ['GMT', 8],
])('Retry-After: %s is a pause of %d seconds, before a fourth retry', (wish, seconds) => {
  expect(pauseAfter(wish, 3, NOW)).toBe(seconds);
});
