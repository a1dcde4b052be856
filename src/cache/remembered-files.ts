import { type BigIntStats, lstatSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  amendStamps,
  isStampAt,
  joinStamps,
  type Stamp,
  type StampTable,
  stampOf,
} from './stamp.ts';
import { always, type PassageTable, type State } from './state-file.ts';

/**
 * What the last build knew of published files, by their paths below `api/v1`: believed as long as
 * inode, size and times are as it left them.
 */
export interface RememberedFiles {
  /** Whether all published files, and the folders between them, are as the last build left them. */
  readonly areAllUntouched: () => boolean;
  /** Whether a published file is as the last build left it, and so is everything around it. */
  readonly isUntouched: (path: string, stats: BigIntStats) => boolean;
  /**
   * Takes note of a file as this build leaves it. Of others, if none was touched since the last
   * build, it is what that one knew.
   *
   * @param twins Other paths of the same file.
   */
  readonly note: (path: string, stats: BigIntStats, twins?: readonly string[]) => void;
  /** Takes note of files that somebody else wrote, of a publication that has no predecessor. */
  readonly noteAll: (stamps: StampTable) => void;
  /** Takes note of a file that is gone. */
  readonly forget: (path: string) => void;
  /** Where things stood in a published file; null where that is not known. */
  readonly passagesIn: (path: string) => PassageTable | null;
  /** Takes note of where things stand in a published file now. */
  readonly notePassages: (path: string, basis: string, table: Float64Array) => void;
}

/** A build that has published, as the cache sees it. */
export interface FileMemory {
  readonly files: RememberedFiles;
  /** What the next build is to know. */
  readonly leave: () => Pick<State, 'folders' | 'stamps' | 'passages'>;
}

/** Of a build that remembers nothing. */
export const NO_FILES: RememberedFiles = {
  areAllUntouched: () => false,
  isUntouched: () => false,
  note: () => {},
  noteAll: () => {},
  forget: () => {},
  passagesIn: () => null,
  notePassages: () => {},
};

/** What may not be looked at is as good as gone: whoever writes there will say why. */
function statsOf(path: string): Stats | undefined {
  try {
    // With plain numbers, which take a third less time than big ones for a hundred thousand files.
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * The paths by which a file is remembered: the first, and where its folder is looked at as well, the
 * twins that are in others.
 *
 * @param isPrecompressed See `recallFiles`.
 */
export function rememberedPaths<P extends string>(
  path: P,
  twins: readonly P[],
  isPrecompressed: boolean,
): readonly P[] {
  if (!isPrecompressed) return [path];
  const folder = dirname(path);
  return [path, ...twins.filter((twin) => dirname(twin) !== folder)];
}

/**
 * Recalls published files from what the last build left; with nothing, takes notes for the next.
 *
 * @param published The folder that they are in.
 * @param isPrecompressed Whether a file that nobody published can be sent in place of one: then the
 *   folders of all files are looked at as well, to see whether one has come.
 */
export function recallFiles(
  state: State | null,
  published: string,
  isPrecompressed: boolean,
): FileMemory {
  let indices: ReadonlyMap<string, number> | null = null;
  const indexOf = (path: string) => {
    indices ??= new Map(state?.stamps.paths.map((path, index) => [path, index]));
    return indices.get(path);
  };
  const notes = new Map<string, Stamp | null>();
  const othersNotes: StampTable[] = [];
  const passages = new Map<string, PassageTable>();
  let areStampsTrue: boolean | null = null;
  const areAllUntouched = () => {
    areStampsTrue ??=
      state?.stamps.paths.every((path, index) => {
        // By `join`, each of a hundred thousand tidy paths would be tidied.
        const stats = statsOf(`${published}/${path}`);
        return stats !== undefined && isStampAt(state.stamps, index, stampOf(stats));
      }) ?? false;
    return areStampsTrue;
  };
  return {
    files: {
      areAllUntouched,
      isUntouched(path, stats) {
        // Untouched is only of use where the manifest beside it, which says what it holds, is so too.
        if (state === null || !areAllUntouched()) return false;
        const index = indexOf(path);
        return index !== undefined && isStampAt(state.stamps, index, stampOf(stats));
      },
      note(path, stats, twins = []) {
        const stamp = stampOf(stats);
        for (const one of rememberedPaths(path, twins, isPrecompressed)) notes.set(one, stamp);
      },
      noteAll: (stamps) => othersNotes.push(stamps),
      forget: (path) => notes.set(path, null),
      passagesIn: (path) => state?.passages().get(path) ?? null,
      notePassages: (path, basis, table) => passages.set(path, { basis, table }),
    },
    leave() {
      const before = areStampsTrue === true ? state : null;
      const folders = new Set(before?.folders);
      const others = joinStamps(othersNotes);
      for (const paths of [notes.keys(), others.paths]) {
        for (const path of paths) {
          const folder = dirname(path);
          folders.add(dirname(folder));
          if (isPrecompressed) folders.add(folder);
        }
      }
      for (const folder of folders) {
        const stats = statsOf(join(published, folder));
        notes.set(folder, stats === undefined ? null : stampOf(stats));
      }
      return {
        folders: [...folders].filter((folder) => notes.get(folder) !== null),
        stamps:
          before === null
            ? amendStamps(others, notes, () => undefined)
            : amendStamps(before.stamps, notes, indexOf),
        passages: always(passages),
      };
    },
  };
}
