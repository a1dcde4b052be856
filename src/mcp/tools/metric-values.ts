import * as z from 'zod';
import type { MetricValue, OneMetricMeta } from '../../client/index.ts';
import { ANSWERS } from '../../resources/index.ts';
import { untold } from '../compact-schema.ts';
import { lookUp } from '../look-up.ts';
import { citedFigure } from '../phrases.ts';
import { defineTool, limit, list } from '../tool.ts';

const { fields, meta } = ANSWERS.metric;
const { metric, distribution } = meta;

export const metricValues = defineTool({
  name: 'metric_values',
  description: 'One metric across all operators, best first, with its meaning and distribution.',
  input: {
    metric: z.string().max(200).describe('Key or name; an unknown one lists the keys'),
    limit,
  },
  output: {
    metric: metric.shape.key,
    unit: metric.shape.unit,
    better: metric.shape.better,
    distribution: untold(z.object(distribution.shape).omit({ values: true })),
    values: z.array(
      z.object(fields).pick({
        rank: true,
        operator_slug: true,
        value: true,
        claim_id: true,
        evidence_url: true,
        observed_at: true,
      }),
    ),
    frequencies: untold(distribution.shape.values.unwrap()),
  },
  async draft({ metric }, api, options) {
    const ask = (name: string) => api.client.metric(name, options);
    const { meta, data } = await lookUp('metric', metric, api, options, ask);
    const { key, unit, better } = meta.metric;
    return {
      path: `metrics/${key}`,
      head: describeMetric(meta),
      about: { metric: key, unit, better, distribution: meta.distribution },
      lists: [
        list('values', data, describeValue),
        list('frequencies', meta.distribution.values ?? [], describeFrequency),
      ],
    };
  },
});

function describeMetric({ metric, distribution, operators }: OneMetricMeta): string {
  const { name, key, description, better, unit, replaced_by } = metric;
  const { count, min, median, max } = distribution;
  return [
    `${name} (${key}): ${description}`,
    ...(better === 'none' ? [] : [`${better} is better.`]),
    ...(replaced_by === null ? [] : [`Replaced by ${replaced_by}.`]),
    `Known for ${count} of ${operators} operators.`,
    ...(median === null
      ? []
      : [`Least ${min}, median ${median}, greatest ${max}${unit === null ? '' : ` ${unit}`}.`]),
  ].join(' ');
}

function describeValue(value: MetricValue): string {
  const { rank, operator, operator_slug } = value;
  return `${rank === null ? '-' : `${rank}.`} ${operator} (${operator_slug}): ${citedFigure(value)}`;
}

function describeFrequency({ value, operators }: { value: unknown; operators: number }): string {
  return `- ${value}: ${operators}`;
}
