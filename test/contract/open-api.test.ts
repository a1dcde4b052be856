import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { HOSTILE } from '../doors/hostile-dataset.ts';
import { sampleSources } from '../doors/sample-data.ts';
import {
  claimPages,
  DEPRECATED,
  EMPTY,
  operator,
  type Sources,
  tiny,
} from '../doors/tiny-dataset.ts';
import { describeSources } from './documents.ts';

const PUBLICATIONS = [
  ['everything there can be', sampleSources(), ['changes', 'snapshots']],
  ['a hostile dataset', HOSTILE, []],
  ['an empty dataset', EMPTY, []],
  ['an API that will end', DEPRECATED, []],
  ['claims without pages', tiny(claimPages('none')), []],
  ['claims in JSON alone', tiny(claimPages('json')), []],
] as const;

describe('openapi.json', () => {
  it.each(PUBLICATIONS)(
    'of %s has nothing that Redocly objects to',
    async (_, sources, further) => {
      expect(await askRedocly(openApiOf(sources, further))).toEqual([]);
    },
  );

  it.each([
    ['operator', ['harbour-nine', '7'], ['Harbour Nine', 'a--b', '']],
    ['category', ['usdt-trc20'], ['usdt_trc20', '']],
    ['claim_id', ['fee_usd_7', 'fee_usd_0'], ['fee_usd', 'fee_usd_07', 'Fee_7', '']],
  ])('says what a name in a path looks like: %s', (name, names, others) => {
    const { parameters } = JSON.parse(openApiOf(sampleSources(), [])).components;
    const pattern = new RegExp(parameters[name].schema.pattern);
    expect(names.filter((one) => !pattern.test(one))).toEqual([]);
    expect(others.filter((one) => pattern.test(one))).toEqual([]);
  });

  const CEDAR = tiny({
    'facts/birch.yaml': claim('fee_usd_9', 3),
    'operators/cedar.yaml': operator(20, 'Cedar'),
    'facts/cedar.yaml': claim('fee_usd_2', 2),
  });
  it.each([
    ['a better value', { 'facts/cedar.yaml': claim('fee_usd_2', 0.5) }],
    ['another claim', { 'facts/cedar.yaml': claim('fee_usd_2', 2) + claim('streams_1', true) }],
    ['another name', { 'operators/cedar.yaml': operator(20, 'Cedar Sports') }],
    ['company', { 'operators/dogwood.yaml': operator(30, 'Dogwood') }],
    ['to go', { 'operators/cedar.yaml': null, 'facts/cedar.yaml': null }],
  ])('stays as it is where an operator that it does not show has %s', (_, change) => {
    const [before, after] = [CEDAR, { ...CEDAR, ...change }].map((sources) =>
      JSON.parse(openApiOf(sources, [])),
    );
    expect(after).toEqual(before);
  });

  const LATE = {
    ...CEDAR,
    'facts/anchor.yaml': null,
    'facts/birch.yaml': null,
    'facts/cedar.yaml': claim(
      'fee_usd_2',
      2,
      'retracted: { at: 2026-10-08T00:00:00Z, reason: No }',
    ),
    'operators/dogwood.yaml': operator(30, 'Dogwood'),
    'operators/elm.yaml': operator(40, 'Elm'),
  };
  const UNRANKED = { 'facts/dogwood.yaml': claim('streams_1', true) };
  it.each([
    ['has a retracted claim', {}, ['RankingJson', 'OperatorFactsJson', 'AllFactsJson']],
    ['has a current one', UNRANKED, ['RankingJson']],
    ['is ranked', { ...UNRANKED, 'facts/elm.yaml': claim('fee_usd_3', 3) }, []],
  ])(
    'shows records of each kind, also where the first operators have none: another %s',
    (_, change, none) => {
      const { examples } = JSON.parse(openApiOf({ ...LATE, ...change }, [])).components;
      const isEmpty = (name: string) => examples[name].value.data?.length === 0;
      expect(new Set(Object.keys(examples).filter(isEmpty))).toEqual(new Set(none));
    },
  );

  it('has no address for removed categories where there are none', () => {
    const hasOne = (sources: Sources) => openApiOf(sources, []).includes('/removed-category/');
    expect([hasOne(tiny()), hasOne(EMPTY)]).toEqual([true, false]);
  });

  it('marks every operation where the API will end, and none where it is to stay', () => {
    const marksOf = (sources: Sources) => {
      const paths: Readonly<Record<string, object>> = JSON.parse(openApiOf(sources, [])).paths;
      const operations = Object.values(paths).flatMap((item) =>
        Object.entries(item).flatMap(([key, part]) =>
          ['get', 'head', 'options'].includes(key) ? [part as { deprecated?: boolean }] : [],
        ),
      );
      return new Set(operations.map(({ deprecated }) => deprecated));
    };
    expect(marksOf(DEPRECATED)).toEqual(new Set([true]));
    expect(marksOf(tiny())).toEqual(new Set([undefined]));
    expect(JSON.parse(openApiOf(DEPRECATED, [])).info.description).toContain(
      'This version of the API is deprecated from 2027-01-01 on and ends on 2027-07-01. Why, and what to use instead: https://tiny.example/v2',
    );
  });

  it('is read by a linter that sees what is wrong', async () => {
    const broken = openApiOf(tiny(), [])
      .replace('"operationId":"getOperators"', '"operationId":"getIndex"')
      .replace('"kyc_level":"none"', '"kyc_level":"some"');
    expect(await askRedocly(broken)).toContain('operation-operationId-unique');
    expect(await askRedocly(broken)).toContain('no-invalid-media-type-examples');
  });
});

/** A claim that is observed later than those of the tiny dataset. */
function claim(id: string, value: number | boolean, more = ''): string {
  return `- claim_id: ${id}
  metric: ${id.replace(/_\d+$/, '')}
  value: ${value}
  evidence_url: https://cedar.example/fees
  observed_at: 2026-10-07T00:00:00Z
  ${more}
`;
}

function openApiOf(sources: Sources, further: readonly ('changes' | 'snapshots')[]): string {
  return describeSources(sources, further).get('openapi.json') ?? '';
}

async function askRedocly(source: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
      'no-invalid-schema-examples': 'error',
      'no-unused-components': 'error',
      'operation-description': 'error',
      'operation-operationId-unique': 'error',
      'operation-singular-tag': 'error',
      'operation-tag-defined': 'error',
      'tag-description': 'error',
    },
  });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.flatMap(({ ruleId, message, location }) => [
    ruleId,
    `${message} ${location[0]?.pointer}`,
  ]);
}
