import { posix } from 'node:path';
import * as z from 'zod';
import {
  type Checked,
  collectDiagnostics,
  type Report,
  type TextFile,
  wholeFile,
} from '../diagnostics/index.ts';
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
import { readEntities, readEntity, recallEntity } from './read-entity.ts';
import type { FactsSource, OperatorSource, Sources } from './sources.ts';

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
  /** Whether the source of a name, present or missing, is as it was. */
  readonly isSame: (name: string) => boolean;
}

/** Nothing is known. */
export const NO_RECALL: Recall = { valueOf: () => undefined, isSame: () => false };

/** Decodes, parses and reads every file of the data folder, reporting what each holds wrong. */
export function readSources(
  folder: string,
  files: Iterable<DataFile>,
  now: number,
  recall: Recall,
): Checked<Sources> {
  const { diagnostics, report } = collectDiagnostics();
  const operators: OperatorSource[] = [];
  const facts: FactsSource[] = [];
  const roots: Partial<Record<keyof typeof ROOT_FILES, SourceDocument | null>> = {};
  const namesInLowerCase = new Map<string, string>();

  for (const source of files) {
    const place = wholeFile({ path: source.path, text: '' });
    const twin = namesInLowerCase.get(source.name.toLowerCase());
    if (twin !== undefined) report(place, { code: 'source/case-clash', other: twin });
    namesInLowerCase.set(source.name.toLowerCase(), source.name);

    const role = classify(source.name);
    if (role === null) {
      report(place, { code: 'source/unexpected-file', near: suggestName(source.name) });
      continue;
    }
    const known =
      role.kind === 'operator' || role.kind === 'facts' ? recall.valueOf(source.name) : undefined;
    if (known !== undefined) {
      const file = fileOnDemand(source);
      const places = placesIn(file);
      if (role.kind === 'operator') {
        const entity = recallEntity(places, [], known as OperatorRecord);
        operators.push({ slug: role.slug, file, entity });
      } else if (role.kind === 'facts') {
        const claims = known as readonly Claim[];
        facts.push({
          slug: role.slug,
          file,
          claims: claims.map((claim, index) => recallEntity(places, [index], claim)),
        });
      }
      continue;
    }
    const { file, document } = readDocument(source, WHAT_BELONGS[role.kind], report);
    if (role.kind === 'operator') {
      operators.push({ slug: role.slug, file, entity: readOperator(document, report) });
    } else if (role.kind === 'facts') {
      facts.push({ slug: role.slug, file, claims: readClaims(document, report) });
    } else {
      roots[role.kind] = document;
    }
  }
  for (const kind of ['service', 'metrics', 'categories'] as const) {
    if (roots[kind] !== undefined) continue;
    const name = `${kind}.yaml`;
    const path = posix.join(folder, name);
    report(wholeFile({ path, text: '' }), {
      code: 'source/missing-file',
      name,
      holds: ROOT_FILES[kind],
    });
  }
  return {
    value: {
      now,
      service: roots.service
        ? readEntity(roots.service, [], { whole: 'service', schema: service }, report)
        : null,
      metrics: roots.metrics
        ? readEntities(roots.metrics, [], { whole: 'metric', schema: metric }, report)
        : null,
      categories: roots.categories ? readCategories(roots.categories, report) : null,
      operators,
      facts,
      isSettled: (slug) => recall.isSame('metrics.yaml') && sourceNames(slug).every(recall.isSame),
    },
    diagnostics,
  };
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
