import type { ContestantName } from './contestants.ts';
import type { Phase } from './phases.ts';

/** Everything that was measured: what docs/performance.json holds. */
export interface Results {
  /** The largest size last. */
  readonly sizes: readonly SizeResults[];
  readonly answers: readonly AnswerSizes[];
}

/** One run of the benchmark at one size. */
export interface SizeResults {
  readonly operators: number;
  /** The day, for the reader. */
  readonly measuredOn: string;
  readonly machine: string;
  readonly versions: string;
  /** Files of a whole publication of ours. */
  readonly files: number;
  readonly builds: readonly BuildResult[];
  readonly rebuilds: readonly RebuildResult[];
  readonly profiles: readonly ProfileResult[];
}

export interface BuildResult {
  readonly name: ContestantName;
  /** Or why there are no figures. */
  readonly outcome: Figures | string;
}

/** Medians over so many runs. */
export interface Figures {
  readonly runs: number;
  readonly milliseconds: number;
  readonly peakBytes: number | null;
}

/** A build of ours over what the last one left. */
export interface RebuildResult extends Figures {
  readonly what: string;
}

/** Where the time of one build of ours went. */
export interface ProfileResult {
  readonly what: string;
  /** By phase; a phase that was named later has no time. */
  readonly milliseconds: Readonly<Partial<Record<Phase, number>>>;
}

/** The bytes of an answer; the median over the operators where each has one. */
export interface AnswerSizes {
  readonly answer: string;
  readonly operators: number;
  readonly raw: number;
  /** By content coding. */
  readonly encoded: Readonly<Record<string, number>>;
}

export const NO_RESULTS: Results = { sizes: [], answers: [] };

/** Earlier results with the sizes replaced that were measured again. */
export function mergeResults(before: Results, now: Results): Results {
  return {
    sizes: replaceSizes(before.sizes, now.sizes),
    answers: replaceSizes(before.answers, now.answers),
  };
}

function replaceSizes<T extends { readonly operators: number }>(
  before: readonly T[],
  now: readonly T[],
): readonly T[] {
  const again = new Set(now.map(({ operators }) => operators));
  const kept = before.filter(({ operators }) => !again.has(operators));
  return [...kept, ...now].sort((a, b) => a.operators - b.operators);
}

/** What the earlier results have and a merge would lose, in words. */
export function lostResults(before: Results, now: Results): readonly string[] {
  return now.sizes.flatMap(({ operators, builds }) => {
    const measured = new Set(builds.map(({ name }) => name));
    const earlier = before.sizes.find((size) => size.operators === operators)?.builds ?? [];
    return earlier
      .filter(({ name }) => !measured.has(name))
      .map(({ name }) => `${name} at ${operators} operators`);
  });
}
