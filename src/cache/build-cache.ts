import * as crypto from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { DataFile } from '../source/index.ts';
import type { BuildMemory } from './build-memory.ts';
import { NO_FILES, type RememberedFiles, recallFiles } from './remembered-files.ts';
import {
  type KnownOfSources,
  NO_SOURCES,
  type RememberedSources,
  recallSources,
} from './remembered-sources.ts';
import { always, readState, writeArchives, writeSourceStamps, writeState } from './state-file.ts';
import { toolIdentity } from './tool-identity.ts';

/** What a build is about. What was remembered of another one is of no use to it. */
export interface CacheKey {
  /** The data folder. */
  readonly data: string;
  /** Where files are published: `<out>/api/v1`. */
  readonly published: string;
  /** Where unfinished builds leave traces: a build that finds it has something to do. */
  readonly workshop: string;
  /** Everything else that the bytes depend on, but for the sources and the clock. */
  readonly options: object;
  /** Whether servers look for compressed files beside the published ones. */
  readonly isPrecompressed: boolean;
  /** The clock of the build, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * What the last build of the same data into the same folder left behind. All of it is checked
 * before it is believed: against the bytes of the sources, and against inode, size and times of
 * the published files.
 */
export interface BuildCache<Summary> {
  /** Whether nothing is known. */
  readonly isEmpty: boolean;
  readonly sources: RememberedSources;
  readonly files: RememberedFiles;
  /**
   * What the last build counted, if nothing has changed since: not a source, all of which have to be
   * looked at before, not a published file, nor this program. Null if something did, or nothing is
   * known.
   */
  readonly recallSummary: (files: readonly DataFile[]) => Summary | null;
  /** Whether answers about one operator depended on the same besides its own sources. */
  readonly hadShared: (shared: string) => boolean;
  /** What all operators came to together, as texts, if `hadShared`; none otherwise. */
  readonly recallAggregates: (shared: string) => readonly string[];
  /**
   * Leaves what this build knows of its sources for the next one.
   *
   * @returns Leaves the rest, without which nothing is recalled: what the build counted, and what
   *   `hadShared` and `recallAggregates` tell.
   */
  readonly remember: (
    files: readonly DataFile[],
    known: KnownOfSources,
  ) => (summary: Summary, shared: string, aggregates: () => readonly string[]) => void;
}

/** The state of more sources is not kept in memory: its files have 105 MB at ten claims each. */
const MOST_SOURCES_IN_MEMORY = 40_000;

/**
 * Opens what is remembered in a folder, which may be deleted at any time.
 *
 * @param folder Null to remember nothing.
 * @param memory What builds of this process have left, if that is more than files.
 */
export function openBuildCache<Summary>(
  folder: string | null,
  { data, published, workshop, options, isPrecompressed, now }: CacheKey,
  memory: BuildMemory | null = null,
): BuildCache<Summary> {
  if (folder === null) return nothingRemembered();
  const place = JSON.stringify([realpathOf(data), realpathOf(published)]);
  const path = join(folder, `build-${crypto.hash('sha256', place).slice(0, 16)}`);
  const key = JSON.stringify([toolIdentity(join(folder, 'build-tool')), place, options]);
  const found = memory?.last?.path === path ? memory.last.state : readState(path, key);
  // A clock that was set back can make a date lie in the future.
  const state = found !== null && found.key === key && found.now <= now ? found : null;
  const ofSources = recallSources(state);
  const ofFiles = recallFiles(state, published, isPrecompressed);
  const hadShared = (shared: string) => state?.shared === shared;
  return {
    isEmpty: state === null,
    sources: ofSources.sources,
    files: ofFiles.files,
    recallSummary(files) {
      const isWhole =
        state !== null &&
        ofSources.areSame(files) &&
        !existsSync(workshop) &&
        ofFiles.files.areAllUntouched();
      if (!isWhole) return null;
      const sources = ofSources.newStamps();
      if (sources !== null) {
        writeSourceStamps(path, state, sources);
        if (memory !== null) memory.last = { path, state: { ...state, sources } };
      }
      return state.summary as Summary;
    },
    hadShared,
    recallAggregates: (shared) => (state !== null && hadShared(shared) ? state.aggregates() : []),
    remember(files, known) {
      const isHeld = memory !== null && files.length <= MOST_SOURCES_IN_MEMORY;
      const { values, briefs, ...looks } = ofSources.leave(files, known, isHeld);
      const archives = writeArchives(path, { values, briefs }, state);
      return (summary, shared, aggregates) => {
        const rest = {
          ...{ key, now, summary, shared, aggregates: always(aggregates()) },
          ...looks,
          ...ofFiles.leave(),
        };
        const written = archives && writeState(path, { ...rest, ...archives });
        if (memory !== null) memory.last = written && isHeld ? { path, state: written } : null;
      };
    },
  };
}

function nothingRemembered<Summary>(): BuildCache<Summary> {
  return {
    isEmpty: true,
    sources: NO_SOURCES,
    files: NO_FILES,
    recallSummary: () => null,
    hadShared: () => false,
    recallAggregates: () => [],
    remember: () => () => {},
  };
}

/** The real place of a folder that may not exist yet. */
function realpathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    const parent = dirname(resolve(folder));
    return parent === resolve(folder) ? parent : join(realpathOf(parent), basename(folder));
  }
}
