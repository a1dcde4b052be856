import type { ActiveCategory, RemovedCategory } from './category.ts';
import type { Claim } from './claim.ts';
import type { Metric } from './metric.ts';
import type { OperatorRecord } from './operator.ts';
import type { Deprecation, Service } from './service.ts';

/** What each field of something means, in words for whoever writes it or reads it. */
export type Meanings<T> = { readonly [K in keyof T]-?: string };

/** What the fields of every entity mean. Whatever describes a field says it in these words. */
export const MEANINGS = {
  service: {
    name: 'The name of the service, as it is to be credited.',
    site_url: 'Where the pages of the service are; the page of an operator is below it.',
    base_url: 'Where the API is. It ends in /api/v1.',
    contact: 'Whom to write to about the data.',
    license: 'The licence that the data is published under.',
    attribution: 'How to credit the service when its data is used.',
    notice: 'What every reader has to know about the data as a whole, or null.',
    claim_pages:
      'The forms in which every claim has an address of its own: json_and_csv, which it is when nothing is said, json, or none.',
    deprecation:
      'That this version of the API will end: every answer says so in its headers from then on. Null while it is to stay.',
  } satisfies Meanings<Service>,
  deprecation: {
    since: 'From when on nothing new should be built on this version of the API. It may lie ahead.',
    sunset: 'When it stops answering, not before that; null while the day is not known.',
    details: 'The address of a page that says why, and what to use instead.',
  } satisfies Meanings<Deprecation>,
  contact: {
    name: 'Who answers.',
    email: 'The address for letters; null where there is a web address only.',
    url: 'The address of a contact page; null where there is an e-mail address only.',
  } satisfies Meanings<Service['contact']>,
  license: {
    name: 'The name of the licence.',
    url: 'The address of its text.',
  } satisfies Meanings<Service['license']>,
  metric: {
    key: 'What claims call the metric. It never changes its meaning.',
    name: 'The name of the metric for people.',
    description: 'What exactly is measured, and how.',
    type: 'What kind of value a claim of this metric has.',
    unit: 'What the value counts; null for values without a unit.',
    better: 'Which values are better for a customer: lower, higher, or none of them as such.',
  } satisfies Meanings<Metric>,
  category: {
    slug: 'The name of the category in addresses.',
    alias: 'A second name in addresses, which answers with the same bytes.',
    title: 'The title of the ranking.',
    description: 'What the ranking shows, in a sentence or two.',
    where:
      'Conditions that all have to hold: a summary field or a metric, and the value it must have, or a list of values of which it must have one.',
    cite: 'The metric whose current claim every ranked operator carries; without one it is left out.',
    rank_by:
      'What the ranking goes by: the first decides, and each that follows breaks ties. Who lacks the first is left out; who lacks a later one comes last among equals.',
  } satisfies Meanings<ActiveCategory>,
  rankBy: {
    by: 'A summary field or the key of a metric.',
    order: 'Which end comes first.',
  } satisfies Meanings<ActiveCategory['rank_by'][number]>,
  removedCategory: {
    slug: 'The name that the category had in addresses; it answers 410 from then on.',
    removed_at: 'When it was removed.',
    reason: 'Why it was removed.',
    see: 'The slug of a category to see instead, or null.',
  } satisfies Meanings<RemovedCategory>,
  categories: {
    active: 'The rankings that are published.',
    removed: 'Rankings that were withdrawn. Their addresses say when and why.',
  },
  operator: {
    id: 'The number of the operator. It is never given to another one.',
    name: 'The name the operator is known by.',
    license_jurisdiction: 'Where the operator is licensed; null when that is not known.',
    kyc_level:
      'When customers have to prove who they are: none (never), discretionary (when the operator chooses), threshold (above a sum), required (always).',
    kyc_threshold_usd:
      'The sum in US dollars above which documents are asked for; a number with the level threshold, otherwise null.',
    accepts_vpn: 'Whether customers may connect through a VPN.',
    has_mobile_app: 'Whether there is an app for phones.',
    updated_at: 'When this record was last brought up to date.',
    payment_options: 'What can be paid in and out.',
    fees: 'What the operator charges.',
    limits: 'The least and the most that can be paid in, paid out or staked.',
    pros: 'What speaks for the operator, one sentence each.',
    cons: 'What speaks against the operator, one sentence each.',
    sources: 'Where the record was taken from.',
  } satisfies Meanings<OperatorRecord>,
  paymentOption: {
    asset: 'The coin or currency.',
    network: 'The network that carries it; null where that does not matter.',
    deposit: 'Whether it can be paid in.',
    withdrawal: 'Whether it can be paid out.',
    note: 'What else there is to say, or null.',
  } satisfies Meanings<OperatorRecord['payment_options'][number]>,
  fee: {
    type: 'What is charged for.',
    asset: 'The coin or currency that it is charged for; null for any.',
    network: 'The network that it is charged on; null for any.',
    model:
      'How it is reckoned: free, flat, percent, flat_and_percent, network (what the network takes at the time), or unknown.',
    amount: 'The flat part, in the currency of the fee; null where there is none.',
    currency: 'What the amount is counted in; null where there is no amount.',
    percent: 'The part that grows with the sum, in percent; null where there is none.',
    note: 'What else there is to say, or null.',
  } satisfies Meanings<OperatorRecord['fees'][number]>,
  limit: {
    type: 'What is limited, and whether this is the least or the most.',
    amount: 'The limit; null says that there is none.',
    currency: 'What the amount is counted in; null where there is no amount.',
    asset: 'The coin or currency that it holds for; null for any.',
    network: 'The network that it holds for; null for any.',
    period: 'What is added up before it is compared with the limit.',
    tier: 'The level of customers that it holds for; null for all.',
    note: 'What else there is to say, or null.',
  } satisfies Meanings<OperatorRecord['limits'][number]>,
  source: {
    title: 'What the page is called.',
    url: 'The address of the page.',
    accessed_at: 'When it was read.',
  } satisfies Meanings<OperatorRecord['sources'][number]>,
  claim: {
    claim_id:
      'The name of the claim: the key of its metric, an underscore and a number. It is minted once and never used again.',
    metric: 'The key of the metric that the claim is about.',
    value:
      'What is claimed: a number, true or false, or text, as the type of the metric says, in its unit.',
    evidence_url: 'The address that shows it.',
    observed_at: 'When it was seen there.',
    superseded_by: 'The claim that took its place when the world changed; otherwise null.',
    retracted:
      'When and why the claim was withdrawn, as wrong or because it no longer holds and none took its place; otherwise null.',
  } satisfies Meanings<Claim>,
  retraction: {
    at: 'When the claim was withdrawn.',
    reason: 'Why it was withdrawn.',
  } satisfies Meanings<NonNullable<Claim['retracted']>>,
} as const;
