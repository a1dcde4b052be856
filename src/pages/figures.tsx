import type { ComponentChildren } from 'preact';
import { dayOf, type Timestamp } from '../model/index.ts';
import { inDigits } from './digits.ts';

export { inDigits };

type Value = string | number | boolean | null | undefined;

/** A value with its unit, for people. */
export function Figure({
  value,
  unit = null,
}: {
  readonly value: Value;
  readonly unit?: string | null;
}) {
  if (value === null || value === undefined) return <span class="unknown">Unknown</span>;
  if (typeof value === 'boolean') return <>{value ? 'Yes' : 'No'}</>;
  return (
    <>
      <span class="figure">{typeof value === 'number' ? numberInWords(value, unit) : value}</span>
      {unit !== null && <span class="unit"> {unit}</span>}
    </>
  );
}

/** A number without a unit can be a year, whose thousands are not apart. */
export function numberInWords(value: number, unit: string | null): string {
  return unit === null ? String(value) : inDigits(value);
}

/** How many there are of something: `1 operator`, `2,000 operators`. */
export function counted(count: number, noun: string): string {
  return `${inDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** How many names a sentence has. */
const MOST_NAMES = 30;

/** Names as a part of a sentence. The others are only counted. */
export function namesInWords(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES);
  const rest = names.length - shown.length;
  const parts = rest > 0 ? [...shown, `${inDigits(rest)} more`] : shown;
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

/** The day of a time. `ages.js` says how long ago that is when the pointer is over it. */
export function Day({ at }: { readonly at: Timestamp }) {
  return <time dateTime={at}>{dayOf(at)}</time>;
}

/** The day of a time, and room for how long ago that is, which `ages.js` fills in. */
export function DayAndAge({ at }: { readonly at: Timestamp }) {
  return (
    <span class="dated">
      <Day at={at} /> <span class="age" />
    </span>
  );
}

/** Where a value was seen. */
export function Evidence({
  url,
  archive = null,
}: {
  readonly url: string;
  readonly archive?: string | null;
}) {
  return (
    <>
      <a href={url} rel="external nofollow">
        {new URL(url).hostname}
      </a>
      {archive !== null && (
        <>
          {' '}
          (<a href={archive}>archived</a>)
        </>
      )}
    </>
  );
}

/** How many rows a table of a page has at most. The others are in the CSV. */
export const MOST_ROWS = 200;

/** A table that can be wider than the page. Keys scroll it once it has the focus. */
export function Scroll({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, no key could scroll the table (WCAG 2.1.1)
    <section class="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
