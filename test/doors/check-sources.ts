import { type Diagnostic, renderText } from '../../src/diagnostics/index.ts';
import type { Dataset } from '../../src/model/index.ts';
import { check } from '../../src/pipeline.ts';
import type { DataFile } from '../../src/source/index.ts';
import { type Sources, tiny } from './tiny-dataset.ts';

/** The moment at which fixtures are checked. */
export const NOW = Date.parse('2026-11-15T12:00:00Z');

/** The door of validation: texts in, the dataset or what is wrong with them out. No disk. */
export function checkSources(sources: Sources): {
  dataset: Dataset | null;
  diagnostics: readonly Diagnostic[];
} {
  const files = { value: toDataFiles(sources), diagnostics: [] };
  const { value, diagnostics } = check('data', files, { now: NOW, isPinned: true });
  return { dataset: value?.dataset ?? null, diagnostics };
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
