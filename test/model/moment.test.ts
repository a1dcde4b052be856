import { expect, it } from 'vitest';
import { isLater, type Timestamp } from '../../src/model/index.ts';

// Sources give moments as finely as they like; a Date has milliseconds alone.

const IN_ORDER = ['', '.0001', '.00011', '.0009', '.001', '.45', '.5', '.500001'];

it('knows the later of two moments, however finely they are told', () => {
  const moments = IN_ORDER.map((fraction) => `2026-10-02T09:30:00${fraction}Z` as Timestamp);
  for (const [index, one] of moments.entries()) {
    expect(moments.map((other) => isLater(one, other))).toEqual(
      moments.map((_, place) => place < index),
    );
  }
});

it.each([
  ['', '.0'],
  ['', '.000000000'],
  ['.5', '.50'],
  ['.0001', '.00010000'],
])('takes seconds with "%s" and "%s" for the same moment', (one, other) => {
  const [a, b] = [one, other].map((fraction) => `2026-10-02T09:30:00${fraction}Z` as Timestamp);
  if (a === undefined || b === undefined) throw new Error('no moments');
  expect([isLater(a, b), isLater(b, a)]).toEqual([false, false]);
});
