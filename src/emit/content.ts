import { readFileSync } from 'node:fs';
import {
  type Artifact,
  type Body,
  bytesOf,
  type ContentCoding,
  siblingPath,
} from '../represent/index.ts';
import { isInFile } from './is-in-file.ts';

/** What has to stand at one path or several, and how to tell that it does. */
export interface Content {
  readonly paths: Artifact['paths'];
  /** In milliseconds since 1970, whole seconds. */
  readonly modifiedAt: number;
  /** Whether it is what the previous build published. */
  readonly isUnchanged: boolean;
  /** In bytes, where it is known to stand there already; null otherwise. */
  readonly settledSize: number | null;
  /** Whether a file of this size can hold it: asked before the file is read. */
  readonly hasSize: (size: number) => boolean;
  /** Whether the file at a place on the disk holds it. */
  readonly isIn: (place: string) => boolean;
  /** What to write; null when it is better not to have the file. */
  readonly make: () => Body | null;
}

/** An artifact as it is. */
export function plainContent({
  paths,
  modifiedAt,
  isUnchanged,
  isSettled,
  size,
  render,
}: Artifact): Content {
  return {
    paths,
    modifiedAt,
    isUnchanged,
    settledSize: isSettled ? size : null,
    hasSize: (found) => found === size,
    isIn: (place) => isInFile(render(), place),
    make: render,
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
  { paths: [path, ...twins], modifiedAt, isUnchanged, render }: Artifact,
  { suffix, encode, isEncoded }: ContentCoding,
  limit: number,
): Content {
  return {
    paths: [siblingPath(path, suffix), ...twins.map((twin) => siblingPath(twin, suffix))],
    modifiedAt,
    isUnchanged,
    settledSize: null,
    hasSize: (size) => size < limit,
    isIn: (place) => isEncoded(readFileSync(place), bytesOf(render())),
    make: () => {
      const encoded = encode(bytesOf(render()));
      return encoded.length < limit ? encoded : null;
    },
  };
}
