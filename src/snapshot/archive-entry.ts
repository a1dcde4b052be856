/** A file of an archive. */
export interface ArchiveEntry {
  /** With forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
}
