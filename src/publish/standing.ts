import type { BuildCache, RememberedSources } from '../cache/index.ts';
import { type Amount, type OutputFolder, previousIn } from '../emit/index.ts';
import type { Operator } from '../model/index.ts';
import type { Plan } from '../pipeline.ts';
import {
  documentPath,
  type EarlierFile,
  isTable,
  MANIFEST_PATH,
  type Manifest,
  type ManifestEntry,
  type OutputPath,
  outputPath,
  type Passages,
  type Previous,
  readPassages,
  readPrevious,
} from '../represent/index.ts';
import type { Document, Ingredients, Resource, Table } from '../resources/index.ts';
import { sourceNames } from '../validate/index.ts';

/** What of the last publication stays as it is, so that it need be neither read nor rendered. */
export interface Standing {
  /** The last publication, but for what its manifest lists about operators that stand. */
  readonly previous: Previous;
  readonly passages: Passages;
  /** Whether every file is as the last build left it. */
  readonly isUntouched: boolean;
  /** All that is published about an operator alone, if it stands; null otherwise. */
  readonly amountOf: (id: number) => Amount | null;
  /** What the manifest says of what stands besides; null for all else. */
  readonly entryOf: (resource: Resource) => ManifestEntry | null;
}

/** What is known of the build before. */
type Recalled = Omit<BuildCache<unknown>, 'recallSummary' | 'remember'>;

type Fields = { readonly [K in keyof Operator]?: unknown };

/** An operator as it was when it was published, and as it is. */
interface Changed {
  readonly before: Fields;
  readonly after: Fields;
}

/**
 * Finds what stands in a folder, by what is known of the build before: nothing, if that build did not
 * leave it as it is now.
 *
 * @param hasSameSources Whether the sources of an operator are what they were.
 */
export function standingIn(
  folder: OutputFolder,
  cache: Recalled,
  { shared, dataset }: Plan,
  hasSameSources: (slug: string) => boolean,
): Standing {
  const isKnown = cache.hadShared(shared) && cache.files.areAllUntouched();
  const manifest = isKnown ? folder.read(MANIFEST_PATH) : null;
  if (manifest === null) return nothingStands(folder, cache);
  const { operators } = dataset;
  const changed = operators.filter(({ slug }) => !hasSameSources(slug));
  const changedIds = new Set(changed.map(({ id }) => id));
  const recall = (path: OutputPath, basis: string, read = folder.read): EarlierFile | null => {
    const known = cache.files.passagesIn(path);
    const bytes = known?.basis === basis ? read(path) : null;
    if (known === null || bytes === null) return null;
    const passageOf = readPassages(known.table, bytes.length);
    return { bytes, passageOf: (id) => (changedIds.has(id) ? undefined : passageOf(id)) };
  };
  const listed = recall(MANIFEST_PATH, '', () => manifest);
  const abridged = listed === null ? manifest : abridge(listed, operators);
  const previous = readPrevious(manifest, abridged);
  if (previous === null) return nothingStands(folder, cache);
  let entries: ReadonlyMap<string, ManifestEntry> | null = null;
  const isSettled = settledBy(changed, cache.sources);
  const keep = (resource: Table | Document, basis: string): ManifestEntry | null => {
    const [path] = resource.paths;
    const files = isTable(resource)
      ? [outputPath(path, 'json'), outputPath(path, 'csv')]
      : [documentPath(path)];
    for (const file of files) {
      const known = cache.files.passagesIn(file);
      if (known?.basis !== basis) return null;
      cache.files.notePassages(file, basis, known.table);
    }
    entries ??= entriesIn(abridged);
    return entries.get(`/${path}`) ?? null;
  };
  return {
    previous,
    isUntouched: true,
    passages: { recall, note: cache.files.notePassages },
    amountOf(id) {
      const passage = listed?.passageOf(id);
      return passage === undefined ? null : { files: passage.rows, bytes: passage.mark };
    },
    entryOf(resource) {
      if (resource.kind === 'problem') return null;
      const ingredients = isTable(resource) ? resource.roll : resource.ingredients;
      const stands = ingredients !== undefined && isSettled(ingredients);
      return stands ? keep(resource, ingredients.basis) : null;
    },
  };
}

/** Where everything has to be rendered. */
export function nothingStands(folder: OutputFolder, cache: Recalled): Standing {
  return {
    previous: previousIn(folder),
    isUntouched: false,
    passages: { recall: () => null, note: cache.files.notePassages },
    amountOf: () => null,
    entryOf: () => null,
  };
}

/** A manifest without the entries about operators that stand. */
function abridge({ bytes, passageOf }: EarlierFile, operators: readonly Operator[]): Buffer {
  const parts: Buffer[] = [];
  let end = 0;
  for (const { id } of operators) {
    const passage = passageOf(id);
    if (passage === undefined) continue;
    if (passage.start > end) parts.push(bytes.subarray(end, passage.start));
    // With the comma behind it: entries about no operator follow.
    end = passage.end + 1;
  }
  return Buffer.concat([...parts, bytes.subarray(end)]);
}

/** The entries of a manifest that nobody has touched since a build wrote it, by their paths. */
function entriesIn(manifest: Buffer): ReadonlyMap<string, ManifestEntry> {
  const { resources } = JSON.parse(manifest.toString()) as Manifest;
  return new Map(resources.map((entry) => [entry.path, entry]));
}

/** Tells whether what something is made of, of operators, is what it was. */
function settledBy(
  operators: readonly Operator[],
  { isOneGone, lastValueOf }: RememberedSources,
): (ingredients: Ingredients) => boolean {
  if (isOneGone()) return () => false;
  const changed: Changed[] = [];
  for (const after of operators) {
    const [record, claims] = sourceNames(after.slug).map(lastValueOf);
    if (record === null || record === undefined || claims === undefined) return () => false;
    changed.push({ before: { ...record, slug: after.slug, claims: claims ?? [] }, after });
  }
  return ({ fields }) =>
    changed.every((operator) => fields.every((field) => isSameField(operator, field)));
}

function isSameField({ before, after }: Changed, field: keyof Operator): boolean {
  return JSON.stringify(before[field]) === JSON.stringify(after[field]);
}
