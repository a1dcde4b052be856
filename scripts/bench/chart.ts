import { CONTESTANTS } from './contestants.ts';
import { grouped, inSeconds } from './figures.ts';
import type { Results } from './results.ts';

const WIDTH = 720;
const LABELS = 200;
const FIGURES = 70;
const ROW = 26;
const BAR = 16;
const HEAD = 34;

/** docs/performance.svg: a bar for each whole build, each size to its own scale. */
export function drawChart({ sizes }: Results): string {
  let top = 0;
  const parts = sizes.map(({ operators, builds }) => {
    const bars = builds.flatMap(({ name, outcome }) =>
      typeof outcome === 'string' ? [] : [{ name, milliseconds: outcome.milliseconds }],
    );
    const longest = Math.max(...bars.map(({ milliseconds }) => milliseconds));
    const scale = (WIDTH - LABELS - FIGURES) / longest;
    const head = text(0, top + HEAD - 12, `${grouped(operators)} operators`, 'head');
    top += HEAD;
    const rows = bars.map(({ name, milliseconds }) => {
      const length = Math.max(1, milliseconds * scale);
      const baseline = top + BAR - 3;
      const row = [
        text(LABELS - 8, baseline, labelOf(name), 'label'),
        `<rect class="${isOurs(name) ? 'ours' : 'other'}" x="${LABELS}" y="${top}" width="${length.toFixed(1)}" height="${BAR}"/>`,
        text(LABELS + length + 6, baseline, inSeconds(milliseconds)),
      ];
      top += ROW;
      return row.join('\n');
    });
    return [head, ...rows].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${top}" viewBox="0 0 ${WIDTH} ${top}" role="img" aria-label="How long a whole build takes">
<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.head { font-weight: 600 }
.label { text-anchor: end }
.ours { fill: #0969da }
.other { fill: #8c959f }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.ours { fill: #4493f8 }
.other { fill: #6e7681 }
}
</style>
${parts.join('\n')}
</svg>
`;
}

function text(x: number, y: number, content: string, className?: string): string {
  const classes = className === undefined ? '' : ` class="${className}"`;
  return `<text${classes} x="${x.toFixed(0)}" y="${y}">${content}</text>`;
}

function labelOf(name: string): string {
  const label = CONTESTANTS.find((contestant) => contestant.name === name)?.label ?? name;
  return label.replaceAll('`', '');
}

function isOurs(name: string): boolean {
  return name === 'ours' || name === 'precompress';
}
