import type { Dataset, Service } from '../model/index.ts';
import {
  ANSWERS,
  type AnswerKind,
  type IndexLink,
  type ParameterName,
  type Resource,
} from '../resources/index.ts';

const LATER_KINDS = ['changes', 'changes-of-year', 'snapshots'] as const;
/** The kinds of tables that are made after all others. */
type LaterKind = (typeof LATER_KINDS)[number];

/** The parts of a publication that descriptions depend on. */
export interface Described {
  /** With the addresses at which it is published. */
  readonly dataset: Dataset;
  /** Every resource except the descriptions themselves. */
  readonly answers: readonly Resource[];
  /** Further links of the service index. */
  readonly links: readonly IndexLink[];
  /** Tables that are published later in the build, and cannot be planned yet. */
  readonly further: readonly LaterKind[];
}

/** What a parameter of a path can be, for readers. */
export const PARAMETER_MEANINGS: { readonly [K in ParameterName]: string } = {
  operator: 'The slug or the id of an operator',
  category: 'The slug or the alias of a category',
  metric: 'The key of a metric',
  claim_id: 'The id of a claim',
  year: 'A year (UTC)',
};

/** What all descriptions need: the dataset without its operators, except names for examples. */
export interface Outline extends Omit<Dataset, 'operators'> {
  /** The kinds of answers that there are, in the order in which they are described. */
  readonly kinds: readonly AnswerKind[];
  /** Example values for the parameters of paths. A parameter without a value has no entries. */
  readonly names: { readonly [K in ParameterName]: Readonly<Record<string, string | number>> };
}

export function outline({ dataset, further }: Described): Outline {
  const { operators: _, ...others } = dataset;
  return { ...others, kinds: kindsOf(dataset.service, further), names: namesIn(dataset) };
}

/** Kinds without answers are included: their addresses are described even if there are no operators. */
function kindsOf(service: Service, further: Described['further']): readonly AnswerKind[] {
  return (Object.keys(ANSWERS) as AnswerKind[]).filter((kind) => {
    const later = LATER_KINDS.find((one) => one === kind);
    return later === undefined ? ANSWERS[kind].isPublished(service) : further.includes(later);
  });
}

function namesIn({ operators, metrics, activeCategories }: Dataset): Outline['names'] {
  const [operator] = operators;
  const [category] = activeCategories;
  const claim = operators.find(({ claims }) => claims.length > 0)?.claims[0];
  return {
    operator: operator === undefined ? {} : { slug: operator.slug, id: operator.id },
    category:
      category === undefined
        ? {}
        : { slug: category.slug, ...(category.alias !== null && { alias: category.alias }) },
    metric: Object.fromEntries([...metrics.keys()].slice(0, 1).map((key) => ['key', key])),
    year: {},
    claim_id: claim === undefined ? {} : { claim_id: claim.claim_id },
  };
}

/** Whether any answer of a kind is published: a path with a parameter needs a value for it. */
export function isAnswered(kind: AnswerKind, { names }: Outline): boolean {
  const { parameter } = ANSWERS[kind];
  return parameter === null || Object.keys(names[parameter]).length > 0;
}
