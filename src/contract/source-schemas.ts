import * as z from 'zod';
import { categories, claim, metric, operatorRecord, service } from '../model/index.ts';
import { type NamedSchema, sourceSchema } from './json-schema.ts';

/** The JSON Schemas of the source files, for completion and help in editors. */
export function sourceSchemas(): readonly NamedSchema[] {
  const described: { readonly [kind: string]: readonly [string, string, z.ZodType] } = {
    service: ['The service', 'Its name, its addresses and its terms.', service],
    metrics: ['The metrics dictionary', 'What claims can be about.', z.array(metric)],
    categories: ['The rankings', 'Their rules, and those removed.', categories],
    operator: [
      'An operator',
      'All that is known of one operator but the claims about it. The name of the file is the slug.',
      operatorRecord,
    ],
    facts: [
      'The claims about an operator',
      'A list of claims. The name of the file is the slug of the operator.',
      z.array(claim),
    ],
  };
  return Object.entries(described).map(([kind, [title, description, source]]) => ({
    name: `source-${kind}`,
    title,
    description,
    schema: sourceSchema(source),
  }));
}
