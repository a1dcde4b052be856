import * as z from 'zod';
import type { AskOptions, HistoricClaim, Missing } from '../../client/index.ts';
import { ANSWERS } from '../../resources/index.ts';
import { lookUp, requireMetrics } from '../look-up.ts';
import type { Api } from '../open-api.ts';
import { citedFigure, day } from '../phrases.ts';
import { defineTool, limit, list, Refusal } from '../tool.ts';

const { fields } = ANSWERS['operator-claims'];

export const claimHistory = defineTool({
  name: 'claim_history',
  description: 'Every value ever claimed about one operator, by metric and time.',
  input: {
    operator: z.string().max(200).describe('Slug, id or name'),
    metric: z.string().max(200).optional().describe('Key or name'),
    limit,
  },
  output: {
    claims: z.array(
      z.object(fields).pick({
        metric: true,
        value: true,
        unit: true,
        valid_from: true,
        valid_to: true,
        status: true,
        claim_id: true,
        evidence_url: true,
        observed_at: true,
      }),
    ),
  },
  async draft({ operator, metric }, api, options) {
    const { slug, name, claims } = await lookUp('operator', operator, api, options, (given) =>
      ask(given, api, options),
    );
    const present = new Set(claims.map(({ metric }) => metric));
    const [key] = metric === undefined ? [] : await requireMetrics([metric], present, api, options);
    const found = key === undefined ? claims : claims.filter(({ metric }) => metric === key);
    return {
      path: `operators/${slug}/claims`,
      head: `${name}: ${found.length} claims${key === undefined ? '' : ` about ${key}`}.`,
      lists: [list('claims', found, describeClaim)],
    };
  },
});

interface History {
  readonly status: 200;
  readonly slug: string;
  readonly name: string;
  readonly claims: readonly HistoricClaim[];
}

/** The history of an operator, which has its address at the slug only. */
async function ask(
  given: string,
  { client }: Api,
  options: AskOptions,
): Promise<History | Missing> {
  const answer = await client.operatorClaims(given, options);
  if (answer.status === 200) return toHistory(given, answer);
  const detail = await client.operator(given, options);
  if (detail.status !== 200) return detail;
  const [{ slug }] = detail.data;
  const other = await client.operatorClaims(slug, options);
  if (other.status === 200) return toHistory(slug, other);
  throw new Refusal(
    'The publisher leaves the histories of operators out. get_operator gives the current claims, cite_claim any claim by its id.',
  );
}

function toHistory(
  slug: string,
  { meta, data }: { meta: { operator: string }; data: readonly HistoricClaim[] },
): History {
  return { status: 200, slug, name: meta.operator, claims: data };
}

function describeClaim(claim: HistoricClaim): string {
  const { metric, valid_from, valid_to, status, retracted_reason } = claim;
  const reason = retracted_reason === null ? '' : `: ${retracted_reason}`;
  return `- ${metric}, ${day(valid_from)} to ${valid_to === null ? 'now' : day(valid_to)}: ${citedFigure(claim)}, ${status}${reason}`;
}
