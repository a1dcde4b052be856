import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isTimestamp, parseUrl, url } from '../../src/model/index.ts';

// Most texts are accepted at a glance. What that accepts, others have to accept as well.

it('never takes an address for one that the URL standard refuses', () => {
  const piece = fc.constantFrom(
    'a',
    'b0',
    '1',
    '0x1',
    '-',
    '.',
    '..',
    '/',
    '~',
    '_',
    'xn--',
    'xn--a',
  );
  const addresses = fc
    .tuple(fc.constantFrom('http://', 'https://'), fc.array(piece, { maxLength: 8 }))
    .map(([scheme, pieces]) => scheme + pieces.join(''));
  let taken = 0;
  fc.assert(
    fc.property(addresses, (address) => {
      if (!url.safeParse(address).success) return;
      taken += 1;
      expect(URL.canParse(address), address).toBe(true);
    }),
    { numRuns: 5000 },
  );
  expect(taken).toBeGreaterThan(500);
});

it('reads an address in letters beyond ASCII however often it is asked', () => {
  // In one byte a letter, as JSON and escapes give them: what V8 has a quicker way for.
  const address = JSON.parse('"https://b\\u00fccher.example/\\u00fc"');
  const refused = Array.from({ length: 30_000 }, () => parseUrl(address) !== null).indexOf(false);
  expect(refused).toBe(-1);
});

it('takes exactly the moments that exist', () => {
  const part = (limit: number) => fc.integer({ min: 0, max: limit });
  const moments = fc
    .tuple(part(9999), part(13), part(32), part(25), part(61), part(61))
    .map(([year, ...parts]) => [
      String(year).padStart(4, '0'),
      ...parts.map((part) => String(part).padStart(2, '0')),
    ]);
  fc.assert(
    fc.property(moments, ([year, month, day, hour, minute, second]) => {
      const text = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
      const moment = Date.parse(text);
      // Date takes 24:00:00 and rolls the 31st of a short month over.
      const exists =
        !Number.isNaN(moment) && new Date(moment).toISOString() === text.replace('Z', '.000Z');
      expect(isTimestamp(text), text).toBe(exists);
    }),
    { numRuns: 5000, examples: [[['0000', '02', '29', '00', '00', '00']]] },
  );
});
