import {
  type ActiveCategory,
  type Dataset,
  isCurrent,
  type RemovedCategory,
  type Service,
  type Timestamp,
} from '../model/index.ts';
import {
  ANSWERS,
  type AnswerKind,
  countCoverage,
  type IndexLink,
  isTable,
  type ParameterName,
  planResources,
  type Resource,
  type ResourcePath,
  type Row,
  rankOperators,
  type Span,
  spanOf,
  type Table,
  toTable,
} from '../resources/index.ts';

/** The parts of a publication that descriptions depend on. */
export interface Described {
  /** With the addresses at which it is published. */
  readonly dataset: Dataset;
  /** Every resource except the descriptions themselves. */
  readonly answers: readonly Resource[];
  /** Further links of the service index. */
  readonly links: readonly IndexLink[];
  /** Tables that are published later in the build, and cannot be planned yet. */
  readonly further: readonly ('changes' | 'snapshots')[];
}

/** The parts of a publication. Each is computed on first use. */
export interface Outline {
  readonly frame: Frame;
  readonly names: Names;
  readonly figures: Figures;
  readonly samples: Samples;
  readonly addresses: Addresses;
}

/** The parts that do not depend on operators. */
export interface Frame {
  readonly service: Service;
  readonly metrics: Dataset['metrics'];
  readonly activeCategories: readonly ActiveCategory[];
  readonly removedCategories: readonly RemovedCategory[];
  /** The kinds of answers that there are, in the order in which they are described. */
  readonly kinds: readonly AnswerKind[];
}

/** Example values for the parameters of paths. A parameter without a value has no entries. */
export type Names = { readonly [K in ParameterName]: Readonly<Record<string, string | number>> };

export interface Figures {
  readonly operators: number;
  /** When the first and the last claim was observed. */
  readonly observed: Span | null;
  /** When anything about an operator changed last. */
  readonly changedAt: Timestamp | null;
}

/** Example answers by kind, from a publication of a few of the operators. */
export type Samples = ReadonlyMap<AnswerKind, Sample>;

/** The beginning of an answer. */
export interface Sample {
  readonly columns: readonly string[];
  readonly meta: Table['meta'];
  /** The first of its records. */
  readonly rows: readonly Row[];
}

/** The addresses of all answers of a kind, including those that cannot be planned yet. */
export type Addresses = (kind: AnswerKind) => Iterable<Pick<Table, 'paths'>>;

/** The number of records in a sample. */
const RECORDS = 2;

/** Divides a publication into the parts that descriptions use. */
export function outline({ dataset, answers, links, further }: Described): Outline {
  const { service, metrics, activeCategories, removedCategories } = dataset;
  const kinds = kindsOf(service, further);
  const names = lazily(() => namesIn(dataset));
  const figures = lazily(() => figuresOf(dataset));
  const samples = lazily(() =>
    takeSamples(kinds, [...planResources(aFewOf(dataset), links), ...laterTables(service)]),
  );
  return {
    frame: { service, metrics, activeCategories, removedCategories, kinds },
    get names() {
      return names();
    },
    get figures() {
      return figures();
    },
    get samples() {
      return samples();
    },
    *addresses(kind) {
      const { path, parameter } = ANSWERS[kind];
      let isPlanned = false;
      for (const answer of answers) {
        if (!isTable(answer) || answer.answer !== kind) continue;
        isPlanned = true;
        yield answer;
      }
      // A path with a parameter is a template, not an address.
      if (!isPlanned && parameter === null) yield { paths: [path as ResourcePath] };
    },
  };
}

/** Kinds without answers are included: their addresses are described even if there are no operators. */
function kindsOf(service: Service, further: Described['further']): readonly AnswerKind[] {
  return (Object.keys(ANSWERS) as AnswerKind[]).filter((kind) => {
    if (kind === 'changes' || kind === 'snapshots') return further.includes(kind);
    return ANSWERS[kind].isPublished(service);
  });
}

/** Whether answers of a kind have a CSV form. */
export function hasCsv(kind: AnswerKind, { service }: Pick<Frame, 'service'>): boolean {
  return ANSWERS[kind].hasCsv(service);
}

function figuresOf({ operators }: Dataset): Figures {
  const { metrics, past, changedAt } = countCoverage(operators);
  return { operators: operators.length, observed: spanOf([...metrics.values(), past]), changedAt };
}

function namesIn({ operators, activeCategories }: Dataset): Names {
  const [operator] = operators;
  const [category] = activeCategories;
  const claim = operators.find(({ claims }) => claims.length > 0)?.claims[0];
  return {
    operator: operator === undefined ? {} : { slug: operator.slug, id: operator.id },
    category: category === undefined ? {} : { slug: category.slug, alias: category.alias },
    claim_id: claim === undefined ? {} : { claim_id: claim.claim_id },
  };
}

/**
 * The dataset with a few operators, enough for a record of each kind of answer. Changes to other
 * operators do not change a sample. Otherwise every change of the data would change the descriptions.
 */
function aFewOf(dataset: Dataset): Dataset {
  const { operators } = dataset;
  const few = new Set([
    ...operators.slice(0, RECORDS).map(({ id }) => id),
    operators.find(({ claims }) => claims.length > 0)?.id,
    operators.find(({ claims }) => claims.some(isCurrent))?.id,
    ...someRanked(dataset),
  ]);
  return { ...dataset, operators: operators.filter(({ id }) => few.has(id)) };
}

/** The first operators by id, since places change, of the first ranking that has any. */
function someRanked(dataset: Dataset): readonly number[] {
  for (const category of dataset.activeCategories) {
    const ids = rankOperators(category, dataset).map(({ operator }) => operator.id);
    if (ids.length > 0) return ids.toSorted((a, b) => a - b).slice(0, RECORDS);
  }
  return [];
}

/** Takes a sample of each kind. */
function takeSamples(kinds: readonly AnswerKind[], answers: readonly Resource[]): Samples {
  const samples = new Map<AnswerKind, Sample>();
  for (const kind of kinds) {
    const sample = takeSample(answers.filter(isTable).filter(({ answer }) => answer === kind));
    if (sample !== null) samples.set(kind, sample);
  }
  return samples;
}

/** A digest and a time for examples. */
export const NO_DIGEST = '0'.repeat(64);
export const SOME_TIME = '2026-01-05T09:30:00Z' as Timestamp;

/** What the tables of later stages may look like, with made-up values. */
function laterTables(service: Service): readonly Table[] {
  const { base_url } = service;
  const { fields } = ANSWERS.changes;
  const unchanged = Object.fromEntries(Object.keys(fields).map((name) => [name, null])) as {
    readonly [K in keyof typeof fields]: null;
  };
  const change = {
    ...unchanged,
    changed_at: SOME_TIME,
    kind: 'service_changed',
    field: 'notice',
    new: 'Fees are being checked again.',
    api_url: base_url,
  } as const;
  const download = {
    file: 'operator-api.zip',
    media_type: 'application/zip',
    bytes: 48_213,
    sha256: NO_DIGEST,
    description: 'All data as JSON and CSV.',
    url: `${base_url}/snapshots/operator-api.zip` as typeof base_url,
  };
  const changes = { meta: () => ({ total: 1, limit: 1000 }), rows: () => [change] };
  const downloads = { meta: () => ({ total: 1 }), rows: () => [download] };
  return [
    toTable(ANSWERS.changes, changes, service),
    toTable(ANSWERS.snapshots, downloads, service),
  ];
}

/** The first of some tables that has a record to show, or the first of all. */
function takeSample(tables: Iterable<Table>): Sample | null {
  let empty: Sample | null = null;
  for (const { columns, meta, rows } of tables) {
    const sample = { columns, meta, rows: rows().slice(0, RECORDS) };
    if (sample.rows.length > 0) return sample;
    empty ??= sample;
  }
  return empty;
}

/** A function that computes a value on the first call, and returns it on every call. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
