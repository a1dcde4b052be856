import { type Diagnostic, renderText } from '../../src/diagnostics/index.ts';
import type { Dataset, Registry } from '../../src/model/index.ts';
import { check } from '../../src/pipeline.ts';
import type { DataFile } from '../../src/source/index.ts';
import { type FindPlace, holdAgainstRegistry } from '../../src/validate/index.ts';
import { type Sources, tiny } from './tiny-dataset.ts';

/** The moment at which fixtures are checked. */
export const NOW = Date.parse('2026-11-15T12:00:00Z');

/** The door of validation: texts in, the dataset or what is wrong with them out. No disk. */
export function checkSources(sources: Sources): {
  dataset: Dataset | null;
  findPlace: FindPlace | null;
  diagnostics: readonly Diagnostic[];
} {
  const files = { value: toDataFiles(sources), diagnostics: [] };
  const { value, diagnostics } = check('data', files, { now: NOW, isPinned: true });
  return { dataset: value?.dataset ?? null, findPlace: value?.findPlace ?? null, diagnostics };
}

/** What a later build finds in sources after something else was published. */
export function holdAgainst(
  published: Partial<Registry>,
  sources: Sources,
  keptIn: string | null = null,
): readonly Diagnostic[] {
  const { dataset, findPlace, diagnostics } = checkSources(sources);
  if (dataset === null || findPlace === null) throw new Error(renderText(diagnostics));
  const registry = { operators: [], claims: [], metrics: [], rankings: [], ...published };
  return holdAgainstRegistry({ dataset, findPlace, registry, now: NOW, keptIn });
}

/** `code file` for each, to compare with what a test expects. */
export function codesOf(sources: Sources): string[] {
  return checkSources(sources).diagnostics.map(
    ({ finding, place }) => `${finding.code} ${place.file.path.replace('data/', '')}`,
  );
}

/** The report on the tiny dataset with some files changed. */
export function reportOn(changes: Sources): string {
  return renderText(checkSources(tiny(changes)).diagnostics);
}

export function toDataFiles(sources: Sources): DataFile[] {
  return Object.keys(sources)
    .filter((name) => sources[name] !== null)
    .sort()
    .map((name) => {
      const bytes = Buffer.from(sources[name] ?? '');
      return { name, path: `data/${name}`, measure: () => bytes.length, read: () => bytes };
    });
}
