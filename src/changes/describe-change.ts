import type { Change, Row } from '../resources/index.ts';

/** A change in words. */
export interface Description {
  /** Added, removed or changed. */
  readonly sign: '+' | '-' | '~';
  /** Its subject: `kyc_level`, `fees, withdrawal USDT TRC-20: amount`. */
  readonly what: string;
  /** null for something that was added. */
  readonly old: string | null;
  readonly new: string | null;
  /** More about a claim, or a reason; empty where there is nothing. */
  readonly remark: string;
}

/** Describes a change with the names of the API. */
export function describeChange(change: Change): Description {
  const sign = signOf(change);
  const show = change.field === 'where' ? showConditions : showValue;
  return {
    sign,
    what: subjectOf(change),
    old: sign === '+' ? null : show(change.old),
    new: sign === '-' ? null : show(change.new),
    remark: remarkOn(change),
  };
}

/** The values of a change: "threshold → required", or only one of them. */
export function showValues({ old, new: now }: Description): string {
  return [old, now].filter((value) => value !== null).join(' → ');
}

function signOf({ kind }: Change): Description['sign'] {
  if (/_added$/.test(kind)) return '+';
  return /_(?:removed|retracted)$/.test(kind) ? '-' : '~';
}

function subjectOf(change: Change): string {
  const { kind, metric, category, field, item } = change;
  switch (kind) {
    case 'operator_added':
    case 'operator_removed':
      return 'operator';
    case 'claim_changed':
    case 'claim_confirmed':
    case 'claim_corrected':
      return `${metric}: ${field}`;
    case 'service_changed':
      return `service: ${field}`;
    case 'item_added':
    case 'item_changed':
    case 'item_removed': {
      const [list = '', attribute] = (field ?? '').split('.');
      const one = item === null ? list : `${list}, ${item}`;
      return attribute === undefined ? one : `${one}: ${attribute}`;
    }
    default: {
      const entry = kind.startsWith('metric_') ? `metric ${metric}` : metric;
      const subject = category === null ? entry : `category ${category}`;
      return [subject, field].filter((part) => part !== null).join(': ') || kind;
    }
  }
}

function remarkOn({ kind, claim_id, replaced_claim_id, reason }: Change): string {
  if (claim_id === null) return reason ?? '';
  switch (kind) {
    case 'claim_superseded':
      return `${claim_id} replaces ${replaced_claim_id}`;
    case 'claim_retracted':
      return `${claim_id} is retracted${reason === null ? '' : `: ${reason}`}`;
    case 'claim_removed':
      return `${claim_id} is gone`;
    case 'claim_corrected':
      return `${claim_id} is corrected${reason === null ? '' : `: ${reason}`}`;
    default:
      return claim_id;
  }
}

/** A published value as text; an object by its fields: "model flat, amount 1.5". */
function showValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `[${value.map(showValue).join('; ')}]`;
  if (typeof value !== 'object') return String(value);
  return Object.entries(value as Row)
    .filter(([, part]) => part !== null)
    .map(([name, part]) => `${name} ${showValue(part)}`)
    .join(', ');
}

/** The conditions of a ranking, including those that ask for null. */
function showConditions(where: unknown): string {
  const conditions = Object.entries((where ?? {}) as Row);
  return conditions.map(([name, wanted]) => `${name} ${showValue(wanted)}`).join(', ') || 'anybody';
}
