/** The folders with one source for each operator. */
export const SOURCE_FOLDERS: readonly string[] = ['operators', 'facts'];

/** The sources about the whole service, without their extension. */
export const ROOT_SOURCES = ['service', 'metrics', 'categories'] as const;

/** Files that editors and systems leave behind, and files that explain a folder to people. */
const LEFTOVER =
  /^~\$|~$|\.(?:sw[a-p]|bak|orig|rej|tmp)$|^#.*#$|___jb_\w+___$|^(?:thumbs\.db|desktop\.ini|(?:readme|licen[cs]e)(?:\.(?:md|txt|rst|adoc|html))?)$/i;

/**
 * Whether a file is where only sources belong, or is named like one: everything directly in the data
 * folder or below the folders of sources, but what people and programs leave there.
 */
export function mayBeSource(name: string): boolean {
  if (/\.ya?ml$/i.test(name)) return true;
  const [top = '', ...below] = name.split('/');
  if (LEFTOVER.test(below.at(-1) ?? top)) return false;
  return below.length === 0 || SOURCE_FOLDERS.includes(top);
}

/** 256 KiB: a hundred times the usual source, and small enough for any text to be parsed at once. */
export const LARGEST_SOURCE = 256 * 1024;

/** A file of the data folder. */
export interface DataFile {
  /** Below the data folder, with forward slashes: `operators/harbour-nine.yaml`. */
  readonly name: string;
  /** As diagnostics print it: the name below the folder as the user gave it. */
  readonly path: string;
  /**
   * Its size in bytes.
   *
   * @throws EnvironmentError
   */
  measure(): number;
  /**
   * Its bytes; of a file larger than LARGEST_SOURCE, only the first, but more than LARGEST_SOURCE.
   * They are overwritten when the next file is read.
   *
   * @throws EnvironmentError
   */
  read(): Uint8Array;
}

/** A file of the data folder on a disk. */
export interface StoredFile extends DataFile {
  /**
   * Its present status in the file system.
   *
   * @throws EnvironmentError
   */
  look(): FileStatus;
}

/** The fields that show whether a file has changed, named as in Node's `Stats`. */
export interface FileStatus {
  readonly ino: number;
  /** In bytes. */
  readonly size: number;
  /** In milliseconds since 1970, as is `ctimeMs`. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}
