import { expect, it } from 'vitest';
import { pauseAfter } from '../../src/http/index.ts';

const NOW = Date.UTC(2026, 9, 21, 7, 28);

it.each([
  ['0', 0],
  [' 120 ', 120],
  ['Wed, 21 Oct 2026 07:28:30 GMT', 30],
  ['Wednesday, 21-Oct-26 07:28:30 GMT', 30],
  ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
])('Retry-After: %s asks for a pause of %d seconds', (wish, seconds) => {
  expect(pauseAfter(wish, 3, NOW)).toEqual({ seconds, isAskedFor: true });
});

it.each([undefined, null, '', '1.5', '-5', 'soon 1', '1, 1', 'GMT'])(
  'Retry-After: %s says nothing: 8 seconds before a fourth retry, of our own accord',
  (wish) => {
    expect(pauseAfter(wish, 3, NOW)).toEqual({ seconds: 8, isAskedFor: false });
  },
);
