import type { Timestamp } from '../model/index.ts';
import { toCsv } from '../represent/index.ts';
import type { AnswerKind, ProblemDocument, Row, Table } from '../resources/index.ts';
import { ANSWERS, type ParameterName } from './answers.ts';
import type { Outline } from './described.ts';

/** Answers as they are published, long lists cut short. */
export interface Examples {
  /** Whether anything of a kind is published. */
  readonly has: (kind: AnswerKind) => boolean;
  readonly json: (kind: AnswerKind, generatedAt: Timestamp) => object | null;
  readonly csv: (kind: AnswerKind) => string | null;
  /** Error answers by their paths. */
  readonly problems: ReadonlyMap<string, ProblemDocument>;
}

/** How many records an example shows. */
const RECORDS = 2;

/** Takes examples from a publication. Hardly more records are made than are shown. */
export function takeExamples({ tables, problems }: Outline): Examples {
  const samples = new Map<AnswerKind, Sample | null>();
  const sample = (kind: AnswerKind): Sample | null => {
    const known = samples.get(kind);
    if (known !== undefined) return known;
    const taken = takeSample(tables.get(kind) ?? []);
    samples.set(kind, taken);
    return taken;
  };
  return {
    has: (kind) => sample(kind) !== null,
    json: (kind, generatedAt) => {
      const taken = sample(kind);
      return taken && { meta: taken.table.meta(generatedAt), data: taken.rows };
    },
    csv: (kind) => {
      const taken = sample(kind);
      return taken && toCsv(taken.table.columns, taken.rows);
    },
    problems: new Map(problems.map((problem) => [problem.paths[0], problem])),
  };
}

interface Sample {
  readonly table: Table;
  /** The first of its records. */
  readonly rows: readonly Row[];
}

/** The first of some tables that has a record to show, or the first of all. */
function takeSample(tables: readonly Table[]): Sample | null {
  for (const table of tables) {
    const rows = table.rows(RECORDS).slice(0, RECORDS);
    if (rows.length > 0) return { table, rows };
  }
  const [table] = tables;
  return table === undefined ? null : { table, rows: [] };
}

/** Whether any address of a kind answers: where one needs a name, something has to have it. */
export function isAnswered(kind: AnswerKind, outline: Outline): boolean {
  const { parameter } = ANSWERS[kind];
  return parameter === null || Object.keys(exampleNames(parameter, outline)).length > 0;
}

/** Names that a path can be filled in with; none where nothing has one. */
export function exampleNames(
  parameter: ParameterName,
  { dataset }: Outline,
): Readonly<Record<string, string | number>> {
  const { operators, activeCategories } = dataset;
  switch (parameter) {
    case 'operator': {
      const [operator] = operators;
      return operator === undefined ? {} : { slug: operator.slug, id: operator.id };
    }
    case 'category': {
      const [category] = activeCategories;
      if (category === undefined) return {};
      return { slug: category.slug, alias: category.alias };
    }
    case 'claim_id': {
      const claim = operators.find(({ claims }) => claims.length > 0)?.claims[0];
      return claim === undefined ? {} : { claim_id: claim.claim_id };
    }
    default:
      return parameter satisfies never;
  }
}
