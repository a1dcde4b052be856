/**
 * What a value can violate beyond its type. Whoever puts it into words switches on `rule`.
 */
export type Problem =
  | { readonly rule: 'blank' }
  | { readonly rule: 'csv-unsafe'; readonly first: string }
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
