import type { Brief, Listing } from '../model/index.ts';

/** What is known of sources from an earlier run that found nothing wrong in any of them. */
export interface Recall {
  /** What the source of a name holds, if its bytes are the same; undefined otherwise. */
  readonly valueOf: (name: string) => unknown;
  /** Whether `valueOf` can say what the source of a name holds. */
  readonly knows: (name: string) => boolean;
  /** Whether it holds that as a value, so that to keep it takes no further memory. */
  readonly isHeld: (name: string) => boolean;
  /** Whether the source of a name is as it was. */
  readonly isSame: (name: string) => boolean;
  /** What a source held, the same or not: null if there was none, undefined if that is not known. */
  readonly lastValueOf: (name: string) => unknown;
  /** The listing of an operator whose sources are as they were; undefined for any other. */
  readonly listingOf: (slug: string) => Listing | undefined;
  /** What was known in brief of an operator, changed or not; undefined if that is not known. */
  readonly lastBriefOf: (slug: string) => Brief | undefined;
}

/** Nothing is known. */
export const NO_RECALL: Recall = {
  valueOf: () => undefined,
  knows: () => false,
  isHeld: () => false,
  isSame: () => false,
  lastValueOf: () => undefined,
  listingOf: () => undefined,
  lastBriefOf: () => undefined,
};
