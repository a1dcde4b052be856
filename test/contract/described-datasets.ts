import { HOSTILE } from '../doors/hostile-dataset.ts';
import { sampleSources } from '../doors/sample-data.ts';
import { claimPages, DEPRECATED, type Sources, tiny } from '../doors/tiny-dataset.ts';

/** Datasets whose descriptions differ most, each with what it is. */
export const DESCRIBED_DATASETS: readonly (readonly [what: string, sources: Sources])[] = [
  ['the sample data', sampleSources()],
  ['a hostile dataset', HOSTILE],
  ['an API that will end', DEPRECATED],
  ['claims without pages', tiny(claimPages('none'))],
];
