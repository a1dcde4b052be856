import * as z from 'zod';

/**
 * What a value can violate beyond its type. The schemas attach one to each issue they raise;
 * whoever turns issues into words switches on `rule`.
 */
export type Problem =
  | { readonly rule: 'blank' }
  | { readonly rule: 'csv-unsafe'; readonly first: string }
  | { readonly rule: 'unreadable'; readonly codePoint: number }
  /** endsLine: whether the text ends with a line break. */
  | { readonly rule: 'outer-space'; readonly endsLine: boolean }
  | { readonly rule: 'slug'; readonly problem: string }
  | { readonly rule: 'metric-key' }
  | { readonly rule: 'claim-id' }
  | { readonly rule: 'url'; readonly problem: string }
  | { readonly rule: 'email' }
  | { readonly rule: 'base-url' }
  | { readonly rule: 'timestamp'; readonly problem: string }
  | { readonly rule: 'range'; readonly wanted: string }
  | { readonly rule: 'list-empty' }
  | { readonly rule: 'contact' }
  | {
      readonly rule: 'kyc-threshold';
      readonly level: string;
      readonly threshold: number | null;
    }
  | {
      readonly rule: 'fee-figures';
      readonly model: string;
      readonly field: string;
      readonly problem: 'missing' | 'contradicts';
    }
  | { readonly rule: 'limit-currency'; readonly amount: number }
  | { readonly rule: 'two-fates' }
  | { readonly rule: 'early-sunset'; readonly since: string; readonly sunset: string };

interface Found {
  readonly problem: Problem;
  /** Where in the value the problem stands; the value itself when absent. */
  readonly path?: readonly string[];
}

/** A schema that also looks at one whole value, such as a text or a number. */
export function checked<S extends z.ZodType>(
  schema: S,
  find: (value: z.output<S>) => Problem | null,
): S {
  return schema.check((context) => {
    const problem = find(context.value as z.output<S>);
    if (problem !== null) context.issues.push(toIssue({ problem }, context.value));
  });
}

/**
 * A schema that also compares fields of an object with each other. It looks whenever those fields
 * themselves are sound, whatever is wrong elsewhere in the object, so that one run says everything.
 */
export function crossChecked<S extends z.ZodObject, K extends keyof z.output<S> & string>(
  schema: S,
  fields: readonly K[],
  find: (value: Pick<z.output<S>, K>) => readonly Found[],
): S {
  const look: z.core.CheckFn<z.output<S>> = (context) => {
    for (const found of find(context.value)) context.issues.push(toIssue(found, context.value));
  };
  const check = z.check<z.output<S>>(look);
  check._zod.def.when = ({ issues, value }) =>
    typeof value === 'object' &&
    value !== null &&
    issues.every((issue) => {
      const [field] = issue.path ?? [];
      return field === undefined
        ? issue.code === 'unrecognized_keys'
        : !fields.includes(field as K);
    });
  return schema.check(check);
}

/** The problem a schema of this folder attached to an issue; null for zod's own issues. */
export function problemOf(issue: z.core.$ZodIssue): Problem | null {
  return issue.code === 'custom'
    ? ((issue.params?.['problem'] as Problem | undefined) ?? null)
    : null;
}

function toIssue({ problem, path = [] }: Found, input: unknown): z.core.$ZodRawIssue {
  return { code: 'custom', input, path: [...path], params: { problem }, continue: true };
}
