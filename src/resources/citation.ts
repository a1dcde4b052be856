import * as z from 'zod';
import {
  type Claim,
  dayOf,
  lastObserved,
  type Metric,
  type Operator,
  type Service,
  text,
  url,
} from '../model/index.ts';

/** What is cited. */
export interface Cited {
  readonly claim: Claim;
  readonly operator: Operator;
  readonly metric: Metric;
  readonly service: Service;
  /** The permanent address of the claim. */
  readonly url: string;
}

const name = z.strictObject({ literal: z.string().describe('The name as a whole.') });

/** The fields of a claim that cite it, for people and for reference managers. */
export const citationFields = {
  csl: z
    .strictObject({
      id: z.string().describe('The id of the claim.'),
      type: z.literal('dataset').describe('The kind of item.'),
      title: text.describe('Operator, metric and value.'),
      author: z.array(name).describe('The service.'),
      publisher: text.describe('The service.'),
      issued: z
        .strictObject({
          'date-parts': z.array(z.array(z.number())).describe('Year, month and day.'),
        })
        .describe('When the value was last seen.'),
      URL: url.describe('The permanent address of the claim.'),
      note: z.string().describe('What became of the claim.'),
    })
    .describe('The claim as CSL-JSON, for reference managers.'),
  bibtex: z.string().describe('The claim as a BibTeX entry.'),
};

/** One sentence to cite a claim by. It starts with the name of the service. */
export function cite({ claim, operator, metric, service, url }: Cited): string {
  return `${service.name} states for ${operator.name}: ${metric.name} = ${statedValue(claim, metric)}, observed on ${observedOn(claim)}${fatesOf(
    claim,
    operator,
  )
    .map((fate) => `, ${fate}`)
    .join('')} (${url}).`;
}

/** The claim as CSL-JSON and as BibTeX. */
export function citationsOf({ claim, operator, metric, service, url }: Cited) {
  return entriesOf({
    id: claim.claim_id,
    title: `${operator.name}: ${metric.name} = ${statedValue(claim, metric)}`,
    day: observedOn(claim),
    note: [`observed on ${observedOn(claim)}`, ...fatesOf(claim, operator)].join(', '),
    service,
    url,
  });
}

/** Everything about an operator as one sentence, as CSL-JSON and as BibTeX. */
export function operatorCitations({
  operator,
  service,
  url,
}: Pick<Cited, 'operator' | 'service' | 'url'>) {
  const { slug, name, updated_at } = operator;
  const updated = `last updated on ${dayOf(updated_at)}`;
  const title = `${name}: fees, limits and facts`;
  return {
    sentence: `${service.name}: ${title}, ${updated} (${url}).`,
    ...entriesOf({ id: slug, title, day: dayOf(updated_at), note: updated, service, url }),
  };
}

/** What reference managers keep of a work. */
interface Work extends Pick<Cited, 'service' | 'url'> {
  readonly id: string;
  readonly title: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly note: string;
}

/** A work as CSL-JSON (Citation Style Language 1.0.2, csl-data.json) and as BibTeX. */
function entriesOf({ id, title, day: issued, note, service, url }: Work) {
  const [year = 0, month = 0, day = 0] = issued.split('-').map(Number);
  const csl = {
    id,
    type: 'dataset' as const,
    title,
    author: [{ literal: service.name as string }],
    publisher: service.name,
    issued: { 'date-parts': [[year, month, day]] },
    URL: url,
    note,
  };
  const fields = {
    author: `{${inTeX(service.name)}}`,
    title: `{${inTeX(title)}}`,
    year: `${year}`,
    month: `${month}`,
    day: `${day}`,
    // Addresses are verbatim, except for what would end the field or start a comment.
    url: url.replace(/[{}%\\]/g, encodeURIComponent),
    note: inTeX(note),
  };
  const lines = Object.entries(fields).map(([field, value]) => `  ${field} = {${value}}`);
  return { csl, bibtex: `@misc{${id},\n${lines.join(',\n')}\n}` };
}

function statedValue({ value }: Claim, { unit }: Metric): string {
  return unit === null ? `${value}` : `${value} ${unit}`;
}

function observedOn(claim: Claim): string {
  return dayOf(lastObserved(claim));
}

/** What became of a claim and its operator, if they are no longer current. */
function fatesOf({ superseded_by, retracted }: Claim, { status, ended_at }: Operator): string[] {
  return [
    ...(superseded_by === null ? [] : [`superseded since by ${superseded_by}`]),
    ...(retracted === null ? [] : [`retracted on ${dayOf(retracted.at)}`]),
    ...(ended_at === null ? [] : [`operator ${status} on ${dayOf(ended_at)}`]),
  ];
}

const TEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** Text without characters that are special in TeX. */
function inTeX(text: string): string {
  return text.replace(/[\\{}~^&%$#_]/g, (character) => TEX[character] ?? `\\${character}`);
}
