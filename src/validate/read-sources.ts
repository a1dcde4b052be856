import { posix } from 'node:path';
import { type Checked, type Place, type Report, wholeFile } from '../diagnostics/index.ts';
import {
  type ActiveCategory,
  activeCategory,
  categoryLists,
  type Metric,
  metric,
  type RemovedCategory,
  removedCategory,
  type Service,
  service,
} from '../model/index.ts';
import type { DataFile, SourceDocument, ValuePath } from '../source/index.ts';
import { classify, sourceNames, suggestFolder, suggestName, unreadFolder } from './layout.ts';
import { type Places, placesOnCall, readDocument } from './read-document.ts';
import { readDossiers, recallOperators, type SourcePair } from './read-dossiers.ts';
import { readEntities, readEntity, recallEntities, recallEntity } from './read-entity.ts';
import type { Recall } from './recall.ts';
import type { OperatorRecall } from './recalled-operator.ts';
import type { Dossier, SharedSources } from './sources.ts';

/** The root files: what each holds, as the end of a sentence. */
const ROOT_FILES = {
  service: 'the name, the addresses, the licence and the notice of the service',
  metrics: 'the dictionary of metrics, a list',
  categories: 'the active and the removed rankings',
} as const;

const WHAT_BELONGS = {
  service: 'the fields of the service',
  metrics: 'the list of metrics',
  categories: 'the lists "active" and "removed"',
} as const;

/** Sources whose shared part is read, and whose rest is read as it is asked for. */
export interface OpenedSources {
  readonly shared: SharedSources;
  /**
   * What is said about each operator, in the order of the names of their files.
   *
   * @param report Hears what is wrong with the files.
   */
  readonly dossiers: (report: Report) => Generator<Dossier>;
  /** Gives what is recalled about operators that are sound. */
  readonly recalled: OperatorRecall;
}

/**
 * Reads what is about no operator, and reports what is wrong with it, with the names of all files,
 * and with what is missing.
 */
export function openSources(
  folder: string,
  files: Checked<Iterable<DataFile>>,
  now: number,
  recall: Recall,
  report: Report,
): OpenedSources {
  const { roots, pairs, strangers, taken } = sortOut(files.value, report);
  const likely = roots.size + pairs.size > 0 ? null : suggestFolder(folder, [...strangers.keys()]);
  if (likely !== null) {
    report(wholeFile({ path: folder, text: '' }), { code: 'source/wrong-folder', likely });
  }
  const meant =
    likely === null ? reportStrangers(folder, strangers, taken, report) : new Set<string>();
  const refused = new Set(files.diagnostics.map(({ place }) => place.file.path));
  const isReported = (name: string) =>
    likely !== null ||
    meant.has(name) ||
    [name, posix.dirname(name)].some((refusal) => refused.has(posix.join(folder, refusal)));
  const reportMissing = (name: string, holds: string) => {
    const place = wholeFile({ path: posix.join(folder, name), text: '' });
    report(place, { code: 'source/missing-file', name, holds });
  };
  const readRoot = <K extends RootKind>(kind: K): SharedSources[K] => {
    const source = roots.get(kind);
    const name = `${kind}.yaml`;
    if (source === undefined) {
      if (!isReported(name)) reportMissing(name, ROOT_FILES[kind]);
      return null;
    }
    const { read, take }: RootReader<K> = ROOT_READERS[kind];
    const known = recall.valueOf(name) as RootValues[K] | undefined;
    if (known !== undefined) return take(placesOnCall(source).places, known);
    const { document } = readDocument(source, WHAT_BELONGS[kind], report);
    return document && read(document, report);
  };
  const areOperatorsMissing =
    pairs.size > 0 &&
    [...pairs.values()].every(({ operator }) => operator === null) &&
    [...pairs.keys()].every((slug) => !isReported(sourceNames(slug)[0]));
  if (areOperatorsMissing) reportMissing('operators/', 'a file for each operator');
  return {
    shared: {
      now,
      isReported: (name) => areOperatorsMissing || isReported(name),
      service: readRoot('service'),
      metrics: readRoot('metrics'),
      categories: readRoot('categories'),
    },
    dossiers: (report) => readDossiers(pairs, recall, report),
    recalled: recallOperators(pairs, recall),
  };
}

/** Files by what they are for. */
interface SortedFiles {
  readonly roots: ReadonlyMap<RootKind, DataFile>;
  /** By the slug that both names have. */
  readonly pairs: ReadonlyMap<string, SourcePair>;
  /** What nothing reads, by name. */
  readonly strangers: ReadonlyMap<string, Place>;
  /** Everything else, by its name in lower case. */
  readonly taken: ReadonlyMap<string, DataFile>;
}

/**
 * Sorts files by their names. Of those that differ in case alone, it takes the last, since a slug comes
 * after what is in upper case, and reports the others.
 */
function sortOut(files: Iterable<DataFile>, report: Report): SortedFiles {
  const roots = new Map<RootKind, DataFile>();
  const pairs = new Map<string, SourcePair>();
  const strangers = new Map<string, Place>();
  const taken = new Map<string, DataFile>();
  const placeOf = ({ path }: DataFile) => wholeFile({ path, text: '' });
  for (const source of files) {
    const role = classify(source.name);
    if (role === null) {
      strangers.set(source.name, placeOf(source));
      continue;
    }
    const twin = taken.get(source.name.toLowerCase());
    taken.set(source.name.toLowerCase(), source);

    if (role.kind === 'operator' || role.kind === 'facts') {
      const pair = pairs.get(role.slug) ?? { operator: null, facts: null };
      pair[role.kind] = source;
      pairs.set(role.slug, pair);
      if (twin === undefined) continue;
      report(placeOf(twin), { code: 'source/case-clash', other: source.name });
      const pairOfTwin = pairs.get(posix.basename(twin.name, '.yaml'));
      if (pairOfTwin !== undefined) pairOfTwin[role.kind] = null;
    } else {
      roots.set(role.kind, source);
    }
  }
  return { roots, pairs, strangers, taken };
}

/**
 * Reports files that nothing reads; of several in a folder of another name, the folder.
 *
 * @param folder The data folder, as it is printed.
 * @param taken Names that are not suggested, by themselves in lower case; none is suggested twice.
 * @returns the names that they were probably meant to have
 */
function reportStrangers(
  folder: string,
  strangers: SortedFiles['strangers'],
  taken: SortedFiles['taken'],
  report: Report,
): ReadonlySet<string> {
  const meant = new Set<string>();
  const unread = new Map<string, { readonly place: Place; readonly near: string | null }[]>();
  for (const [name, place] of strangers) {
    const suggested = suggestName(name);
    const isFree = suggested !== null && !taken.has(suggested) && !meant.has(suggested);
    const near = isFree ? suggested : null;
    if (near !== null) meant.add(near);
    // A root file is asked for by itself.
    const around = (near?.includes('/') ?? true) ? (unreadFolder(name) ?? name) : name;
    const files = unread.get(around) ?? [];
    files.push({ place, near });
    unread.set(around, files);
  }
  for (const [name, files] of unread) {
    if (files.length === 1) {
      for (const { place, near } of files) report(place, { code: 'source/unexpected-file', near });
      continue;
    }
    const moved = files.find(({ near }) => near !== null)?.near ?? null;
    const place = wholeFile({ path: posix.join(folder, name), text: '' });
    report(place, { code: 'source/unexpected-folder', near: moved && posix.dirname(moved) });
  }
  return meant;
}

type RootKind = keyof typeof ROOT_FILES;

/** What the root files hold, as it is recalled. */
interface RootValues {
  readonly service: Service;
  readonly metrics: readonly Metric[];
  readonly categories: {
    readonly active: readonly ActiveCategory[];
    readonly removed: readonly RemovedCategory[];
  };
}

/** How a root file is read, and how what it holds is taken where that is known. */
interface RootReader<K extends RootKind> {
  readonly read: (document: SourceDocument, report: Report) => SharedSources[K];
  readonly take: (places: Places, value: RootValues[K]) => SharedSources[K];
}

const ROOT_READERS: { readonly [K in RootKind]: RootReader<K> } = {
  service: {
    read: (document, report) =>
      readEntity(document, [], { whole: 'service', shape: service }, report),
    take: (places, value) => recallEntity(places, [], value),
  },
  metrics: {
    read: (document, report) =>
      readEntities(document, [], { whole: 'metric', shape: metric }, report),
    take: (places, metrics) => recallEntities(places, [], metrics),
  },
  categories: {
    read: readCategories,
    take: (places, { active, removed }) => ({
      active: recallEntities(places, ['active'], active),
      removed: recallEntities(places, ['removed'], removed),
      placeOfKey: (...path) => places.placeOfKey(path),
    }),
  },
};

function readCategories(document: SourceDocument, report: Report) {
  const outline = readEntity(document, [], { whole: 'file', shape: categoryLists }, report);
  const { active, removed } = outline.value;
  const shapes = {
    active: { whole: 'category', shape: activeCategory },
    removed: { whole: 'removed category', shape: removedCategory },
  };
  return {
    active: active ? readEntities(document, ['active'], shapes.active, report) : null,
    removed: (removed ? readEntities(document, ['removed'], shapes.removed, report) : null) ?? [],
    placeOfKey: (...path: ValuePath) => document.placeOfKey(path),
  };
}
