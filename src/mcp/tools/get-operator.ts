import * as z from 'zod';
import type {
  Fact,
  Fee,
  Limit,
  OperatorDetail,
  PaymentOption,
  Source,
} from '../../client/index.ts';
import { ANSWERS } from '../../resources/index.ts';
import { untold } from '../compact-schema.ts';
import { lookUp } from '../look-up.ts';
import { citedFigure, day, yesNo } from '../phrases.ts';
import { defineTool, limit, list } from '../tool.ts';

const { fields } = ANSWERS.operator;
const facts = ANSWERS.facts.fields;

export const getOperator = defineTool({
  name: 'get_operator',
  description:
    'One operator: summary, current claims, payment options, fees, limits, pros, cons, sources.',
  input: {
    operator: z.string().max(200).describe('Slug, id or name'),
    limit,
  },
  output: {
    ...z.object(fields).pick({
      slug: true,
      name: true,
      status: true,
      license_jurisdiction: true,
      kyc_level: true,
      kyc_threshold_usd: true,
      accepts_vpn: true,
      has_mobile_app: true,
      updated_at: true,
      merged_into: true,
    }).shape,
    claims: z.array(
      z.object(facts).pick({
        metric: true,
        value: true,
        unit: true,
        claim_id: true,
        evidence_url: true,
        observed_at: true,
      }),
    ),
    payment_options: untold(z.array(z.object(fields.payment_options.element.shape))),
    fees: untold(z.array(z.object(fields.fees.element.shape))),
    limits: untold(z.array(z.object(fields.limits.element.shape))),
    pros: untold(fields.pros),
    cons: untold(fields.cons),
    sources: untold(z.array(z.object(fields.sources.element.shape))),
  },
  async draft({ operator }, api, options) {
    const { client } = api;
    const ask = async (name: string) => {
      const [detail, facts] = await Promise.all([
        client.operator(name, options),
        client.facts(name, options),
      ]);
      if (detail.status !== 200) return detail;
      return facts.status === 200 ? { status: 200 as const, detail, facts } : facts;
    };
    const { detail, facts } = await lookUp('operator', operator, api, options, ask);
    const [about] = detail.data;
    return {
      path: `operators/${about.slug}`,
      head: summarise(about),
      about: { ...about },
      lists: [
        list('claims', facts.data, describeFact),
        list('payment_options', about.payment_options, describePayment),
        list('fees', about.fees, describeFee),
        list('limits', about.limits, describeLimit),
        list('pros', about.pros, bullet),
        list('cons', about.cons, bullet),
        list('sources', about.sources, describeSource),
      ],
    };
  },
});

function summarise(operator: OperatorDetail): string {
  const { name, slug, status, ended_at, ended_reason, merged_into, kyc_threshold_usd } = operator;
  const end = ended_at === null ? '' : ` since ${day(ended_at)}: ${ended_reason}`;
  const threshold = kyc_threshold_usd === null ? '' : ` above ${kyc_threshold_usd} USD`;
  return [
    `${name} (${slug}), ${status}${end}${merged_into === null ? '' : `, now ${merged_into}`}.`,
    `Licence ${operator.license_jurisdiction ?? 'unknown'}, identity checks ${operator.kyc_level ?? 'unknown'}${threshold}, VPN ${yesNo(operator.accepts_vpn)}, app ${yesNo(operator.has_mobile_app)}; updated ${day(operator.updated_at)}.`,
  ].join(' ');
}

function describeFact(fact: Fact): string {
  return `- ${fact.metric_name}: ${citedFigure(fact)}`;
}

function describePayment({ asset, network, deposit, withdrawal, note }: PaymentOption): string {
  const ways = [...(deposit ? ['deposit'] : []), ...(withdrawal ? ['withdrawal'] : [])];
  return `- ${coin(asset, network)}: ${ways.join(' and ')}${noteOf(note)}`;
}

function describeFee({ type, asset, network, model, amount, currency, percent, ...more }: Fee) {
  const figures = [
    ...(amount === null ? [] : [`${amount} ${currency}`]),
    ...(percent === null ? [] : [`${percent} %`]),
  ];
  return `- ${type} ${coin(asset, network)}: ${figures.join(' + ') || model}${claimOf(more.claim_id)}${noteOf(more.note)}`;
}

function describeLimit({ type, asset, network, amount, currency, period, tier, ...more }: Limit) {
  const figure = amount === null ? 'unlimited' : `${amount} ${currency}`;
  return `- ${type} ${coin(asset, network)}: ${figure} a ${period}${tier === null ? '' : ` (${tier})`}${claimOf(more.claim_id)}${noteOf(more.note)}`;
}

function describeSource({ title, url, accessed_at }: Source): string {
  return `- ${title}, read ${day(accessed_at)}: ${url}`;
}

function bullet(text: string): string {
  return `- ${text}`;
}

function coin(asset: string | null, network: string | null): string {
  return network === null ? (asset ?? 'any') : `${asset ?? 'any'} (${network})`;
}

function claimOf(claimId: string | null): string {
  return claimId === null ? '' : ` (${claimId})`;
}

function noteOf(note: string | null): string {
  return note === null ? '' : `; ${note}`;
}
