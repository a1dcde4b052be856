import { isActive, isMoment, type Operator, typeOf } from '../model/index.ts';
import { ANSWERS, type ParameterName } from '../resources/index.ts';
import type { ExampleTable } from './languages.ts';
import type { Site } from './site.ts';

/** What the examples of the documentation are about: real entries of the dataset. */
export interface Examples {
  /** An operator, if there is any; one with claims if there is one. */
  readonly operator: Operator | null;
  /** A value for each parameter of a path; null if there is none. */
  readonly names: { readonly [K in ParameterName]: string | null };
}

export function examplesIn({ operators, activeCategories, metrics }: Site): Examples {
  const operator =
    operators.find((one) => isActive(one) && one.claims.length > 0) ?? operators[0] ?? null;
  return {
    operator,
    names: {
      operator: operator?.slug ?? null,
      category: activeCategories[0]?.slug ?? null,
      metric: [...metrics.keys()][0] ?? null,
      claim_id: operator?.claims[0]?.claim_id ?? null,
      // Which years have changes depends on earlier publications.
      year: null,
    },
  };
}

/** The list of operators, as programs ask for it. */
export function operatorsTable({ operators, service }: Site): ExampleTable {
  const { path, fields } = ANSWERS.operators;
  const columns = Object.entries(fields).map(([name, schema]) => {
    const isText = typeOf(schema) === 'string';
    return { name, kind: isText ? (isMoment(schema) ? 'time' : 'text') : 'other' } as const;
  });
  return {
    base: service.base_url,
    name: 'operators',
    url: `${service.base_url}/${path}`,
    columns,
    call: 'operators()',
    mayBeMissing: false,
    records: operators.filter(isActive).length,
  };
}

/** The answer about the current claims of an operator, with its first record. */
export function factsResponse(operator: Operator, site: Site): string {
  const [draft] = [ANSWERS.facts.tablesAbout?.(operator, site) ?? []].flat();
  if (draft === undefined) return '';
  const { meta, rows } = draft;
  const all = rows();
  return `{
  "meta": ${fieldsOf(meta())},
  "data": [
${all
  .slice(0, 1)
  .map((row) => indent(JSON.stringify(row, null, 2), 4))
  .join('')}${all.length > 1 ? `,\n    // … ${all.length - 1} more` : ''}
  ]
}`;
}

function fieldsOf(meta: object): string {
  const fields = Object.entries(meta).map(
    ([name, value]) => `    "${name}": ${JSON.stringify(value)},`,
  );
  return `{\n${fields.join('\n')}\n    // … when it was built, and what a credit needs\n  }`;
}

function indent(text: string, columns: number): string {
  return text.replace(/^/gm, ' '.repeat(columns));
}

/** The first claim of an operator as its page has it; null if claims have no pages. */
export function claimRecord({ operator }: Examples, site: Site) {
  if (operator === null || !ANSWERS.claim.isPublished(site.service)) return null;
  const [draft] = [ANSWERS.claim.tablesAbout?.(operator, site) ?? []].flat();
  return draft?.rows()[0] ?? null;
}
