import type { ComponentChildren } from 'preact';
import { dayOf, type Timestamp } from '../model/index.ts';

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
      <span class="figure">{typeof value === 'number' ? inDigits(value) : value}</span>
      {unit !== null && <span class="unit"> {unit}</span>}
    </>
  );
}

/** A number with its thousands apart, the same on every machine. */
export function inDigits(value: number): string {
  const [whole = '', fraction] = String(value).split('.');
  if (/[^\d-]/.test(whole + (fraction ?? ''))) return String(value);
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** The day of a time; `ages.js` adds how long ago that is. */
export function Day({ at }: { readonly at: Timestamp }) {
  return <time dateTime={at}>{dayOf(at)}</time>;
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
