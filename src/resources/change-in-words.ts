import {
  type Dataset,
  dayOf,
  isPercent,
  isTimestamp,
  limitNames,
  type Operator,
  summaryNames,
} from '../model/index.ts';
import type { Change, LoggedChange } from './answers/changes.ts';
import type { Row } from './resource.ts';
import { capitalise } from './words.ts';

/** A change in the words of readers, who know neither keys nor slugs. */
export interface ChangeInWords {
  /** "USDT (TRC-20) withdrawal fee 1.5 → 0.5 USD", "New con: Slow" */
  readonly headline: string;
  /** "USDT (TRC-20) withdrawal fee: 15 → 1.5 USD (corrected: Misplaced decimal point)" */
  readonly sentence: string;
}

/** What gives names and units to keys. */
export type Dictionary = Pick<Dataset, 'metrics' | 'activeCategories' | 'operators'>;

/** Puts a change in the words of readers. */
export function changeInWords(change: Change, dictionary: Dictionary): ChangeInWords {
  const { kind, reason } = change;
  const { subject, values } = describe(change, dictionary);
  const event = EVENTS[kind.slice(kind.indexOf('_') + 1)] ?? '';
  const isThing = /^(?!claim_).*_(?:added|removed)$/.test(kind);
  const what = isThing ? nameEvent(subject, event) : subject;
  const remarks = [...(isThing ? [] : [event]), reason ?? ''].filter((part) => part !== '');
  return {
    headline: isThing
      ? `${what}: ${values}`
      : `${what} ${values}${event === '' ? '' : ` (${event})`}`,
    sentence: `${what}: ${values}${remarks.length === 0 ? '' : ` (${remarks.join(': ')})`}`,
  };
}

/** The kinds of changes, the most important one first. */
const IMPORTANCE: readonly (readonly string[])[] = [
  ['operator_added', 'operator_removed'],
  ['operator_ended'],
  ['operator_renamed'],
  ['claim_superseded', 'claim_corrected', 'claim_changed'],
  ['claim_retracted', 'claim_removed'],
  ['claim_added'],
  ['field_changed'],
];

/**
 * The changes, the most important one first, without those that only say that somebody looked again. If
 * there are no others, they stay.
 */
export function newsOf(story: readonly LoggedChange[]): readonly LoggedChange[] {
  const news = story.filter((change) => !isRoutine(change));
  const rank = ({ kind, field }: LoggedChange) => {
    const found = IMPORTANCE.findIndex((kinds) => kinds.includes(kind));
    const isMinor = found < 0 || field === 'slug' || field === 'evidence_url';
    return isMinor ? IMPORTANCE.length : found;
  };
  return (news.length === 0 ? [...story] : news).sort((one, other) => rank(one) - rank(other));
}

function isRoutine({ field }: LoggedChange): boolean {
  return field === 'updated_at' || field === 'sources.accessed_at';
}

/** What happened, unless the values say it, by the end of the kind. */
const EVENTS: { readonly [ending: string]: string } = {
  added: 'new',
  removed: 'removed',
  retracted: 'retracted',
  corrected: 'corrected',
};

/** "New con", "Con removed" */
function nameEvent(subject: string, event: string): string {
  return event === 'new'
    ? `New ${subject.slice(0, 1).toLowerCase()}${subject.slice(1)}`
    : `${subject} ${event}`;
}

/** What changed, and its values with their unit. */
interface Words {
  readonly subject: string;
  readonly values: string;
}

function describe(change: Change, dictionary: Dictionary): Words {
  const { kind, field, old, new: now } = change;
  const given = now ?? old;
  switch (kind) {
    case 'operator_added':
    case 'operator_removed':
      return { subject: 'Operator', values: show(given) };
    case 'operator_renamed':
      return { subject: field === 'slug' ? 'Address' : 'Name', values: fromTo(old, now) };
    case 'metric_added':
    case 'metric_removed':
      return { subject: 'Metric', values: show(given) };
    case 'category_added':
    case 'category_removed':
      return { subject: 'Ranking', values: show(given) };
    case 'item_added':
    case 'item_changed':
    case 'item_removed':
      return describeItem(change);
    case 'service_changed':
      return {
        subject: SERVICE_NAMES[field ?? ''] ?? capitalise(spell(field)),
        values: fromTo(old, now),
      };
    default:
      if (kind.startsWith('claim_')) return describeClaim(change, dictionary);
      if (kind.startsWith('metric_')) return describeMetric(change, dictionary);
      if (kind.startsWith('category_')) return describeCategory(change, dictionary);
      return describeField(change);
  }
}

function describeClaim(change: Change, dictionary: Dictionary): Words {
  const { kind, field, old, new: now } = change;
  const { name, unit } = metricNamed(change.metric, dictionary);
  if (field === 'evidence_url') return { subject: `${name}, evidence`, values: fromTo(old, now) };
  if (field === 'observed_at') return { subject: `${name}, last seen`, values: fromTo(old, now) };
  if (field === 'metric') {
    const nameOf = (key: unknown) => metricNamed(String(key), dictionary).name;
    return { subject: 'Metric', values: `${nameOf(old)} → ${nameOf(now)}` };
  }
  const subject = withoutUnit(name, unit);
  if (kind === 'claim_superseded') {
    const { unit: oldUnit } = metricNamed(replacedMetric(change, dictionary), dictionary);
    return { subject, values: fromTo(old, now, unit, oldUnit) };
  }
  const isOneSided = ['claim_added', 'claim_retracted', 'claim_removed'].includes(kind);
  return { subject, values: isOneSided ? measure(now ?? old, unit) : fromTo(old, now, unit) };
}

/** The metric of a replaced claim: a claim can replace that of a retired metric, which has another unit. */
function replacedMetric(
  { metric, operator_id, replaced_claim_id }: Change,
  { operators }: Dictionary,
): string | null {
  const claims = operators.find(({ id }) => id === operator_id)?.claims ?? [];
  return claims.find(({ claim_id }) => claim_id === replaced_claim_id)?.metric ?? metric;
}

function metricNamed(
  key: string | null,
  { metrics }: Pick<Dictionary, 'metrics'>,
): { readonly name: string; readonly unit: string | null } {
  const { name = key ?? '', unit = null } = metrics.get(key ?? '') ?? {};
  return { name, unit };
}

/** The name of a metric without its unit in parentheses, since the unit follows its values. */
function withoutUnit(name: string, unit: string | null): string {
  const [, rest, parenthesis = ''] = /^(.*\S)\s*\(([^()]+)\)$/.exec(name) ?? [];
  const isUnit =
    unit !== null && (parenthesis.startsWith(unit) || (isPercent(unit) && isPercent(parenthesis)));
  return rest !== undefined && isUnit ? rest : name;
}

function describeMetric(
  { kind, metric, field, old, new: now }: Change,
  dictionary: Dictionary,
): Words {
  const { name } = metricNamed(metric, dictionary);
  if (kind === 'metric_retired')
    return { subject: `Metric ${name}`, values: `retired on ${show(now)}` };
  return { subject: `Metric ${name}, ${spell(field)}`, values: fromTo(old, now) };
}

function describeCategory(
  { category, field, old, new: now }: Change,
  { activeCategories, metrics }: Dictionary,
): Words {
  const title = activeCategories.find(({ slug }) => slug === category)?.title ?? category ?? '';
  const nameOf = (name: unknown) =>
    summaryName(String(name)) ?? metrics.get(String(name))?.name ?? String(name);
  const showRule = (rule: unknown): string => {
    if (field === 'cite') return nameOf(rule);
    if (field === 'rank_by' && Array.isArray(rule))
      return rule.map(({ by, order }: Row) => `${nameOf(by)}, ${order}`).join('; ');
    const conditions = Object.entries((rule ?? {}) as Row);
    return (
      conditions.map(([name, wanted]) => `${nameOf(name)}: ${show(wanted, name)}`).join('; ') ||
      'every operator'
    );
  };
  const isRule = field === 'cite' || field === 'rank_by' || field === 'where';
  return {
    subject: `Ranking ${title}, ${RULE_NAMES[field ?? ''] ?? spell(field)}`,
    values: isRule ? `${showRule(old)} → ${showRule(now)}` : fromTo(old, now),
  };
}

const RULE_NAMES: { readonly [field: string]: string } = {
  where: 'conditions',
  cite: 'figure',
  rank_by: 'order',
  see: 'replacement',
};

const SERVICE_NAMES: { readonly [field: string]: string } = {
  name: 'Name of the service',
  license: 'Licence of the data',
  claim_pages: 'Claim pages',
  deprecation: 'End of this version of the API',
  operator_url: 'Address of the page of an operator',
};

function describeField({ kind, field, old, new: now }: Change): Words {
  if (Array.isArray(old) && Array.isArray(now))
    return { subject: `Order of ${spell(field)}`, values: 'changed' };
  const name = summaryName(field ?? '') ?? capitalise(spell(field ?? kind));
  const [, subject = name, unit = null] = /^(.*) \((\w+)\)$/.exec(name) ?? [];
  return { subject, values: fromTo(old, now, unit, unit, field) };
}

function summaryName(field: string): string | undefined {
  return Object.hasOwn(summaryNames, field)
    ? summaryNames[field as keyof typeof summaryNames]
    : undefined;
}

/** The name of one item of a list. */
const ITEM_NAMES: { readonly [list: string]: string } = {
  payment_options: 'Payment option',
  pros: 'Pro',
  cons: 'Con',
  sources: 'Source',
};

function describeItem({ kind, field, item, old, new: now }: Change): Words {
  const [list = '', attribute] = (field ?? '').split('.');
  if (kind !== 'item_changed') {
    const given = now ?? old;
    return { subject: nameItem(list, item), values: showItem(list, given as Row) };
  }
  const subject = nameItem(list, item, item);
  const unit = attribute === 'percent' ? '%' : null;
  return attribute === 'amount' || attribute === 'percent'
    ? { subject, values: fromTo(old, now, unit, unit, `${list}.amount`) }
    : {
        subject: `${subject}, ${spell(attribute)}`,
        values: fromTo(old, now, null, null, attribute),
      };
}

/** "Withdrawal fee (USDT TRC-20)", "Maximum withdrawal (day)"; any other item by its list. */
function nameItem(list: string, item: string | null, otherwise: string | null = null): string {
  const [type = '', ...rest] = (item ?? '').split(' ');
  const which = (name: string, key: string) => (key === '' ? name : `${name} (${key})`);
  if (list === 'fees') return which(`${capitalise(type)} fee`, rest.join(' '));
  if (list === 'limits') return which(limitName(type), rest.join(' '));
  return which(ITEM_NAMES[list] ?? capitalise(spell(list)), otherwise ?? '');
}

function limitName(type: string): string {
  return Object.hasOwn(limitNames, type)
    ? limitNames[type as keyof typeof limitNames]
    : spell(type);
}

function showItem(list: string, item: Row): string {
  switch (list) {
    case 'payment_options': {
      const ways = ['deposit', 'withdrawal'].filter((way) => item[way] === true);
      const asset =
        item['network'] == null ? item['asset'] : `${item['asset']} (${item['network']})`;
      return [asset, ways.join(' and ')].filter((part) => part !== '').join(', ');
    }
    case 'fees':
      return showFee(item);
    case 'limits':
      return measure(item['amount'], item['currency'], 'limits.amount');
    case 'sources':
      return show(item['title']);
    default:
      return show(item);
  }
}

/** "1.5 USDT", "1 USD + 0.5%", "free". */
function showFee({ model, amount, currency, percent }: Row): string {
  const parts = [
    ...(typeof amount === 'number' ? [measure(amount, currency)] : []),
    ...(typeof percent === 'number' ? [measure(percent, '%')] : []),
  ];
  return parts.length === 0 || model === 'free' ? show(model, 'model') : parts.join(' + ');
}

/** Two values, with their unit once where it is the same: "1.5 → 0.5 USD", "4% → 5%". */
function fromTo(
  old: unknown,
  now: unknown,
  unit: string | null = null,
  oldUnit: string | null = unit,
  field: string | null = null,
): string {
  const areAlike = typeof old === 'number' && typeof now === 'number' && unit === oldUnit;
  const before = areAlike && !isPercent(unit) ? show(old) : measure(old, oldUnit, field);
  return `${before} → ${measure(now, unit, field)}`;
}

function measure(value: unknown, unit: unknown, field: string | null = null): string {
  if (typeof value !== 'number' || typeof unit !== 'string') return show(value, field);
  return isPercent(unit) ? `${value}%` : `${value} ${unit}`;
}

/** What null means in a field; "none" in any other. */
const ABSENCES: { readonly [field: string]: string } = {
  license_jurisdiction: 'not known',
  kyc_level: 'not known',
  accepts_vpn: 'not known',
  has_mobile_app: 'not known',
  'limits.amount': 'no limit',
};

type KycLevel = NonNullable<Operator['kyc_level']>;
type FeeModel = Operator['fees'][number]['model'];

/** The values of fields that are no words for people. */
const VALUES: { readonly [field: string]: { readonly [value: string]: string } } = {
  kyc_level: {
    none: 'never',
    discretionary: 'when the operator chooses',
    threshold: 'above a sum',
    required: 'always',
  } satisfies { readonly [K in KycLevel]: string },
  model: {
    free: 'free',
    flat: 'fixed amount',
    percent: 'percentage',
    flat_and_percent: 'fixed amount and percentage',
    network: 'network fee',
    unknown: 'not known',
  } satisfies { readonly [K in FeeModel]: string },
};

/** A published value for people. */
function show(value: unknown, field: string | null = null): string {
  if (value === null || value === undefined) return ABSENCES[field ?? ''] ?? 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((one) => show(one, field)).join(' or ');
  if (isTimestamp(value))
    return value.endsWith('T00:00:00Z')
      ? dayOf(value)
      : value.replace(/T(\d\d:\d\d).*$/, ' $1 UTC');
  if (typeof value === 'object')
    return Object.values(value)
      .filter((part) => part !== null)
      .map((part) => show(part))
      .join(', ');
  const text = String(value);
  const words = VALUES[field ?? ''];
  return words !== undefined && Object.hasOwn(words, text) ? (words[text] ?? text) : text;
}

function spell(name: string | null | undefined): string {
  return (name ?? '').replaceAll('_', ' ');
}
