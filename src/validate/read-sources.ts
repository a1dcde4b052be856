import { posix } from 'node:path';
import { type Checked, type Place, type Report, wholeFile } from '../diagnostics/index.ts';
import {
  activeCategory,
  categoryLists,
  claim,
  type Metric,
  metric,
  operatorRecord,
  removedCategory,
  service,
} from '../model/index.ts';
import type { DataFile, PlainValue, ValuePath } from '../source/index.ts';
import { type FreeNumbers, freeNumbers } from './free-numbers.ts';
import { classify, sourceNames, suggestFolder, suggestName, unreadFolder } from './layout.ts';
import { type ReadDocument, readDocument, recallDocument } from './read-document.ts';
import { readEntities, readEntity } from './read-entity.ts';
import type { Entity, Sources } from './sources.ts';

/** The content of each root file, as the end of a sentence. */
const ROOT_FILES = {
  service: 'the name, the addresses, the licence and the notice of the service',
  metrics: 'the dictionary of metrics, a list',
  categories: 'the active and the removed rankings',
} as const;

/** The content of a source, as the end of a sentence. */
const WHAT_BELONGS = {
  service: 'the fields of the service',
  metrics: 'the list of metrics',
  categories: 'the lists "active" and "removed"',
  operator: 'the fields of the operator',
  facts: '[] for an operator without claims',
} as const;

/**
 * Reads all sources. Reports the problems within each source, problems of file names, and missing files.
 *
 * @param folder The data folder, as diagnostics print it.
 * @param files The files, with the diagnostics about their names.
 * @param now The clock of the build, in milliseconds since 1970.
 * @param knownValue The value of a source that an earlier build has validated; undefined for any other.
 */
export function readSources(
  folder: string,
  files: Checked<readonly DataFile[]>,
  now: number,
  knownValue: (name: string) => unknown,
  report: Report,
): Sources {
  for (const { place, finding } of files.diagnostics) report(place, finding);
  const { pairs, strangers, taken } = sortOut(files.value, report);
  const likely = taken.size > 0 ? null : suggestFolder(folder, [...strangers.keys()]);
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
  const areOperatorsMissing =
    pairs.size > 0 &&
    [...pairs.values()].every(({ operator }) => operator === null) &&
    [...pairs.keys()].every((slug) => !isReported(sourceNames(slug)[0]));
  if (areOperatorsMissing) reportMissing('operators/', 'a file for each operator');

  const open = (source: DataFile, kind: keyof typeof WHAT_BELONGS) => {
    const known = knownValue(source.name);
    return known === undefined
      ? readDocument(source, WHAT_BELONGS[kind], report)
      : recallDocument(source, known as PlainValue); // parsed from JSON
  };
  const readRoot = <T>(
    kind: RootKind,
    read: (document: ReadDocument, report: Report) => T,
  ): T | null => {
    const name = `${kind}.yaml`;
    const source = taken.get(name);
    if (source === undefined) {
      if (!isReported(name)) reportMissing(name, ROOT_FILES[kind]);
      return null;
    }
    const { document } = open(source, kind);
    return document && read(document, report);
  };
  const opened = Array.from(pairs, ([slug, { operator, facts }]) => ({
    slug,
    operator: operator && open(operator, 'operator'),
    facts: facts && open(facts, 'facts'),
  }));
  const free = freeNumbers(() =>
    opened.flatMap(({ operator, facts }) =>
      [operator, facts].map((source) => source?.document?.value ?? null),
    ),
  );
  const ofOperator = { whole: 'operator', schema: operatorRecord, free };
  const ofClaim = { whole: 'claim', schema: claim, free };
  const operators = opened.map(({ slug, operator, facts }) => ({
    slug,
    operatorFile: operator?.file ?? null,
    operator: operator?.document ? readEntity(operator.document, [], ofOperator, report) : null,
    factsFile: facts?.file ?? null,
    claims: (facts?.document && readEntities(facts.document, [], ofClaim, report)) ?? [],
  }));
  const metrics = readRoot('metrics', (document) =>
    readEntities(document, [], { whole: 'metric', schema: metric, free }, report),
  );
  return {
    now,
    isReported: (name) => areOperatorsMissing || isReported(name),
    service: readRoot('service', (document) =>
      readEntity(document, [], { whole: 'service', schema: service, free }, report),
    ),
    metrics,
    metricsByKey: metrics && byKey(metrics),
    categories: readRoot('categories', (document) => readCategories(document, free, report)),
    free,
    operators,
    claims: operators.flatMap(({ claims }) => claims),
  };
}

function byKey(metrics: readonly Entity<Metric>[]): Sources['metricsByKey'] {
  const found = new Map<string, Entity<Metric>['value']>();
  for (const { value } of metrics) {
    if (value.key === undefined || found.has(value.key)) return null;
    found.set(value.key, value);
  }
  return found;
}

/** The files about one operator. */
interface SourcePair {
  operator: DataFile | null;
  facts: DataFile | null;
}

/**
 * Assigns roles to files by name. If names differ only by case, it takes the last, because lower case
 * sorts after upper case, and reports the others.
 */
function sortOut(files: Iterable<DataFile>, report: Report) {
  /** By the slug in their names. */
  const pairs = new Map<string, SourcePair>();
  /** Files that are not read, by name. */
  const strangers = new Map<string, Place>();
  /** Everything else, by its name in lower case. */
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
    if (!('slug' in role)) continue;

    const pair = pairs.get(role.slug) ?? { operator: null, facts: null };
    pair[role.kind] = source;
    pairs.set(role.slug, pair);
    if (twin === undefined) continue;
    report(placeOf(twin), { code: 'source/case-clash', other: source.name });
    const pairOfTwin = pairs.get(posix.basename(twin.name, '.yaml'));
    if (pairOfTwin !== undefined) pairOfTwin[role.kind] = null;
  }
  return { pairs, strangers, taken };
}

/**
 * Reports files that are not read. If several are in an unknown folder, it reports the folder.
 *
 * @param folder The data folder, as it is printed.
 * @param taken Names in lower case that are not suggested. No name is suggested twice.
 * @returns the names that they were probably meant to have
 */
function reportStrangers(
  folder: string,
  strangers: ReadonlyMap<string, Place>,
  taken: ReadonlyMap<string, DataFile>,
  report: Report,
): ReadonlySet<string> {
  const meant = new Set<string>();
  const unread = new Map<string, { readonly place: Place; readonly near: string | null }[]>();
  for (const [name, place] of strangers) {
    const suggested = suggestName(name);
    const isFree = suggested !== null && !taken.has(suggested) && !meant.has(suggested);
    const near = isFree ? suggested : null;
    if (near !== null) meant.add(near);
    // A missing root file is reported separately.
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

function readCategories(document: ReadDocument, free: FreeNumbers, report: Report) {
  const outline = readEntity(document, [], { whole: 'file', schema: categoryLists, free }, report);
  const { active, removed } = outline.value;
  const kinds = {
    active: { whole: 'category', schema: activeCategory, free },
    removed: { whole: 'removed category', schema: removedCategory, free },
  };
  return {
    active: active ? readEntities(document, ['active'], kinds.active, report) : null,
    removed: (removed ? readEntities(document, ['removed'], kinds.removed, report) : null) ?? [],
    placeOfKey: (...path: ValuePath) => document.placeOfKey(path),
  };
}
