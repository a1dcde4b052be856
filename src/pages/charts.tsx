import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { inDigits } from './figures.tsx';
import type { Site } from './site.ts';

/** A bar of a chart. */
export interface Bar {
  readonly label: string;
  readonly length: number;
  /** What `length` means, for people: `0.8 USD`. */
  readonly value: string;
}

/** What a chart shows. Widths are percentages, so that it fits phones without smaller text. */
export interface Drawing {
  readonly height: number;
  readonly content: ComponentChildren;
}

/** How many bars a chart has at most. */
export const MOST_BARS = 30;

const ROW = 34;

/** Horizontal bars from zero, each below its label and value. */
export function drawBars(bars: readonly Bar[]): Drawing {
  const shown = bars.slice(0, MOST_BARS);
  const rest = bars.length - shown.length;
  const lengths = shown.map(({ length }) => length);
  const [least, most] = [Math.min(0, ...lengths), Math.max(0, ...lengths)];
  const place = (length: number) => (length - least) / (most - least || 1);
  const content = shown.map(({ label, length, value }, index) => {
    const [from, to] = [place(Math.min(0, length)), place(Math.max(0, length))];
    const y = index * ROW;
    return (
      <>
        <svg aria-hidden="true" x="0" y={y} width="68%" height="20" overflow="hidden">
          <text x="0" y="14">
            {cut(label, 48)}
          </text>
        </svg>
        <text class="amount" x="100%" y={y + 14} text-anchor="end">
          {value}
        </text>
        <rect class="track" x="0" y={y + 20} width="100%" height="7" rx="2" />
        <rect class="bar" x={share(from)} y={y + 20} width={share(to - from)} height="7" rx="2" />
      </>
    );
  });
  return {
    height: Math.max(1, shown.length) * ROW + (rest > 0 ? ROW : 0),
    content: (
      <>
        {bars.length === 0 && <NoValue />}
        {content}
        {rest > 0 && (
          <text class="remark" x="0" y={shown.length * ROW + 18}>
            and {inDigits(rest)} more
          </text>
        )}
      </>
    ),
  };
}

const [COLUMN_TOP, COLUMN_HEIGHT] = [20, 140];

/** How often values occur, in ranges of one width. */
export function drawHistogram(values: readonly number[]): Drawing {
  const { edges, counts } = toRanges(values);
  const most = Math.max(1, ...counts);
  const bottom = COLUMN_TOP + COLUMN_HEIGHT;
  const labelled = Math.ceil(counts.length / 5);
  return {
    height: bottom + 28,
    content: (
      <>
        {values.length === 0 && <NoValue />}
        {counts.map((count, index) => {
          const height = (count / most) * COLUMN_HEIGHT;
          return (
            count > 0 && (
              <>
                <rect
                  class="bar"
                  x={share((index + 0.03) / counts.length)}
                  y={oneDecimal(bottom - height)}
                  width={share(0.94 / counts.length)}
                  height={oneDecimal(height)}
                />
                <text
                  class="amount"
                  x={share((index + 0.5) / counts.length)}
                  y={oneDecimal(bottom - height - 5)}
                  text-anchor="middle"
                >
                  {inDigits(count)}
                </text>
              </>
            )
          );
        })}
        <rect class="axis" x="0" y={bottom} width="100%" height="1" />
        {edges.map((edge, index) => {
          const isLast = index === edges.length - 1;
          return (
            index % labelled === 0 && (
              <text
                class="remark"
                x={share(index / counts.length)}
                y={bottom + 20}
                text-anchor={index === 0 ? 'start' : isLast ? 'end' : 'middle'}
              >
                {inShort(edge)}
              </text>
            )
          );
        })}
      </>
    ),
  };
}

/** Ranges with round edges that contain all values. The last one includes its upper edge. */
function toRanges(values: readonly number[]) {
  if (values.length === 0) return { edges: [], counts: [] };
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const wanted = Math.min(12, Math.ceil(Math.log2(values.length)) + 2);
  const step = roundStep((most - least) / wanted || Math.abs(most) || 1);
  const first = Math.floor(least / step);
  const size = Math.max(1, Math.ceil(most / step - first));
  const counts = Array.from({ length: size }, () => 0);
  for (const value of values) {
    const index = Math.min(size - 1, Math.max(0, Math.floor(value / step - first)));
    counts[index] = (counts[index] ?? 0) + 1;
  }
  // Multiples of a decimal fraction are inexact in their last digits.
  const edges = Array.from({ length: size + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
  return { edges, counts };
}

/** The next of 1, 2, 5, 10, … times a power of ten. */
function roundStep(least: number): number {
  // A text, because powers of ten below one are inexact.
  const power = Number(`1e${Math.floor(Math.log10(least))}`);
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
}

const SCALES = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e4, 'k'],
] as const;

/** A number for an axis: `25k`. Years stay as they are. */
function inShort(value: number): string {
  const [size, letter] = SCALES.find(([size]) => Math.abs(value) >= size) ?? [1, ''];
  const unit = letter === 'k' ? 1000 : size;
  return `${Number((value / unit).toPrecision(6))}${letter}`;
}

function NoValue() {
  return (
    <text class="remark" x="0" y="18">
      No values yet
    </text>
  );
}

function share(part: number): string {
  return `${Number((part * 100).toFixed(2))}%`;
}

function oneDecimal(length: number): number {
  return Number(length.toFixed(1));
}

/** The start of a text. Code points stay whole. */
function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** A chart in a page. The table on the same page has its figures as text. */
export function Chart({
  drawing: { height, content },
  label,
  caption,
}: {
  readonly drawing: Drawing;
  /** What the chart shows, for those who do not see it. */
  readonly label: string;
  readonly caption: ComponentChildren;
}) {
  return (
    <figure class="chart">
      <figcaption>{caption}</figcaption>
      <svg role="img" aria-label={label} width="100%" height={height}>
        {content}
      </svg>
    </figure>
  );
}

/** A part of a whole, beside its figures. */
export function Meter({ part, whole }: { readonly part: number; readonly whole: number }) {
  return (
    <svg class="meter" aria-hidden="true" width="100%" height="5">
      <rect class="track" width="100%" height="5" rx="2" />
      <rect class="bar" width={share(whole === 0 ? 0 : part / whole)} height="5" rx="2" />
    </svg>
  );
}

const [WIDTH, MARGIN, HEAD, FOOT] = [640, 24, 64, 56];

/** The colours of the stylesheet: a picture cannot use those of the page that shows it. */
const STYLE = `svg{font:13px system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-variant-numeric:tabular-nums}
.page{fill:#fbfbf9}text{fill:#1b1f1d}.heading{font-size:18px;font-weight:600}.remark,.credit{fill:#59605c}.credit{font-size:12px}.bar{fill:#0b5c55}.track{fill:#f1f2ee}.axis{fill:#d9dbd4}
@media(prefers-color-scheme:dark){.page{fill:#131615}text{fill:#e8ebe8}.remark,.credit{fill:#a3aca7}.bar{fill:#6fc7bb}.track{fill:#222725}.axis{fill:#363d3a}}`;

/** A chart as a picture of its own, with the credit that whoever shows it owes. */
export function renderPicture({
  site: { service, url },
  path,
  title,
  description,
  drawing: { height, content },
}: {
  readonly site: Site;
  /** That of the page that the chart belongs to. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly drawing: Drawing;
}): string {
  const whole = HEAD + height + FOOT;
  const picture = renderToString(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={WIDTH}
      height={whole}
      viewBox={`0 0 ${WIDTH} ${whole}`}
      role="img"
      aria-labelledby="title description"
    >
      <title id="title">{title}</title>
      <desc id="description">{description}</desc>
      <style>{STYLE}</style>
      <rect class="page" width="100%" height="100%" />
      <text class="heading" x={MARGIN} y="38">
        {cut(title, 60)}
      </text>
      <svg aria-hidden="true" x={MARGIN} y={HEAD} width={WIDTH - 2 * MARGIN} height={height}>
        {content}
      </svg>
      <text class="credit" x={MARGIN} y={whole - 34}>
        {cut(`${service.name}, ${service.license.name}`, 90)}
      </text>
      <text class="credit" x={MARGIN} y={whole - 17}>
        {cut(url + path, 90)}
      </text>
    </svg>,
  );
  return `${toXml(picture)}\n`;
}

/** Characters that no XML document has (XML 1.0 §2.2). */
const NOT_IN_XML = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

/** Markup that was rendered as HTML, as XML, where `]]>` may not be in text (XML 1.0 §2.4). */
export function toXml(markup: string): string {
  return markup.replace(NOT_IN_XML, '\ufffd').replaceAll(']]>', ']]&gt;');
}
