import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsOf, readValue } from '../doors/check-yaml.ts';

describe('numbers are carried exactly or not at all', () => {
  it.each([
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740991.0', 9007199254740991],
    ['0x1fffffffffffff', 9007199254740991],
    ['0o377777777777777777', 9007199254740991],
    ['0.1', 0.1],
    ['0.10', 0.1],
    ['00.10', 0.1],
    ['1.7e-5', 0.000017],
    ['0.30000000000000004', 0.30000000000000004],
    ['1.7976931348623156e-290', 1.7976931348623156e-290],
    ['5e-324', 5e-324],
    ['123456789.125', 123456789.125],
    ['0.5000000000000000000000000', 0.5],
    ['100000000000000e-14', 1],
  ])('%s is accepted', (written, value) => {
    expect(readValue(`a: ${written}\n`)).toEqual({ a: value });
  });

  it.each([
    ['9007199254740992', 'yaml/number-inexact'],
    ['9007199254740993', 'yaml/number-inexact'],
    ['-9007199254740993', 'yaml/number-inexact'],
    ['0x20000000000001', 'yaml/number-inexact'],
    ['0o400000000000000001', 'yaml/number-inexact'],
    ['1e16', 'yaml/number-inexact'],
    ['0.1000000000000000055511151231257827', 'yaml/number-inexact'],
    ['0.12345678901234567890', 'yaml/number-inexact'],
    ['1.00000000000000000001', 'yaml/number-inexact'],
    ['4.9e-324', 'yaml/number-inexact'],
    ['1e-400', 'yaml/number-inexact'],
    ['1e400', 'yaml/number-not-finite'],
    ['-1e400', 'yaml/number-not-finite'],
    ['.inf', 'yaml/number-not-finite'],
    ['-.Inf', 'yaml/number-not-finite'],
    ['+.INF', 'yaml/number-not-finite'],
    ['.nan', 'yaml/number-not-finite'],
    ['.NaN', 'yaml/number-not-finite'],
  ])('%s is refused', (written, code) => {
    expect(problemsOf(`a: ${written}\n`)).toEqual([`${code} 1:4`]);
  });

  it('thousands of digits are refused like a few', () => {
    expect(problemsOf(`a: 0.1${'0'.repeat(9000)}1\n`)).toEqual(['yaml/number-inexact 1:4']);
    expect(problemsOf(`a: ${'9'.repeat(9000)}\n`)).toEqual(['yaml/number-not-finite 1:4']);
  });

  it('takes every double in the form JavaScript prints', () => {
    fc.assert(
      fc.property(doubles, (number) => {
        expect(readValue(`- ${String(number)}\n`)).toEqual([number === 0 ? 0 : number]);
      }),
      { numRuns: 500 },
    );
  });

  it('refuses 25 digits that no double has', () => {
    const perturbed = fc
      .tuple(
        doubles.filter((number) => number !== 0),
        fc.integer({ min: 1, max: 9 }),
      )
      .map(([number, last]) => withDigit25(String(number), last));
    fc.assert(
      fc.property(perturbed, (written) => {
        expect(problemsOf(`- ${written}\n`)).toEqual(['yaml/number-inexact 1:3']);
      }),
      { numRuns: 500 },
    );
  });
});

const doubles = fc.double({
  min: Number.MIN_SAFE_INTEGER,
  max: Number.MAX_SAFE_INTEGER,
  noNaN: true,
});

/** Appends zeros and one digit, so that 25 digits count: less than half a step away, never equal. */
function withDigit25(written: string, last: number): string {
  const [mantissa = '', exponent] = written.split('e');
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '').length;
  const point = mantissa.includes('.') ? '' : '.';
  const tail = `${point}${'0'.repeat(24 - digits)}${last}`;
  return `${mantissa}${tail}${exponent === undefined ? '' : `e${exponent}`}`;
}
