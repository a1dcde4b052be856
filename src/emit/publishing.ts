import type { Content } from './content.ts';

/** A publication on its way to the disk: nothing is visible before it is finished. */
export interface Publishing {
  /**
   * Stages some content, unless it is in its place already.
   *
   * @returns The size of the file in bytes; null when there is to be none.
   */
  readonly put: (content: Content) => number | null;
  /** Makes everything visible and removes what is no longer published. In numbers of files. */
  readonly finish: () => {
    readonly files: number;
    readonly written: number;
    readonly removed: number;
  };
}
