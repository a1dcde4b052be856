/**
 * Whether a number, as it is written, is the same after it was an IEEE 754 double: JSON readers use
 * doubles (RFC 8259 §6), so any other number would be published changed.
 *
 * @param written A number of the YAML 1.2 core schema, such as `-1.50`, `0x1F` or `3e8`.
 */
export function isExact(written: string, value: number): boolean {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  if (/^0[ox]/.test(written)) return true;
  // A double keeps any 15 digits (DBL_DIG).
  if (written.length <= 15 && !/e/i.test(written)) return true;
  return toDecimal(written) === toDecimal(String(value));
}

/** One spelling for each decimal value: its significant digits and a power of ten. */
function toDecimal(written: string): string {
  const [mantissa = '', exponent = '0'] = written.toLowerCase().split('e');
  const isNegative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = withoutTrailingZeros(digits);
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${isNegative ? '-' : ''}${significant}e${power}`;
}

/** A loop: the pattern `0+$` takes quadratic time where a long run of zeros is not the end. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
