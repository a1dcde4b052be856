import type { Counts } from '../build-terms.ts';

/** "1 operator", "2 operators"; thousands set apart, the same in every locale. */
export function count(number: number, noun: string): string {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${groupThousands(number)} ${number === 1 ? noun : plural}`;
}

/** "17 operators, 126 claims, 15 metrics, 2 categories" */
export function describeCounts({ operators, claims, metrics, categories }: Counts): string {
  return [
    count(operators, 'operator'),
    count(claims, 'claim'),
    count(metrics, 'metric'),
    count(categories, 'category'),
  ].join(', ');
}

/** "298.5 kB": powers of a thousand. */
export function describeBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let power = 0;
  let value = bytes;
  while (value >= 999.95 && power < units.length - 1) {
    value /= 1000;
    power += 1;
  }
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}

/** "0.42 s" */
export function describeDuration(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

export function groupThousands(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}
