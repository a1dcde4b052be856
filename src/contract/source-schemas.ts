import * as z from 'zod';
import {
  activeCategory,
  claim,
  MEANINGS,
  metric,
  operatorRecord,
  removedCategory,
  service,
} from '../model/index.ts';
import { annotate, type JsonSchema, sourceSchema } from './json-schema.ts';
import { annotateModel } from './keywords.ts';

/** The schema of one kind of source file. */
export interface SourceSchema {
  readonly name: string;
  /** Which files it is for, below the data folder. */
  readonly files: string;
  readonly title: string;
  readonly description: string;
  /** Without an address of its own. */
  readonly schema: JsonSchema;
}

/** The JSON Schemas of the source files: what an editor needs to complete and explain them. */
export function sourceSchemas(): readonly SourceSchema[] {
  annotateModel();
  const categories = annotate(
    z.strictObject({
      active: z.array(activeCategory),
      removed: z.array(removedCategory).nullish(),
    }),
    { meanings: MEANINGS.categories },
  );
  const kinds = [
    ['service', 'service.yaml', 'The service', 'Its name, its addresses and its terms.', service],
    [
      'metrics',
      'metrics.yaml',
      'The metrics dictionary',
      'What claims can be about.',
      list(metric),
    ],
    [
      'categories',
      'categories.yaml',
      'The rankings',
      'Their rules, and those removed.',
      categories,
    ],
    [
      'operator',
      'operators/*.yaml',
      'An operator',
      'All that is known of one operator but the claims about it. The name of the file is the slug.',
      operatorRecord,
    ],
    [
      'facts',
      'facts/*.yaml',
      'The claims about an operator',
      'A list of claims. The name of the file is the slug of the operator.',
      list(claim),
    ],
  ] as const;
  return kinds.map(([name, files, title, description, schema]) => ({
    name: `source-${name}`,
    files,
    title,
    description,
    schema: sourceSchema(schema),
  }));
}

function list(schema: z.ZodType): z.ZodType {
  return z.array(schema);
}
