import { EnvironmentError, quote } from '../diagnostics/index.ts';
import { slugProblem } from '../model/index.ts';
import type { PlainValue } from '../source/index.ts';
import { sourceNames, suggestSlug } from '../validate/index.ts';
import type { Edit } from './edit-text.ts';
import {
  type Change,
  changeOf,
  type EditableSources,
  findOperator,
  freeNumbersIn,
  operatorAt,
  type SourceChange,
  schemaComment,
  slugsIn,
} from './sources.ts';
import { writeMap } from './write-yaml.ts';

/** What is known about a new operator. Null is unknown. */
export interface NewOperator {
  readonly name: string;
  /** Made from the name when absent. */
  readonly slug?: string | undefined;
  /** The next free one when absent. */
  readonly id?: number | undefined;
  readonly website: string | null;
  readonly licenseJurisdiction: string | null;
  readonly kycLevel: string | null;
  readonly kycThresholdUsd: number | null;
  readonly acceptsVpn: boolean | null;
  readonly hasMobileApp: boolean | null;
  /** The day of the record. */
  readonly day: string;
}

/**
 * Adds an operator, with everything unknown that is not given. Its website is also its first source.
 *
 * @throws EnvironmentError when it needs another slug
 */
export function addOperator(sources: EditableSources, given: NewOperator): Change {
  const slug = given.slug ?? suggestSlug(given.name);
  if (slug === null) {
    throw new EnvironmentError(`Cannot make a slug from ${quote(given.name)}; add --slug`);
  }
  checkNewSlug(sources, slug);
  const { website, day } = given;
  const record = {
    id: given.id ?? Number(freeNumbersIn(sources).operatorId()),
    name: given.name,
    license_jurisdiction: given.licenseJurisdiction,
    kyc_level: given.kycLevel,
    kyc_threshold_usd: given.kycThresholdUsd,
    accepts_vpn: given.acceptsVpn,
    has_mobile_app: given.hasMobileApp,
    // Without it, the record has the date of its newest source or claim.
    ...(website === null ? { updated_at: day } : { website }),
    payment_options: [],
    fees: [],
    limits: [],
    pros: [],
    cons: [],
    sources: website === null ? [] : [{ title: 'Website', url: website, accessed_at: day }],
  };
  const [name] = sourceNames(slug);
  const text = `${schemaComment(sources, 'operators')}${writeMap(record, 0)}\n`;
  return {
    sources: [{ from: null, to: name, text }],
    notes: [`The new operator is ${slug}, with the id ${record.id}.`],
  };
}

/**
 * Gives an operator another slug. Its addresses with the old one keep answering.
 *
 * @throws EnvironmentError when there is no such operator, or the new slug is taken or not a slug
 */
export function rename(sources: EditableSources, slug: string, newSlug: string): Change {
  const [name, factsName] = findOperator(sources, slug);
  const former = (operatorAt(sources, slug)['former_slugs'] ?? []) as readonly string[]; // valid
  checkNewSlug(sources, newSlug);
  const [newName, newFactsName] = sourceNames(newSlug);
  // An operator can return to a slug that it had.
  const edit: Edit =
    former.length === 0 || former.includes(newSlug)
      ? {
          kind: 'set',
          path: ['former_slugs'],
          value: [...former.filter((other) => other !== newSlug), slug],
          after: BEFORE_LIFE,
        }
      : { kind: 'append', path: ['former_slugs'], entry: slug };
  const facts = sources.get(factsName);
  const merged = slugsIn(sources).filter(
    (other) => operatorAt(sources, other)['merged_into'] === slug,
  );
  return {
    sources: [
      { ...changeOf(sources, name, [edit]), to: newName },
      ...(facts === undefined
        ? []
        : [{ from: factsName, to: newFactsName, text: facts.file.text }]),
      ...merged.map((other): SourceChange => {
        const [otherName] = sourceNames(other);
        return changeOf(sources, otherName, [
          { kind: 'set', path: ['merged_into'], value: newSlug },
        ]);
      }),
    ],
    notes: [],
  };
}

/** The fields that come before those about the life of an operator. */
const BEFORE_LIFE = [
  ...['id', 'name', 'license_jurisdiction', 'kyc_level', 'kyc_threshold_usd', 'accepts_vpn'],
  ...['has_mobile_app', 'updated_at', 'website', 'status', 'ended_at', 'ended_reason'],
  'merged_into',
];

/**
 * Marks an operator as closed, or as merged into another one.
 *
 * @throws EnvironmentError when there is no such operator, or it has ended before
 */
export function close(
  sources: EditableSources,
  slug: string,
  {
    at,
    reason,
    mergedInto,
  }: {
    readonly at: string;
    readonly reason?: string | undefined;
    readonly mergedInto?: string | undefined;
  },
): Change {
  const [name] = findOperator(sources, slug);
  if (mergedInto !== undefined) findOperator(sources, mergedInto);
  const { status, ended_at: ended } = operatorAt(sources, slug);
  if (status === 'closed' || status === 'merged') {
    throw new EnvironmentError(
      `Operator ${slug} is ${status} since ${ended}. To change that, edit ${name} by hand`,
    );
  }
  const fields: { readonly [field: string]: PlainValue } = {
    status: mergedInto === undefined ? 'closed' : 'merged',
    ended_at: at,
    ...(reason !== undefined && { ended_reason: reason }),
    ...(mergedInto !== undefined && { merged_into: mergedInto }),
  };
  const edits = Object.entries(fields).map(
    ([field, value]): Edit => ({
      kind: 'set',
      path: [field],
      value,
      after: BEFORE_LIFE.slice(0, BEFORE_LIFE.indexOf(field)),
    }),
  );
  return { sources: [changeOf(sources, name, edits)], notes: [] };
}

function checkNewSlug(sources: EditableSources, slug: string): void {
  const problem = slugProblem(slug);
  if (problem !== null) {
    const near = suggestSlug(slug);
    const advice = near === null ? '' : `, such as ${near}`;
    throw new EnvironmentError(`Cannot use ${quote(slug)} as a slug: a slug ${problem}${advice}`);
  }
  const [name, factsName] = sourceNames(slug);
  const taken = [name, factsName].find((file) => sources.has(file));
  if (taken !== undefined) {
    throw new EnvironmentError(`Cannot use ${quote(slug)} as a slug: ${taken} exists`);
  }
}
