import type { Timestamp } from '../model/index.ts';
import { toCsv } from '../represent/index.ts';
import {
  ANSWERS,
  type AnswerKind,
  type ProblemDocument,
  problemDocuments,
} from '../resources/index.ts';
import type { Names, Outline } from './outline.ts';

/** Samples in JSON and CSV. */
export interface Examples {
  /** Whether there is an example of a kind. */
  readonly has: (kind: AnswerKind) => boolean;
  readonly json: (kind: AnswerKind, generatedAt: Timestamp) => object | null;
  readonly csv: (kind: AnswerKind) => string | null;
  /** Error answers by their paths. */
  readonly problems: ReadonlyMap<string, ProblemDocument>;
}

/** Renders samples in JSON and CSV. */
export function takeExamples({ frame, samples }: Pick<Outline, 'frame' | 'samples'>): Examples {
  return {
    has: (kind) => samples.has(kind),
    json: (kind, generatedAt) => {
      const sample = samples.get(kind);
      return sample === undefined ? null : { meta: sample.meta(generatedAt), data: sample.rows };
    },
    csv: (kind) => {
      const sample = samples.get(kind);
      return sample === undefined ? null : toCsv(sample.columns, sample.rows);
    },
    problems: new Map(problemDocuments(frame).map((problem) => [problem.paths[0], problem])),
  };
}

/** Whether any answer of a kind is published: a path with a parameter needs a value for it. */
export function isAnswered(kind: AnswerKind, names: Names): boolean {
  const { parameter } = ANSWERS[kind];
  return parameter === null || Object.keys(names[parameter]).length > 0;
}
