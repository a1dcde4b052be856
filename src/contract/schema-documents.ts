import * as z from 'zod';
import {
  baseUrl,
  claimId,
  dayOrTime,
  email,
  keywordsOf,
  metricKey,
  slug,
  text,
  url,
  urlTemplate,
} from '../model/index.ts';
import { isObject } from '../represent/index.ts';
import type { JsonSchema, NamedSchema } from './json-schema.ts';
import { SOURCE_SCHEMAS } from './schemas.ts';

/** The dialect of JSON Schema. */
export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The path of the schema of an answer or a source, below the base address. */
export function schemaPath(name: string): string {
  return `schemas/${name}.json`;
}

/**
 * The schema of a kind of answer or source file.
 *
 * @param baseUrl Where it is published; null for a copy without an address.
 */
export function schemaDocument({ name, schema }: NamedSchema, baseUrl: string | null): JsonSchema {
  return {
    $schema: DIALECT,
    ...(baseUrl !== null && { $id: `${baseUrl}/${schemaPath(name)}` }),
    ...schema,
  };
}

/** The schemas of the source files for editors, by file name, with a message for each pattern. */
export function editorSchemas(): ReadonlyMap<string, string> {
  const withMessage = (_: string, part: unknown) =>
    isObject(part) && typeof part['pattern'] === 'string'
      ? { ...part, patternErrorMessage: PATTERN_MESSAGES.get(part['pattern']) }
      : part;
  return new Map(
    SOURCE_SCHEMAS.map((named) => [
      `${named.name}.json`,
      `${JSON.stringify(schemaDocument(named, null), withMessage, 2)}\n`,
    ]),
  );
}

/** What an editor says of text that has not the form of its field, by the pattern of that form. */
const PATTERN_MESSAGES: ReadonlyMap<unknown, string> = new Map(
  (
    [
      [text, 'Write text that is not blank and does not start with =, +, -, @ or a tab.'],
      [
        slug,
        'Write lower-case letters and digits, joined by single hyphens, with at least one letter, such as lowest-fees.',
      ],
      [
        metricKey,
        'Start with a lower-case letter and go on with at most 63 lower-case letters, digits and underscores, such as withdrawal_fee_usd.',
      ],
      [
        claimId,
        'Write the key of the metric, an underscore and a number without leading zeros, such as withdrawal_fee_usd_7.',
      ],
      [
        dayOrTime,
        'Write a date, or date and time in UTC, such as 2026-10-02 or 2026-10-02T09:30:00Z.',
      ],
      [
        urlTemplate,
        'Write an address with {slug} or {id} in it, such as https://compare.example/reviews/{slug}.',
      ],
      [
        url,
        'Write a whole address with http:// or https:// and without spaces, such as https://harbour-nine.example/cashier.',
      ],
      [
        baseUrl,
        'Write the address at which the folder api/v1 is published, such as https://compare.example/api/v1.',
      ],
      [email, 'Write one e-mail address, such as data@compare.example.'],
    ] as const
  ).map(([schema, message]) => [patternOf(schema), message]),
);

/** The pattern of a kind of text. That of text which is transformed is the pattern of what is written. */
function patternOf(schema: z.core.$ZodType): unknown {
  return (z.globalRegistry.get(schema) ?? keywordsOf(schema))['pattern'];
}
