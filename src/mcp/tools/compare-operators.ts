import * as z from 'zod';
import type { Fact, OperatorSummary } from '../../client/index.ts';
import { ANSWERS } from '../../resources/index.ts';
import { untold } from '../compact-schema.ts';
import { lookUp, requireMetrics } from '../look-up.ts';
import { sameName } from '../nearest-names.ts';
import { citedFigure, yesNo } from '../phrases.ts';
import { defineTool, limit, list } from '../tool.ts';

const summary = z.object(ANSWERS.operators.fields);
const fact = z.object(ANSWERS['all-facts'].fields);

export const compareOperators = defineTool({
  name: 'compare_operators',
  description: 'Two to five operators side by side: summaries, and current claims by metric.',
  input: {
    operators: z.array(z.string().max(200)).min(2).max(5).describe('Slugs, ids or names'),
    metrics: z.array(z.string().max(200)).optional().describe('Metric keys; all if left out'),
    limit,
  },
  output: {
    operators: untold(
      z.array(
        summary.pick({
          slug: true,
          name: true,
          license_jurisdiction: true,
          kyc_level: true,
          accepts_vpn: true,
          has_mobile_app: true,
        }),
      ),
    ),
    metrics: z.array(
      fact.pick({ metric: true, unit: true }).extend({
        figures: z.array(
          fact.pick({
            operator_slug: true,
            value: true,
            claim_id: true,
            evidence_url: true,
            observed_at: true,
          }),
        ),
      }),
    ),
  },
  async draft({ operators, metrics }, api, options) {
    const { client } = api;
    const { data: summaries } = await client.operators(options);
    const found = await Promise.all(
      operators.map(async (given) => {
        const summary =
          summaries.find(({ id, slug }) => given === slug || given === String(id)) ??
          sameName(
            given,
            summaries.map((summary) => ({ ...summary, key: summary.slug })),
          );
        const slug = summary?.slug ?? given;
        const ask = (name: string) => client.facts(name, options);
        const { meta, data } = await lookUp('operator', slug, api, options, ask);
        return { slug, summary, status: meta.operator_status, facts: data };
      }),
    );
    const claims = found.flatMap(({ slug, facts }) =>
      facts.map((fact) => ({ ...fact, operator_slug: slug })),
    );
    const keys = new Set(claims.map(({ metric }) => metric));
    const wanted =
      metrics === undefined ? [...keys] : await requireMetrics(metrics, keys, api, options);
    const slugs = found.map(({ slug }) => slug);
    const ended = found.filter(({ status }) => status !== 'active');
    return {
      path: 'facts',
      head: [
        `Comparison of ${slugs.join(', ')}.`,
        ...ended.map(({ slug, status }) => `${slug} has ended (${status}).`),
      ].join(' '),
      lists: [
        list(
          'operators',
          found.flatMap(({ summary }) => summary ?? []),
          describeSummary,
        ),
        list(
          'metrics',
          wanted.map((metric) => toRow(metric, claims)),
          describeRow(slugs),
        ),
      ],
    };
  },
});

type Claim = Fact & { readonly operator_slug: string };

interface Row {
  readonly metric: string;
  readonly unit: string | null;
  readonly figures: readonly Claim[];
}

function toRow(metric: string, claims: readonly Claim[]): Row {
  const figures = claims.filter((claim) => claim.metric === metric);
  return { metric, unit: figures[0]?.unit ?? null, figures };
}

function describeRow(slugs: readonly string[]): (row: Row) => string {
  return ({ metric, figures }) => {
    const lines = slugs.map((slug) => {
      const claim = figures.find(({ operator_slug }) => operator_slug === slug);
      return `  - ${slug}: ${claim === undefined ? 'no current claim' : citedFigure(claim)}`;
    });
    return [`- ${metric}`, ...lines].join('\n');
  };
}

function describeSummary(operator: OperatorSummary): string {
  const { slug, name, license_jurisdiction, kyc_level, accepts_vpn, has_mobile_app } = operator;
  return `- ${name} (${slug}): licence ${license_jurisdiction ?? 'unknown'}, identity checks ${kyc_level ?? 'unknown'}, VPN ${yesNo(accepts_vpn)}, app ${yesNo(has_mobile_app)}`;
}
