import type { Timestamp } from '../model/index.ts';
import { isTable, toCsv } from '../represent/index.ts';
import {
  type AnswerKind,
  type ProblemDocument,
  planResources,
  type Resource,
  type Row,
  type Table,
} from '../resources/index.ts';
import type { ParameterName } from './answers.ts';
import type { Outline } from './described.ts';

/** Answers as they are published, long lists cut short. */
export interface Examples {
  /** Whether anything of a kind is published. */
  readonly has: (kind: AnswerKind) => boolean;
  readonly json: (kind: AnswerKind, generatedAt: Timestamp) => object | null;
  readonly csv: (kind: AnswerKind) => string | null;
  /** Names that a path can be filled in with. */
  readonly names: (parameter: ParameterName) => Readonly<Record<string, string | number>>;
  /** Error answers by their paths. */
  readonly problems: ReadonlyMap<string, ProblemDocument>;
}

/** How many records an example shows. */
const RECORDS = 2;

/**
 * Takes examples from a publication. Only as many records are made as are shown: the first of the
 * long lists are those of the first operators.
 */
export function takeExamples(outline: Outline): Examples {
  const { dataset, tables, resources } = outline;
  const rich = dataset.operators.filter(({ claims }) => claims.length > 0).slice(0, RECORDS);
  const first = [...new Set([...dataset.operators.slice(0, RECORDS), ...rich])];
  const small = planResources({ ...dataset, operators: first }).filter(isTable);
  const samples = new Map<AnswerKind, Sample | null>();
  const sample = (kind: AnswerKind): Sample | null => {
    const known = samples.get(kind);
    if (known !== undefined) return known;
    const all = tables.get(kind) ?? [];
    const short = small.filter((table) => table.kind === kind);
    const taken = takeSample(LONG.has(kind) && short.length > 0 ? short : all, all);
    samples.set(kind, taken);
    return taken;
  };
  return {
    has: (kind) => sample(kind) !== null,
    json: (kind, generatedAt) => {
      const taken = sample(kind);
      return taken && { meta: taken.whole.meta(generatedAt), data: taken.rows };
    },
    csv: (kind) => {
      const taken = sample(kind);
      return taken && toCsv(taken.whole.columns, taken.rows);
    },
    names: (parameter) => namesFor(parameter, outline),
    problems: new Map(
      resources.filter(isProblem).map((problem) => [problem.paths[0] as string, problem]),
    ),
  };
}

interface Sample {
  /** Whose `meta` is shown: what is said about the whole is said of the whole. */
  readonly whole: Table;
  readonly rows: readonly Row[];
}

/** The first of some tables that has a record to show, or the first of all. */
function takeSample(shown: readonly Table[], all: readonly Table[]): Sample | null {
  for (const table of shown) {
    const rows = table.rows().slice(0, RECORDS);
    const whole = all.find(({ paths: [path] }) => path === table.paths[0]);
    if (rows.length > 0 && whole !== undefined) return { whole, rows };
  }
  const [first] = all;
  return first === undefined ? null : { whole: first, rows: [] };
}

/** Whose records are in the order of the operators, and many. */
const LONG: ReadonlySet<AnswerKind> = new Set([
  'list',
  'detail',
  'facts',
  'all-facts',
  'claims',
  'claim',
]);

function namesFor(parameter: ParameterName, { dataset }: Outline) {
  const { operators, activeCategories } = dataset;
  switch (parameter) {
    case 'operator': {
      const [operator] = operators;
      return operator === undefined ? {} : { slug: operator.slug as string, id: operator.id };
    }
    case 'category': {
      const [category] = activeCategories;
      if (category === undefined) return {};
      return { slug: category.slug as string, alias: category.alias as string };
    }
    case 'claim_id': {
      const claim = operators.find(({ claims }) => claims.length > 0)?.claims[0];
      return claim === undefined ? {} : { claim_id: claim.claim_id };
    }
    default:
      return parameter satisfies never;
  }
}

function isProblem(resource: Resource): resource is ProblemDocument {
  return resource.kind === 'problem';
}
