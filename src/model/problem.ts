import * as z from 'zod';

/**
 * The problems of a value beyond its type. Code that words them switches on `rule`.
 */
export type Problem =
  | { readonly rule: 'blank' }
  | { readonly rule: 'csv-unsafe'; readonly first: string; readonly after: string | null }
  | { readonly rule: 'unreadable'; readonly codePoint: number }
  | {
      readonly rule: 'outer-space';
      readonly verb: 'begins' | 'ends';
      readonly space: 'space' | 'tab' | 'line break';
    }
  | { readonly rule: 'slug'; readonly problem: string }
  | { readonly rule: 'metric-key' }
  | { readonly rule: 'claim-id' }
  | { readonly rule: 'url'; readonly problem: string }
  | { readonly rule: 'email' }
  | { readonly rule: 'base-url' }
  | { readonly rule: 'timestamp'; readonly problem: string }
  | { readonly rule: 'range'; readonly wanted: string }
  | { readonly rule: 'list-empty' }
  | { readonly rule: 'long'; readonly most: number }
  | { readonly rule: 'contact' }
  | {
      readonly rule: 'kyc-threshold';
      readonly level: string | null;
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
  | { readonly rule: 'observations-order'; readonly earlier: string; readonly later: string }
  | { readonly rule: 'replaced-in-use' }
  | { readonly rule: 'bound-type'; readonly type: string }
  | { readonly rule: 'bounds-order'; readonly min: number; readonly max: number }
  | {
      readonly rule: 'two-figures';
      readonly what: 'fee' | 'limit';
      readonly field: string;
    }
  | {
      readonly rule: 'ending';
      readonly status: 'active' | 'closed' | 'merged';
      readonly field: 'ended_at' | 'ended_reason' | 'merged_into';
      readonly problem: 'missing' | 'contradicts';
    }
  | { readonly rule: 'early-sunset'; readonly since: string; readonly sunset: string };

/** A problem and its path in the value; without a path, it is about the whole value. */
export interface Found {
  readonly problem: Problem;
  readonly path?: readonly string[];
}

/** A check of a whole value. Returns its problem, or null. */
export function refuse<T>(find: (value: T) => Problem | null): z.core.$ZodCheck<T> {
  return z.check<T>(({ issues, value }) => {
    const problem = find(value);
    if (problem !== null) issues.push(toIssue({ problem }, value));
  });
}

/**
 * A check that compares fields with each other. It runs if these fields are valid, even if other fields
 * are not, because one run reports everything.
 */
export function compare<T extends object, K extends keyof T & string>(
  fields: readonly K[],
  find: (value: Pick<T, K>) => readonly Found[],
): z.core.$ZodCheck<T> {
  const check = z.check<T>(({ issues, value }) => {
    for (const found of find(value)) issues.push(toIssue(found, value));
  });
  check._zod.def.when = ({ issues, value }) =>
    typeof value === 'object' &&
    value !== null &&
    issues.every((issue) => {
      const [field] = issue.path ?? [];
      return field === undefined
        ? issue.code === 'unrecognized_keys'
        : !fields.includes(field as K);
    });
  return check;
}

function toIssue({ problem, path = [] }: Found, input: unknown): z.core.$ZodRawIssue {
  return { code: 'custom', input, path: [...path], params: { problem }, continue: true };
}

/** The problem that a check of the model found; null for issues of zod itself. */
export function problemOf(issue: z.core.$ZodIssue): Problem | null {
  return issue.code === 'custom'
    ? ((issue.params?.['problem'] as Problem | undefined) ?? null)
    : null;
}
