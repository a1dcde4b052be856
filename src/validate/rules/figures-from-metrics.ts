import type { Place } from '../../diagnostics/index.ts';
import { type Claim, isCurrent, isPercent } from '../../model/index.ts';
import type { Rule } from '../rule.ts';
import type { Dossier } from '../sources.ts';

export const figuresFromMetrics: Rule = {
  name: 'figures-from-metrics',
  says: 'A metric can state the figure of a fee or limit, and a figure that is also written agrees with the claim.',
  check({ operators, metricsByKey: metrics }, report) {
    if (metrics === null) return;
    /** The metrics that state a figure for some operator, by what the figure is about. */
    const statedBy = new Map<string, string>();
    for (const { operator } of operators) {
      for (const figure of figuresOf(operator)) {
        if (figure.metric !== null) statedBy.set(figure.subject, figure.metric);
      }
    }
    for (const { operator, claims } of operators) {
      const current = new Map(
        claims.flatMap(({ whole }) =>
          whole !== null && isCurrent(whole) ? [[whole.metric, whole]] : [],
        ),
      );
      // The claim that would state a figure may not have been readable.
      const isComplete = claims.every(({ whole }) => whole !== null);
      for (const figure of figuresOf(operator)) {
        const { what, model, place } = figure;
        const metric = figure.metric ?? statedBy.get(figure.subject);
        const { type, unit } = (metric === undefined ? undefined : metrics.get(metric)) ?? {};
        if (metric === undefined || type === undefined || unit === undefined) continue;
        const claim = current.get(metric);
        if (figure.metric !== null) {
          const problem = problemOf(figure, type, unit, claim);
          if (problem === null || (problem === 'no-claim' && !isComplete)) continue;
          report(place('metric'), { code: 'figure/metric', metric, what, model, unit, problem });
        } else if (claim !== undefined) {
          const field = isPercent(unit) ? 'percent' : 'amount';
          const written = figure[field];
          const isComparable = field === 'percent' || figure.currency === unit;
          if (written === null || !isComparable || written === claim.value) continue;
          const said = { written, value: String(claim.value), claimId: claim.claim_id };
          report(place(field), { code: 'figure/disagrees', what, field, metric, ...said });
        }
      }
    }
  },
};

/** A fee or a limit. */
interface Figure {
  readonly what: 'fee' | 'limit';
  /** What it is about: figures of different operators with the same subject can be compared. */
  readonly subject: string;
  readonly model: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly percent: number | null;
  readonly metric: string | null;
  readonly place: (field: string) => Place;
}

function figuresOf(operator: Dossier['operator']): readonly Figure[] {
  if (operator === null) return [];
  const { fees = [], limits = [] } = operator.value;
  return [
    ...fees.map(({ type, asset, network, model, amount, currency, percent, metric }, index) => ({
      what: 'fee' as const,
      subject: JSON.stringify(['fee', type, asset, network, model]),
      model,
      amount,
      currency,
      percent,
      metric,
      place: (field: string) => operator.placeOf('fees', index, field),
    })),
    ...limits.map(({ type, asset, network, period, tier, amount, currency, metric }, index) => ({
      what: 'limit' as const,
      subject: JSON.stringify(['limit', type, asset, network, period, tier]),
      model: null,
      amount: amount ?? null,
      currency,
      percent: null,
      metric,
      place: (field: string) => operator.placeOf('limits', index, field),
    })),
  ];
}

/** A code such as USD or USDT, or a sign. */
const CURRENCY = /^(?:[A-Z][A-Z0-9]{1,9}|\p{Sc})$/u;

function problemOf(
  { what, model, amount, percent }: Figure,
  type: string,
  unit: string | null,
  claim: Claim | undefined,
) {
  if (type !== 'number' && type !== 'integer') return 'not-a-number';
  if (unit === null) return 'no-unit';
  if (isPercent(unit)) {
    if (what === 'limit' || model === 'flat' || model === 'network') return 'percent';
    if (percent !== null) return 'other-figure';
  } else {
    if (!CURRENCY.test(unit)) return 'no-currency';
    if (model === 'percent') return 'amount';
    if (amount !== null) return 'other-figure';
  }
  if (claim === undefined) return what === 'limit' ? 'no-claim' : null;
  const value = Number(claim.value);
  return value < 0 || (isPercent(unit) && value > 100) ? 'range' : null;
}
