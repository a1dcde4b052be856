/**
 * Everything that can be wrong with the sources: one code each, with what its wording needs.
 * Codes are API: tools and annotations match on them, so they are added and never renamed.
 */
export interface FindingDetails {
  'source/not-utf8': { readonly encoding: string | null };
  'source/too-large': { readonly bytes: number; readonly limit: number };
  'source/control-character': { readonly codePoint: number };
  /** isNeeded: whether there is no service without this file. */
  'source/empty': { readonly wants: string; readonly isNeeded: boolean };
  'source/not-a-file': { readonly kind: string; readonly isNamedLikeSource: boolean };
  'source/not-a-folder': object;
  'source/link-outside': { readonly target: string };
  'source/broken-link': { readonly target: string; readonly isCircle: boolean };
  'source/case-clash': { readonly other: string };
  'source/unexpected-file': { readonly near: string | null };
  'source/unexpected-folder': { readonly near: string | null };
  'source/missing-file': { readonly name: string; readonly holds: string };
  'source/wrong-folder': { readonly likely: string };

  'yaml/syntax': { readonly problem: string };
  'yaml/merge-conflict': object;
  /** beginsEntry: whether the keys after it stand a second time, too, as in two entries of a list. */
  'yaml/duplicate-key': { readonly key: string; readonly beginsEntry: boolean };
  'yaml/key-not-text': { readonly key: string };
  'yaml/several-documents': object;
  'yaml/directive': { readonly directive: string };
  'yaml/tag': { readonly tag: string; readonly isKnown: boolean };
  /** read: what stands before the comment; empty where nothing does. */
  'yaml/cut-by-comment': { readonly read: string };
  'yaml/joined-entry': object;
  /** isTypographic: at both ends; otherwise a plain one, at the end alone. */
  'yaml/stray-quote': { readonly isTypographic: boolean };
  'yaml/unused-anchor': { readonly anchor: string };
  'yaml/alias-bomb': { readonly limit: number };
  'yaml/alias-cycle': { readonly anchor: string };
  /** nearest: null where the number itself is beyond what every reader keeps exact. */
  'yaml/number-inexact': { readonly written: string; readonly nearest: string | null };
  'yaml/number-not-finite': { readonly written: string };
  'yaml/reserved-key': { readonly key: string };
  'yaml/character': { readonly codePoint: number };
  'yaml/too-deep': object;

  /** belongsTo: what misses it, one level above or below. */
  'field/unknown': {
    readonly key: string;
    readonly near: string | null;
    readonly known: readonly string[];
    readonly belongsTo: string | null;
  };
  'field/comma': { readonly key: string };
  'field/merge-key': object;
  'field/missing': { readonly key: string; readonly hint: string | null };
  /** write: what is wanted, in full. */
  'field/type': {
    readonly key: string;
    readonly found: string;
    readonly wanted: string;
    readonly write: string;
  };
  'field/choice': {
    readonly key: string;
    readonly found: string;
    readonly choices: readonly string[];
    readonly near: string | null;
  };
  'field/range': { readonly key: string; readonly found: string; readonly wanted: string };
  'field/list-empty': { readonly key: string };
  'field/repeated-entry': { readonly key: string; readonly first: string };
  /** blockSign: what begins a block of text there, such as ">2"; null where nothing does. */
  'field/blank': {
    readonly key: string;
    readonly isNullable: boolean;
    readonly blockSign: string | null;
  };
  /** isNumber: whether it starts as a number does that could stand there. */
  'field/csv-unsafe': {
    readonly key: string;
    readonly found: string;
    readonly first: string;
    readonly isNumber: boolean;
  };
  'field/invisible': { readonly key: string; readonly codePoint: number };
  'field/lost-character': { readonly key: string };
  'field/outer-space': {
    readonly key: string;
    readonly verb: 'begins' | 'ends';
    readonly space: 'space' | 'tab' | 'line break';
  };
  'field/slug': { readonly key: string; readonly found: string; readonly problem: string };
  'field/metric-key': { readonly key: string; readonly found: string };
  /** isNew: whether it is what a claim is to be called, not the name of another one. */
  'field/claim-id': { readonly found: string; readonly isNew: boolean };
  'field/url': {
    readonly key: string;
    readonly found: string;
    readonly problem: string;
    readonly write: string;
  };
  'field/email': { readonly key: string; readonly found: string };
  'field/base-url': { readonly found: string };
  'field/timestamp': { readonly key: string; readonly found: string; readonly problem: string };

  'service/contact': object;
  'service/early-sunset': { readonly since: string; readonly sunset: string };
  'operator/kyc-threshold': { readonly level: string; readonly threshold: string | null };
  'fee/figures': {
    readonly model: string;
    readonly field: string;
    readonly problem: 'missing' | 'contradicts';
  };
  'limit/currency': { readonly amount: number };
  'claim/two-fates': object;

  /** hasFacts: whether its claims stand in a file of the same name. */
  'operator/file-name': {
    readonly found: string;
    readonly problem: string;
    readonly hasFacts: boolean;
    readonly near: string | null;
  };
  'operator/duplicate-id': { readonly id: number; readonly first: string };
  'operator/duplicate-name': { readonly name: string; readonly first: string };
  /** isSlug: whether an operator could be called so. */
  'facts/no-operator': {
    readonly slug: string;
    readonly isSlug: boolean;
    readonly near: string | null;
  };
  'metric/duplicate-key': { readonly metric: string; readonly first: string };
  /** isSummaryField: whether a category cites a summary field. */
  'metric/unknown': {
    readonly metric: string;
    readonly near: string | null;
    readonly isSummaryField: boolean;
  };
  'claim/duplicate-id': { readonly claimId: string; readonly first: string };
  'claim/id-metric': { readonly claimId: string; readonly metric: string };
  'claim/value-type': {
    readonly metric: string;
    readonly wanted: string;
    readonly found: string;
  };
  'claim/several-current': {
    readonly metric: string;
    readonly claimId: string;
    readonly first: string;
    readonly older: string;
    readonly newer: string;
  };
  'claim/disagrees': {
    readonly field: string;
    readonly summary: string;
    readonly claim: string;
    readonly claimId: string;
  };
  'claim/early-retraction': { readonly observed: string; readonly retracted: string };
  'claim/superseded-by': {
    readonly claimId: string;
    readonly target: string;
    readonly problem:
      | 'unknown'
      | 'itself'
      | 'other-operator'
      | 'other-metric'
      | 'retracted'
      | 'cycle'
      | 'older';
    readonly near: string | null;
  };
  'category/duplicate-address': { readonly address: string; readonly first: string };
  'category/unknown-field': { readonly field: string; readonly near: string | null };
  'category/not-comparable': {
    readonly field: string;
    readonly found: string;
    readonly wanted: string;
    readonly near: string | null;
  };
  'category/see': { readonly see: string; readonly near: string | null };
  /** wanted: the line that should stand there; null where the file should have ended. */
  'host/configuration-differs': { readonly host: string; readonly wanted: string | null };
  'host/configuration-missing': { readonly host: string };
  /** setting: the value of claim_pages with which there are few enough; null where none helps. */
  'host/too-many-files': {
    readonly host: string;
    readonly files: number;
    readonly limit: number;
    readonly setting: 'json' | 'none' | null;
  };
  /** setting: as for too many files; null also where the folder holds other files than claims. */
  'host/too-many-files-in-folder': {
    readonly host: string;
    readonly files: number;
    readonly limit: number;
    readonly setting: 'json' | 'none' | null;
  };
  'host/file-too-large': {
    readonly host: string;
    readonly bytes: number;
    readonly limit: number;
  };
  /** others: how many more were published of the same operator, which has none left. */
  'registry/claim-vanished': {
    readonly claimId: string;
    readonly metric: string;
    readonly others: number;
  };
  'registry/claim-changed': {
    readonly claimId: string;
    readonly what: 'operator' | 'metric';
    readonly published: string;
    readonly found: string;
  };
  /** withClaims: whether published claims about it are gone as well. */
  'registry/operator-vanished': {
    readonly id: number;
    readonly slug: string;
    readonly withClaims: boolean;
  };
  'registry/operator-id': {
    readonly slug: string;
    readonly published: number;
    readonly found: number;
  };
  /** isRemoved: whether the address answered 410 already. */
  /** aliasOf: the slug that led to the same ranking; null where there was none any more. */
  'registry/ranking-changed': { readonly name: string; readonly aliasOf: string | null };
  'registry/ranking-vanished': { readonly name: string; readonly isRemoved: boolean };
  /** newest: the latest of all dates, which stands at the place. */
  'date/clock': { readonly now: string; readonly dates: number; readonly newest: string };
  'date/future': { readonly key: string; readonly found: string; readonly now: string };
}

export type Code = keyof FindingDetails;

/** One thing that is wrong, without its place and without its wording. */
export type Finding = { [C in Code]: { readonly code: C } & FindingDetails[C] }[Code];
