import type { Dataset } from '../../src/model/index.ts';
import { planResources, type Resource } from '../../src/resources/index.ts';

/** Every answer that a dataset gives, one after the other. */
export function planAnswers(dataset: Dataset): readonly Resource[] {
  return planResources(dataset).flatMap(({ resources }) => resources);
}
