import {
  type AnswerKind,
  allFactsPath,
  bestPath,
  categoriesPath,
  changesPath,
  claimPath,
  claimsPath,
  detailPath,
  factsPath,
  indexPath,
  listPath,
  metricsPath,
  type ProblemName,
  type ResourcePath,
  snapshotsPath,
} from '../resources/index.ts';

/** What there is to say about one kind of answer, wherever it is described. */
export interface Answer {
  /** What programs call the answer, and one record of it: the names of their types in OpenAPI. */
  readonly name: string;
  readonly record: string;
  readonly tag: Tag;
  /** Below the base address, without a suffix; a part in braces stands for a name. */
  readonly path: ResourcePath;
  readonly parameter: ParameterName | null;
  readonly title: string;
  readonly description: string;
  /** The column, or columns, that no two records share the values of. */
  readonly key: readonly string[];
  /** What answers where there is nothing; 410 for what was removed. */
  readonly errors: readonly ProblemName[];
}

export type Tag = 'Operators' | 'Claims' | 'Rankings' | 'Service';

export type ParameterName = 'operator' | 'category' | 'claim_id';

/** What a reader would otherwise learn from a list that looks filtered, and is not. */
export const NO_QUERIES =
  'There are no query parameters and no pages: an address answers in full, whatever follows a question mark. Filter what was fetched.';

/** Every kind of answer, in the order in which they are described. */
export const ANSWERS: { readonly [K in AnswerKind]: Answer } = {
  index: {
    name: 'Index',
    record: 'IndexLink',
    tag: 'Service',
    path: indexPath,
    parameter: null,
    title: 'The service, and the way to everything else',
    description:
      'Who publishes the data, under which licence, how much there is, and one record for each address: those of answers, then those of descriptions, of changes and of downloads.',
    key: ['name'],
    errors: [],
  },
  list: {
    name: 'Operators',
    record: 'OperatorSummary',
    tag: 'Operators',
    path: listPath,
    parameter: null,
    title: 'Every operator in brief',
    description: 'One record for each operator, by id.',
    key: ['id'],
    errors: [],
  },
  detail: {
    name: 'OneOperator',
    record: 'OperatorDetail',
    tag: 'Operators',
    path: detailPath('{operator}'),
    parameter: 'operator',
    title: 'Everything about one operator but its claims',
    description:
      'One record: the summary with payment options, fees, limits, pros, cons and sources. In CSV, nested values are JSON text in one cell.',
    key: ['id'],
    errors: ['unknown-operator'],
  },
  facts: {
    name: 'OperatorFacts',
    record: 'Fact',
    tag: 'Claims',
    path: factsPath('{operator}'),
    parameter: 'operator',
    title: 'The current claims about one operator',
    description:
      'One record for each claim that is neither superseded nor retracted: a datum, the address that shows it, and when it was seen there. They stand in the order that the publisher keeps them in.',
    key: ['claim_id'],
    errors: ['unknown-operator'],
  },
  best: {
    name: 'Ranking',
    record: 'RankedOperator',
    tag: 'Rankings',
    path: bestPath('{category}'),
    parameter: 'category',
    title: 'The ranking of one category',
    description:
      'The operators that the rule of the category lets in, best first, each with the claim that the category cites. Who lacks the datum is left out, never taken for zero. Equal operators share a rank (1, 1, 3) and stand by id.',
    key: ['id'],
    errors: ['removed-category', 'unknown-category'],
  },
  metrics: {
    name: 'Metrics',
    record: 'Metric',
    tag: 'Claims',
    path: metricsPath,
    parameter: null,
    title: 'What is measured, and how much of it is known',
    description: 'The dictionary of metrics, in its own order.',
    key: ['key'],
    errors: [],
  },
  categories: {
    name: 'Categories',
    record: 'Category',
    tag: 'Rankings',
    path: categoriesPath,
    parameter: null,
    title: 'The rankings with their rules, and those that were removed',
    description:
      'One record for each category, with its rule in words and as data: any ranking can be recomputed from /operators and /facts. Removed ones come last; otherwise they stand in the order that the publisher keeps them in.',
    key: ['slug'],
    errors: [],
  },
  'all-facts': {
    name: 'AllFacts',
    record: 'AttributedFact',
    tag: 'Claims',
    path: allFactsPath,
    parameter: null,
    title: 'Every current claim of every operator',
    description:
      'One record for each current claim, by operator id, then in the order that the publisher keeps them in: the whole in one request.',
    key: ['claim_id'],
    errors: [],
  },
  claims: {
    name: 'Claims',
    record: 'RegisteredClaim',
    tag: 'Claims',
    path: claimsPath,
    parameter: null,
    title: 'Every claim ever published',
    description:
      'One record for each claim in brief, whatever became of it, by operator id, then in the order that the publisher keeps them in. Nothing is ever taken off this list.',
    key: ['claim_id'],
    errors: [],
  },
  claim: {
    name: 'OneClaim',
    record: 'Claim',
    tag: 'Claims',
    path: claimPath('{claim_id}'),
    parameter: 'claim_id',
    title: 'One claim, at an address that stays whatever becomes of it',
    description: 'One record, with a sentence to cite it by and a hash of what it states.',
    key: ['claim_id'],
    errors: ['unknown-claim'],
  },
  changes: {
    name: 'Changes',
    record: 'Change',
    tag: 'Service',
    path: changesPath,
    parameter: null,
    title: 'What changed, value by value',
    description:
      'One record for each value that is not what it was, newest first; what one publication changed is told of operators by id, then of metrics by key, of categories by slug, and of the service.',
    key: [],
    errors: [],
  },
  snapshots: {
    name: 'Snapshots',
    record: 'Download',
    tag: 'Service',
    path: snapshotsPath,
    parameter: null,
    title: 'Downloads of the whole release',
    description:
      'One record for each file to download: archives, the database, tables, their description, checksums.',
    key: ['file'],
    errors: [],
  },
};
