import * as z from 'zod';
import type { AskOptions, Claim, Found, Missing, RegisteredClaim } from '../../client/index.ts';
import { ANSWERS } from '../../resources/index.ts';
import { untold } from '../compact-schema.ts';
import { lookUp } from '../look-up.ts';
import type { Api } from '../open-api.ts';
import { citedFigure } from '../phrases.ts';
import { defineTool } from '../tool.ts';

const claim = z.object(ANSWERS.claim.fields);

export const citeClaim = defineTool({
  name: 'cite_claim',
  description: 'One claim by id: value, evidence, status, and how to cite it.',
  input: { claim_id: z.string().max(200) },
  output: {
    ...claim.pick({
      claim_id: true,
      operator_slug: true,
      metric: true,
      value: true,
      unit: true,
      evidence_url: true,
      observed_at: true,
      first_observed_at: true,
      status: true,
      superseded_by: true,
      retracted_reason: true,
      archive_url: true,
      quote: true,
    }).shape,
    citation: claim.shape.citation.nullable(),
    bibtex: claim.shape.bibtex.nullable(),
    csl: untold(claim.shape.csl.nullable()),
  },
  async draft({ claim_id }, api, options) {
    const { data } = await lookUp('claim', claim_id, api, options, (name) =>
      ask(name, api, options),
    );
    const [found] = data;
    const stated = `${found.operator_slug}: ${found.metric} = ${citedFigure(found)}, ${found.status}`;
    const { citation, bibtex, csl } = 'citation' in found ? found : NO_CITATION;
    return {
      path: citation === null ? 'claims' : `claims/${found.claim_id}`,
      head: [stated, ...(citation === null ? [] : [`Cite: ${citation}`, bibtex])].join('\n'),
      about: { ...found, citation, bibtex, csl },
      lists: [],
    };
  },
});

/** A claim without a page has none, because a citation leads to that page. */
const NO_CITATION = { citation: null, bibtex: null, csl: null };

type Answer = Found<unknown, readonly [Claim | RegisteredClaim]>;

/** The page of a claim or, where claims have none, its entry in the list of all. */
async function ask(
  name: string,
  { client, service }: Api,
  options: AskOptions,
): Promise<Answer | Missing> {
  if (service.claim_pages !== 'none') return client.claim(name, options);
  const { meta, data } = await client.claims(options);
  const found = data.find(({ claim_id }) => claim_id === name);
  if (found !== undefined) return { status: 200, meta, data: [found] };
  return { status: 404, problem: { type: 'about:blank', title: 'Not Found', status: 404 } };
}
