import type { Operator } from '../model/index.ts';

/** What some content is made of, besides the service and the metrics: as that stays, so does the content. */
export interface Ingredients {
  /** What of each operator it is made of. */
  readonly fields: readonly (keyof Operator)[];
  /** What else, as text. */
  readonly basis: string;
}
