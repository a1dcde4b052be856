import { describeApi } from '../../src/contract/index.ts';
import type { Timestamp } from '../../src/model/index.ts';
import { planResources } from '../../src/resources/index.ts';
import { checkSources } from '../doors/check-sources.ts';
import type { Sources } from '../doors/tiny-dataset.ts';

const AT = '2026-11-15T12:00:00Z' as Timestamp;

/** The door of the descriptions: sources in, the text of each description by its path out. */
export function describeSources(
  sources: Sources,
  further: Parameters<typeof describeApi>[0]['further'] = [],
): ReadonlyMap<string, string> {
  const { dataset, diagnostics } = checkSources(sources);
  if (dataset === null) throw new Error(JSON.stringify(diagnostics.map(({ finding }) => finding)));
  const answers = planResources(dataset);
  return new Map(
    describeApi({ dataset, answers, links: [], further }).documents.map(
      ({ paths: [path], contentAt }) => [path, String(contentAt(AT))],
    ),
  );
}
