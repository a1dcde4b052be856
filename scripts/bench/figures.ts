/** The value in the middle, or the mean of the two there. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [left = Number.NaN, right = left] = sorted.slice(Math.ceil(middle) - 1, middle + 1);
  return (left + right) / 2;
}

/** 1,234,567 */
export function grouped(number: number): string {
  return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Three digits are what a measurement of this kind knows. */
export function inSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  const digits = seconds >= 100 ? 0 : seconds >= 10 ? 1 : 2;
  return `${seconds.toFixed(digits)} s`;
}

export function inMebibytes(bytes: number | null): string {
  return bytes === null ? 'unknown' : `${grouped(bytes / 1024 ** 2)} MiB`;
}

/** How many times one is the other. */
export function asRatio(one: number, other: number): string {
  const ratio = one / other;
  return `${ratio.toFixed(ratio >= 10 ? 0 : ratio >= 1 ? 1 : 2)} ×`;
}
