import type { BuildCache, BuildMemory, KnownOfSources } from '../cache/index.ts';
import type { Brief, Dataset, Listing } from '../model/index.ts';
import type { SecondThread, SoundSources } from '../second-thread/index.ts';
import type { DataFile } from '../source/index.ts';
import {
  keepAsJson,
  MOST_SOURCES_AS_VALUES,
  operatorOfSource,
  type Recall,
  type RecalledValues,
  readAlone,
  recalledValues,
  sourceNames,
  valueOfSource,
} from '../validate/index.ts';

/** What is known of sources before they are checked. */
export interface KnownSources {
  readonly recall: Recall;
  /** Whether the sources of an operator are what they were; false if nothing is known of them. */
  readonly hasSameSources: (slug: string) => boolean;
  /** What the next build is to know of them, once they were found sound. */
  readonly leave: (dataset: Dataset) => KnownOfSources;
}

/** Finds out what is known of sources: from the build before, or because they are read ahead. */
export async function knowSources(
  files: readonly DataFile[],
  { isEmpty, sources }: Pick<BuildCache<unknown>, 'isEmpty' | 'sources'>,
  second: SecondThread | null,
  memory: BuildMemory | undefined,
): Promise<KnownSources> {
  const parsed = memory?.values ?? new WeakMap<Buffer, unknown>();
  let sound: SoundSources = {
    textOf: sources.textOf,
    knowsText: sources.knowsText,
    digestOf: () => undefined,
  };
  const textOf = (name: string) => sound.textOf(name);
  const knowsText = (name: string) => sound.knowsText(name);
  // Of so many, those that could be held would be too few to save time.
  const most = files.length > MOST_SOURCES_AS_VALUES ? 0 : undefined;
  const { hold, ...values } = recalledValues({ textOf, knowsText }, parsed, most);
  if (isEmpty) {
    sound = await readAhead(files, second, hold);
    for (const { name } of files) {
      const digest = sound.digestOf(name);
      if (digest !== undefined) sources.noteDigest(name, digest);
    }
  }
  const { isSame, lastValueOf, lastListingOf } = sources;
  /** Of operators by their slugs; undefined where their sources are not what they were. */
  const listings = new Map<string, Listing | undefined>();
  /** The names of their own sources, if those of the operator are what they were. */
  const same = new Set<string>();
  const listingOf = (slug: string): Listing | undefined => {
    if (listings.has(slug)) return listings.get(slug);
    const names = sourceNames(slug);
    const [own] = names;
    const listing = names.every(isSame) ? lastListingOf(own) : undefined;
    listings.set(slug, listing);
    if (listing !== undefined) same.add(own);
    return listing;
  };
  const lastBriefOf = (slug: string): Brief | undefined => {
    const [own] = sourceNames(slug);
    const text = sources.lastBriefOf(own);
    if (text === undefined) return undefined;
    const brief = (parsed.get(text) ?? JSON.parse(text.toString())) as Brief;
    if (memory !== undefined) parsed.set(text, brief);
    return brief;
  };
  return {
    recall: { ...values, isSame, lastValueOf, listingOf, lastBriefOf },
    hasSameSources: (slug) => listingOf(slug) !== undefined,
    leave(dataset) {
      const [jsonOf, operatorOf] = [valueOfSource(dataset), operatorOfSource(dataset)];
      return {
        textOf: (name) => textOf(name) ?? jsonOf(name),
        briefOf(name) {
          const brief = operatorOf(name)?.brief;
          if (brief === undefined) return undefined;
          const text = Buffer.from(JSON.stringify(brief));
          parsed.set(text, brief);
          return text;
        },
        listingOf: operatorOf,
        isOperatorSame: (name) => same.has(name),
      };
    },
  };
}

/**
 * Reads sources before they are checked, where that pays: with two threads, or where there are so
 * many that what they hold is better kept as JSON.
 *
 * @param hold Is offered each value, and how many bytes that is as JSON.
 */
async function readAhead(
  files: readonly DataFile[],
  second: SecondThread | null,
  hold: RecalledValues['hold'],
): Promise<SoundSources> {
  if (second !== null) return second.read(files, readAlone, hold);
  const texts = files.length > MOST_SOURCES_AS_VALUES ? keepAsJson(files, hold) : null;
  return {
    textOf: (name) => texts?.get(name),
    knowsText: (name) => texts?.has(name) ?? false,
    digestOf: () => undefined,
  };
}
