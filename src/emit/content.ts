import { type Artifact, type ContentCoding, siblingPath } from '../represent/index.ts';

/** What has to stand at one path or several, and how to tell that it does. */
export interface Content {
  readonly paths: Artifact['paths'];
  /** In milliseconds since 1970, whole seconds. */
  readonly modifiedAt: number;
  /** Whether a file of this size can hold it: asked before the file is read. */
  readonly hasSize: (size: number) => boolean;
  readonly isIn: (found: Uint8Array) => boolean;
  /** The bytes to write; null when it is better not to have the file. */
  readonly make: () => Uint8Array | null;
}

/** An artifact as it is. */
export function plainContent({ paths, modifiedAt, bytes }: Artifact): Content {
  return {
    paths,
    modifiedAt,
    hasSize: (size) => size === bytes.length,
    isIn: (found) => bytes.length === found.length && Buffer.compare(bytes, found) === 0,
    make: () => bytes,
  };
}

/**
 * The compressed form of an artifact, with its time.
 *
 * @param limit The size that it has to stay below to be of use: that of the next larger form. So
 *   the forms of one artifact, which share a time, never share a size, and validators that hosts
 *   make of time and size differ.
 */
export function compressedContent(
  { paths: [path, ...twins], modifiedAt, bytes }: Artifact,
  { suffix, encode, isEncoded }: ContentCoding,
  limit: number,
): Content {
  return {
    paths: [siblingPath(path, suffix), ...twins.map((twin) => siblingPath(twin, suffix))],
    modifiedAt,
    hasSize: (size) => size < limit,
    isIn: (found) => isEncoded(found, bytes),
    make: () => {
      const encoded = encode(bytes);
      return encoded.length < limit ? encoded : null;
    },
  };
}
