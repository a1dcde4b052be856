import { posix } from 'node:path';
import * as z from 'zod';
import { type Checked, type Place, type Report, wholeFile } from '../diagnostics/index.ts';
import { activeCategory, metric, removedCategory, service } from '../model/index.ts';
import type { DataFile, SourceDocument } from '../source/index.ts';
import { classify, suggestFolder, suggestName } from './layout.ts';
import { readDocument } from './read-document.ts';
import { readDossiers, recallOperators, type SourcePair } from './read-dossiers.ts';
import { readEntities, readEntity } from './read-entity.ts';
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
  const roots = new Map<RootKind, DataFile>();
  const pairs = new Map<string, SourcePair>();
  const strangers: Stranger[] = [];
  const namesInLowerCase = new Map<string, string>();
  for (const source of files.value) {
    const place = wholeFile({ path: source.path, text: '' });
    const twin = namesInLowerCase.get(source.name.toLowerCase());
    if (twin !== undefined) report(place, { code: 'source/case-clash', other: twin });
    namesInLowerCase.set(source.name.toLowerCase(), source.name);

    const role = classify(source.name);
    if (role === null) {
      strangers.push({ name: source.name, place });
    } else if (role.kind === 'operator' || role.kind === 'facts') {
      const pair = pairs.get(role.slug) ?? { operator: null, facts: null };
      pair[role.kind] = source;
      pairs.set(role.slug, pair);
    } else {
      roots.set(role.kind, source);
    }
  }
  const hasSources = roots.size + pairs.size > 0;
  const likely = hasSources
    ? null
    : suggestFolder(
        folder,
        strangers.map(({ name }) => name),
      );
  if (likely !== null) {
    report(wholeFile({ path: folder, text: '' }), { code: 'source/wrong-folder', likely });
  }
  const meant = likely === null ? reportStrangers(strangers, namesInLowerCase, report) : new Set();
  const refused = new Set(files.diagnostics.map(({ place }) => place.file.path));
  const isReported = (name: string) =>
    meant.has(name) ||
    [name, posix.dirname(name)].some((refusal) => refused.has(posix.join(folder, refusal)));
  const readRoot = (kind: RootKind): SourceDocument | null => {
    const source = roots.get(kind);
    if (source !== undefined) return readDocument(source, WHAT_BELONGS[kind], report).document;
    const name = `${kind}.yaml`;
    if (likely !== null || isReported(name)) return null;
    const path = posix.join(folder, name);
    const holds = ROOT_FILES[kind];
    report(wholeFile({ path, text: '' }), { code: 'source/missing-file', name, holds });
    return null;
  };
  const [ofService, ofMetrics, ofCategories] = [
    readRoot('service'),
    readRoot('metrics'),
    readRoot('categories'),
  ];
  return {
    shared: {
      now,
      isReported,
      service:
        ofService && readEntity(ofService, [], { whole: 'service', schema: service }, report),
      metrics:
        ofMetrics && readEntities(ofMetrics, [], { whole: 'metric', schema: metric }, report),
      categories: ofCategories && readCategories(ofCategories, report),
    },
    dossiers: (report) => readDossiers(pairs, recall, report),
    recalled: recallOperators(pairs, recall),
  };
}

/** A file in a place that nothing reads. */
interface Stranger {
  readonly name: string;
  readonly place: Place;
}

/**
 * Reports files that nothing reads.
 *
 * @param namesInLowerCase Of all files: a name that is taken is not suggested, and none twice.
 * @returns the names that they were probably meant to have
 */
function reportStrangers(
  strangers: readonly Stranger[],
  namesInLowerCase: ReadonlyMap<string, string>,
  report: Report,
): ReadonlySet<string> {
  const meant = new Set<string>();
  for (const { name, place } of strangers) {
    const suggested = suggestName(name);
    const owner = suggested === null ? undefined : namesInLowerCase.get(suggested);
    const isFree = (owner === undefined || owner === name) && !meant.has(suggested ?? '');
    const near = isFree ? suggested : null;
    report(place, { code: 'source/unexpected-file', near });
    if (near !== null) meant.add(near);
  }
  return meant;
}

type RootKind = keyof typeof ROOT_FILES;

const categoriesFile = z.strictObject({
  active: z.array(z.unknown()),
  removed: z.array(z.unknown()).nullish(),
});

function readCategories(document: SourceDocument, report: Report) {
  const outline = readEntity(document, [], { whole: 'file', schema: categoriesFile }, report);
  const { active, removed } = outline.value;
  const shapes = {
    active: { whole: 'category', schema: activeCategory },
    removed: { whole: 'removed category', schema: removedCategory },
  };
  return {
    active: active ? readEntities(document, ['active'], shapes.active, report) : null,
    removed: (removed ? readEntities(document, ['removed'], shapes.removed, report) : null) ?? [],
  };
}
