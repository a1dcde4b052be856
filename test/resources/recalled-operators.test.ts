import { expect, it } from 'vitest';
import { check } from '../../src/pipeline.ts';
import { isTable } from '../../src/represent/index.ts';
import { keepAsJson, NO_RECALL, recalledValues, valueOfSource } from '../../src/validate/index.ts';
import { checkSources, NOW, toDataFiles } from '../doors/check-sources.ts';
import { planAnswers } from '../doors/plan-answers.ts';
import { sampleSources } from '../doors/sample-data.ts';

const AT = '2026-11-15T12:00:00Z' as never;

it.each([
  ['none of them is held', 0],
  ['some of them are held', 5_000],
  ['all of them are held', Number.POSITIVE_INFINITY],
])('operators that are recalled answer as those that were read: %s', (_, most) => {
  const sources = sampleSources();
  const { dataset } = checkSources(sources);
  if (dataset === null) throw new Error('The sample data is not sound');
  const files = { value: toDataFiles(sources), diagnostics: [] };
  const kept = keepAsJson(files.value, () => {});
  for (const [name, text] of kept) expect(text).toEqual(valueOfSource(dataset)(name));
  const texts = {
    textOf: (name: string) => kept.get(name),
    knowsText: (name: string) => kept.has(name),
  };
  const recall = {
    ...NO_RECALL,
    ...recalledValues(texts, undefined, most),
    isSame: () => true,
  };
  const { value: recalled } = check('data', files, { now: NOW, isPinned: true }, recall);
  const [answers, expected] = [recalled, dataset].map((dataset) =>
    planAnswers(dataset ?? never())
      .filter(isTable)
      .map(({ paths, meta, rows }) => ({ paths, meta: meta(AT), rows: rows() })),
  );
  expect(answers).toEqual(expected);
});

function never(): never {
  throw new Error('What was recalled is not sound');
}
