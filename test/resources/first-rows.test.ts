import { expect, it } from 'vitest';
import { isTable } from '../../src/represent/index.ts';
import { checkSources } from '../doors/check-sources.ts';
import { planAnswers } from '../doors/plan-answers.ts';
import { sampleSources } from '../doors/sample-data.ts';

it('who asks for the first records gets those that come first', () => {
  const { dataset } = checkSources(sampleSources());
  if (dataset === null) throw new Error('The sample data is not sound');
  const tables = planAnswers(dataset).filter(isTable);
  expect(tables.length).toBeGreaterThan(20);
  for (const { paths, rows } of tables) {
    const all = rows();
    for (const most of [0, 1, 2, 7, 10_000]) {
      expect([paths[0], ...rows(most).slice(0, most)]).toEqual([paths[0], ...all.slice(0, most)]);
    }
  }
});
