import { type Claim, dayOf, firstObserved, lastObserved, momentOf } from '../model/index.ts';
import { withUnit } from '../resources/index.ts';
import { inDigits } from './figures.tsx';

const WIDTH = 420;
const HEIGHT = 96;
const TOP = 10;
const BOTTOM = 24;
const RIGHT = 8;
/** About how wide a digit is. */
const DIGIT = 6.5;

/**
 * The numbers that an operator had for a metric, as steps from observation to observation. Retracted ones
 * are beside the line. Null where there is nothing to see: one number, or one moment.
 */
export function HistoryChart({
  name,
  unit,
  claims,
}: {
  readonly name: string;
  readonly unit: string | null;
  readonly claims: readonly Claim[];
}) {
  const points = claims
    .flatMap(({ value, retracted, ...times }) =>
      typeof value === 'number'
        ? [
            {
              value,
              isRetracted: retracted !== null,
              from: momentOf(firstObserved(times)),
              to: momentOf(lastObserved(times)),
              day: dayOf(firstObserved(times)),
            },
          ]
        : [],
    )
    .sort((one, other) => one.from - other.from);
  const [first, ...others] = points;
  if (first === undefined || others.length === 0) return null;
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const [start, end] = [first.from, Math.max(...points.map(({ to }) => to))];
  if (start === end || least === most) return null;

  const labels = [inDigits(most), inDigits(least)] as const;
  const left = Math.min(WIDTH / 2, 10 + DIGIT * Math.max(...labels.map(({ length }) => length)));
  const x = (at: number) => round(left + ((WIDTH - RIGHT - left) * (at - start)) / (end - start));
  const y = (value: number) =>
    round(TOP + ((HEIGHT - TOP - BOTTOM) * (most - value)) / (most - least));
  const steps = points.filter(({ isRetracted }) => !isRetracted);
  const line = steps
    .map(({ value, from, to }, index) => {
      const until = steps[index + 1]?.from ?? to;
      return `${index === 0 ? 'M' : 'L'}${x(from)} ${y(value)}H${x(Math.max(from, until))}`;
    })
    .join('');
  const last = points.at(-1) ?? first;
  return (
    <svg
      class="history-chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${name}: ${points.length} values, from ${withUnit(first.value, unit)} on ${first.day} to ${withUnit(last.value, unit)} on ${last.day}`}
    >
      <path class="history-grid" d={`M${left} ${y(most)}H${WIDTH}M${left} ${y(least)}H${WIDTH}`} />
      <text x={left - 6} y={y(most) + 4} text-anchor="end">
        {labels[0]}
      </text>
      <text x={left - 6} y={y(least) + 4} text-anchor="end">
        {labels[1]}
      </text>
      <text x={left} y={HEIGHT - 4}>
        {first.day}
      </text>
      <text x={WIDTH - 2} y={HEIGHT - 4} text-anchor="end">
        {new Date(end).toISOString().slice(0, 10)}
      </text>
      <path class="history-line" d={line} />
      {points.map(({ value, from, isRetracted }) => (
        <circle
          class={isRetracted ? 'history-retracted' : undefined}
          cx={x(from)}
          cy={y(value)}
          r="4"
        />
      ))}
    </svg>
  );
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
