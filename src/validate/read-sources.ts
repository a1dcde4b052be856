import { posix } from 'node:path';
import * as z from 'zod';
import { collectDiagnostics, type Report, type TextFile, wholeFile } from '../diagnostics/index.ts';
import {
  activeCategory,
  type Claim,
  claim,
  metric,
  type OperatorRecord,
  operatorRecord,
  removedCategory,
  service,
} from '../model/index.ts';
import {
  type DataFile,
  decodeSource,
  parseYaml,
  placesIn,
  type SourceDocument,
} from '../source/index.ts';
import { classify, sourceNames, suggestName } from './layout.ts';
import { placesBelow, readEntities, readEntity, recallEntity } from './read-entity.ts';
import type { Dossier, FactsSource, OperatorSource, SharedSources } from './sources.ts';

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
  operator: 'the fields of the operator',
  facts: '[] for an operator without claims',
} as const;

/** What is known of sources from an earlier run that found nothing wrong in any of them. */
export interface Recall {
  /** What the source of a name holds, if its bytes are the same; undefined otherwise. */
  readonly valueOf: (name: string) => unknown;
  /** Whether `valueOf` can say what the source of a name holds. */
  readonly knows: (name: string) => boolean;
  /** Whether it holds that as a value, so that to keep it takes no further memory. */
  readonly isHeld: (name: string) => boolean;
  /** Whether the source of a name, present or missing, is as it was. */
  readonly isSame: (name: string) => boolean;
}

/** Nothing is known. */
export const NO_RECALL: Recall = {
  valueOf: () => undefined,
  knows: () => false,
  isHeld: () => false,
  isSame: () => false,
};

/** Sources whose shared part is read, and whose rest is read as it is asked for. */
export interface OpenedSources {
  readonly shared: SharedSources;
  /**
   * What is said about each operator, in the order of the names of their files.
   *
   * @param report Hears what is wrong with the files.
   */
  readonly dossiers: (report: Report) => Generator<Dossier>;
}

/**
 * Reads what is about no operator, and reports what is wrong with it, with the names of all files,
 * and with what is missing.
 */
export function openSources(
  folder: string,
  files: Iterable<DataFile>,
  now: number,
  recall: Recall,
  report: Report,
): OpenedSources {
  const roots = new Map<RootKind, DataFile>();
  const pairs = new Map<string, { operator: DataFile | null; facts: DataFile | null }>();
  const namesInLowerCase = new Map<string, string>();
  for (const source of files) {
    const place = wholeFile({ path: source.path, text: '' });
    const twin = namesInLowerCase.get(source.name.toLowerCase());
    if (twin !== undefined) report(place, { code: 'source/case-clash', other: twin });
    namesInLowerCase.set(source.name.toLowerCase(), source.name);

    const role = classify(source.name);
    if (role === null) {
      report(place, { code: 'source/unexpected-file', near: suggestName(source.name) });
    } else if (role.kind === 'operator' || role.kind === 'facts') {
      const pair = pairs.get(role.slug) ?? { operator: null, facts: null };
      pair[role.kind] = source;
      pairs.set(role.slug, pair);
    } else {
      roots.set(role.kind, source);
    }
  }
  const readRoot = (kind: RootKind): SourceDocument | null => {
    const source = roots.get(kind);
    if (source !== undefined) return readDocument(source, WHAT_BELONGS[kind], report).document;
    const name = `${kind}.yaml`;
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
  const areMetricsSame = recall.isSame('metrics.yaml');
  return {
    shared: {
      now,
      service:
        ofService && readEntity(ofService, [], { whole: 'service', schema: service }, report),
      metrics:
        ofMetrics && readEntities(ofMetrics, [], { whole: 'metric', schema: metric }, report),
      categories: ofCategories && readCategories(ofCategories, report),
    },
    *dossiers(report) {
      for (const [slug, { operator, facts }] of pairs) {
        const names = [operator, facts].flatMap((source) => source?.name ?? []);
        yield {
          slug,
          operator: operator && readOperatorSource(operator, recall, report),
          facts: facts && readFactsSource(facts, recall, report),
          isSettled: areMetricsSame && sourceNames(slug).every(recall.isSame),
          isOnCall: !names.every(recall.isHeld) && names.every(recall.knows),
        };
      }
    },
  };
}

type RootKind = keyof typeof ROOT_FILES;

function readOperatorSource(source: DataFile, recall: Recall, report: Report): OperatorSource {
  const known = recall.valueOf(source.name) as OperatorRecord | undefined;
  if (known !== undefined) {
    const file = fileOnDemand(source);
    return { file, entity: recallEntity(placesIn(file), [], known) };
  }
  const { file, document } = readDocument(source, WHAT_BELONGS.operator, report);
  return { file, entity: readOperator(document, report) };
}

function readFactsSource(source: DataFile, recall: Recall, report: Report): FactsSource {
  const onDemand = fileOnDemand(source);
  const places = placesIn(onDemand);
  const placeOf = placesBelow(places, []);
  const known = recall.valueOf(source.name) as readonly Claim[] | undefined;
  if (known !== undefined) {
    const claims = known.map((claim, index) => recallEntity(places, [index], claim));
    return { file: onDemand, claims, placeOf };
  }
  const { file, document } = readDocument(source, WHAT_BELONGS.facts, report);
  return { file, claims: readClaims(document, report), placeOf };
}

/**
 * What the source about an operator holds, read without a look at any other.
 *
 * @returns undefined when anything is wrong in it, and for sources about something else
 */
export function readAlone(source: DataFile): OperatorRecord | readonly Claim[] | undefined {
  const { diagnostics, report } = collectDiagnostics();
  const role = classify(source.name);
  if (role?.kind !== 'operator' && role?.kind !== 'facts') return undefined;
  const { document } = readDocument(source, WHAT_BELONGS[role.kind], report);
  const value =
    role.kind === 'operator'
      ? readOperator(document, report)?.whole
      : readClaims(document, report).map(({ whole }) => whole);
  return diagnostics.length > 0 ? undefined : (value as OperatorRecord | readonly Claim[]);
}

function readDocument(source: DataFile, wants: string, report: Report) {
  const decoded = decodeSource(source);
  for (const { place, finding } of decoded.diagnostics) report(place, finding);
  const file: TextFile = decoded.value ?? { path: source.path, text: '' };
  if (decoded.value === null) return { file, document: null };

  const parsed = parseYaml(decoded.value);
  for (const { place, finding } of parsed.diagnostics) report(place, finding);
  if (parsed.value === null && parsed.diagnostics.length === 0)
    report(wholeFile(file), { code: 'source/empty', wants });
  return { file, document: parsed.value };
}

/** A file whose text is read when somebody asks for it: to show a line, or to find a place in it. */
function fileOnDemand(source: DataFile): TextFile {
  let text: string | null = null;
  return {
    path: source.path,
    get text() {
      text ??= decodeSource(source).value?.text ?? '';
      return text;
    },
  };
}

function readOperator(document: SourceDocument | null, report: Report) {
  const shape = { whole: 'operator', schema: operatorRecord };
  return document === null ? null : readEntity(document, [], shape, report);
}

function readClaims(document: SourceDocument | null, report: Report) {
  const shape = { whole: 'claim', schema: claim };
  return (document === null ? null : readEntities(document, [], shape, report)) ?? [];
}

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
