/** A file as the maintainer sees it: the path to print and the text the offsets count in. */
export interface TextFile {
  /** As given on the command line, with forward slashes. */
  readonly path: string;
  /** Decoded text; empty where the bytes could not be decoded. */
  readonly text: string;
}

/** A stretch of one file: two UTF-16 offsets, the end not included. */
export interface Place {
  readonly file: TextFile;
  readonly start: number;
  readonly end: number;
}

/** The place to name when the whole file is meant. */
export function wholeFile(file: TextFile): Place {
  return { file, start: 0, end: 0 };
}
