import * as z from 'zod';
import {
  API_PATH,
  evidenceProblem,
  rootProblem,
  templateProblem,
  urlProblem,
  withoutTrailingSlashes,
} from './address.ts';
import { refuse } from './problem.ts';
import { formulaIn, slugProblem, textProblem, unreadableIn } from './text.ts';
import { startOfDay, timestampProblem } from './time.ts';

// The metadata of each kind of value is the part of its check that JSON Schema can express. It is never
// stricter than the check.

/** A value that may be absent or null; absent becomes null. */
export function orNull<S extends z.ZodType>(schema: S) {
  return schema.nullable().default(null);
}

/** A condition in JSON Schema: required fields, each with a type. */
export function needs(fields: { readonly [field: string]: string }) {
  const properties = Object.entries(fields).map(([field, type]) => [field, { type }]);
  return { required: Object.keys(fields), properties: Object.fromEntries(properties) };
}

/** Checks a text with a function that returns the reason for a refusal. */
function refuseWhy(rule: 'slug' | 'timestamp' | 'url', why: (value: string) => string | null) {
  return refuse<string>((value) => {
    const problem = why(value);
    return problem === null ? null : { rule, problem };
  });
}

/** Not blank, and not a formula for a spreadsheet. */
export const SAFE_TEXT = '^(?![=+\\-@\\t\\r])[\\s\\S]*\\S';

/** Text that is safe and readable in a CSV cell without changes: see `docs/diagnostics.md`. */
export const text = z.string().check(refuse(textProblem)).meta({ pattern: SAFE_TEXT });

/** `^[a-z0-9]+(-[a-z0-9]+)*$`, at most 64 characters, not only digits, and not the name of a device. */
export const slug = z
  .string()
  .check(refuseWhy('slug', slugProblem))
  .brand<'Slug'>()
  .meta({ pattern: '^(?![0-9]+$)[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: 64 });
export type Slug = z.infer<typeof slug>;

/** `^[a-z][a-z0-9_]{0,63}$`: claim ids start with it, and are names of files. */
export const metricKey = z
  .string()
  .check(refuse((value) => (/^[a-z][a-z0-9_]{0,63}$/.test(value) ? null : { rule: 'metric-key' })))
  .meta({ pattern: '^[a-z][a-z0-9_]{0,63}$' });

const CLAIM_ID = /^[a-z][a-z0-9_]{0,63}_(?:0|[1-9][0-9]{0,14})$/;

/** `<metric>_<n>`, `n` of at most 15 digits. */
export const claimId = z
  .string()
  .check(refuse((value) => (CLAIM_ID.test(value) ? null : { rule: 'claim-id' })))
  .meta({ pattern: CLAIM_ID.source });

/** The start of the first cryptocurrency: nothing about bets in one can have been observed earlier. */
const EARLIEST = '2009-01-03';

function tooEarly(value: string): string | null {
  return value < EARLIEST ? 'there were no cryptocurrencies then' : null;
}

/**
 * RFC 3339 §5.6 in UTC. A date before the first cryptocurrency is a typing mistake, such as 0026 for
 * 2026.
 */
export const timestamp = z
  .string()
  .check(refuseWhy('timestamp', (value) => timestampProblem(value) ?? tooEarly(value)))
  .brand<'Timestamp'>()
  .meta({
    format: 'date-time',
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z$',
  });

/** A timestamp in a source. A date alone is that day at 00:00:00Z. */
export const dayOrTime = z
  .string()
  .check(refuseWhy('timestamp', (value) => timestampProblem(startOfDay(value)) ?? tooEarly(value)))
  .meta({
    anyOf: [{ format: 'date' }, { format: 'date-time' }],
    pattern: '^\\d{4}-\\d\\d-\\d\\d(?:T\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z)?$',
  })
  .transform(startOfDay)
  .pipe(timestamp);

/** The start of a valid URI. The format "uri" of JSON Schema allows any scheme. */
const ADDRESS = '^[Hh][Tt][Tt][Pp][Ss]?://(?![^/?#]*@)[^\\s/?#\\\\][^\\s\\\\]*$';

/** An absolute http or https URL without credentials. Kept as written. */
export const url = z.string().check(refuseWhy('url', urlProblem)).meta({ pattern: ADDRESS });

/** A URL that anybody can open, so not one of a private network. */
export const publicUrl = z
  .string()
  .check(refuseWhy('url', evidenceProblem))
  .meta({ pattern: ADDRESS });

/** A URL with {slug} or {id} in it. */
export const urlTemplate = z
  .string()
  .check(refuseWhy('url', templateProblem))
  .meta({ pattern: '^[Hh][Tt][Tt][Pp][Ss]?://.*\\{(?:slug|id)\\}' });

/** A URL that is the base of others: without query and fragment; trailing slashes are removed. */
export const siteUrl = url
  .check(refuseWhy('url', rootProblem))
  .transform(withoutTrailingSlashes)
  .meta({ pattern: ADDRESS });

/** In `https://api/v1`, what looks like the folder is the host. */
const AFTER_HOST = new RegExp(`^[^/]*//[^/].*${API_PATH}$`);

/** The base URL of the API. */
export const baseUrl = siteUrl
  .check(refuse((value) => (AFTER_HOST.test(value) ? null : { rule: 'base-url' })))
  .meta({ pattern: `${ADDRESS.slice(0, -1)}${API_PATH}/*$` });

/** RFC 5321 §4.5.3.1.3, without the angle brackets of a path. */
const LONGEST_EMAIL = 254;

/** Without the characters that only surround addresses, in lists and in mailto: URLs. */
const EMAIL = /^[^\s@:;,<>]+@[^\s@:;,<>.]+(?:\.[^\s@:;,<>.]+)+$/;

/** One e-mail address. Its syntax is checked, not whether mail arrives. */
export const email = z
  .string()
  .check(
    refuse((value) => {
      const isAddress = value.length <= LONGEST_EMAIL && EMAIL.test(value);
      const isSafe = formulaIn(value) === null && unreadableIn(value) === null;
      return isAddress && isSafe ? null : { rule: 'email' };
    }),
  )
  .meta({ pattern: '^[^\\s@=+\\-][^\\s@]*@[^\\s@]+\\.[^\\s@]+$', maxLength: LONGEST_EMAIL });

function within(isIn: (value: number) => boolean, wanted: string) {
  return refuse<number>((value) => (isIn(value) ? null : { rule: 'range', wanted }));
}

/** A number that is an amount of something. */
export const amount = z
  .number()
  .check(within((value) => value >= 0, 'zero or more'))
  .meta({ minimum: 0 });

export const percent = z
  .number()
  .check(within((value) => value >= 0 && value <= 100, 'a percentage from 0 to 100'))
  .meta({ minimum: 0, maximum: 100 });

/** A positive integer. The YAML reader rejects numbers beyond 2^53. */
export const operatorId = z
  .number()
  .check(within((value) => Number.isInteger(value) && value > 0, 'a whole number above zero'))
  .meta({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
