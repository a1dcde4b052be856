import { Cite } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-csl';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { project } from '../doors/check-build.ts';
import { publicationOf } from '../doors/publication.ts';
import { FEE, inAnchor, operator, type Sources, TINY, tiny } from '../doors/tiny-dataset.ts';
import { HISTORY } from './claim-history.ts';

type Row = Readonly<Record<string, unknown>>;

async function answersOf(sources: Sources) {
  const { read } = await publicationOf(sources);
  return (path: string): { readonly meta: Row; readonly data: readonly Row[] } =>
    JSON.parse(read(`${path}.json`));
}

/** Operators with the values of one metric; an empty text is no claim. */
function measured(values: readonly string[], metric: string): Sources {
  const operators = values.map((value, index): Sources => {
    const claim = `- { claim_id: size_${index + 1}, metric: size, value: ${value}, evidence_url: https://x.example/, observed_at: 2026-10-0${index + 1}T00:00:00Z }\n`;
    return {
      [`operators/o${index}.yaml`]: operator(index + 1, `O${index}`),
      [`facts/o${index}.yaml`]: value === '' ? '[]\n' : claim,
    };
  });
  return Object.assign(
    {
      'operators/anchor.yaml': null,
      'operators/birch.yaml': null,
      'facts/anchor.yaml': null,
      'metrics.yaml': `- { key: size, name: Size, description: How large., unit: null, ${metric} }\n${TINY['metrics.yaml']}`,
    },
    ...operators,
  );
}

describe('a metric across all operators', () => {
  const numbers = ['3', '1', '', '1', '10'];
  it.each([
    ['type: number, better: lower', numbers, ['1:2', '1:4', '3:1', '4:5']],
    ['type: integer, better: higher', numbers, ['1:5', '2:1', '3:2', '3:4']],
    ['type: number, better: none', numbers, ['null:1', 'null:2', 'null:4', 'null:5']],
    ['type: boolean, better: higher', ['false', 'true', 'true'], ['1:2', '1:3', '3:1']],
    ['type: string, better: none', ['b', 'a'], ['null:1', 'null:2']],
  ])('%s is in order', async (metric, values, expected) => {
    const read = await answersOf(tiny(measured(values, metric)));
    const { data } = read('metrics/size');
    expect(data.map(({ rank, operator_id }) => `${rank}:${operator_id}`)).toEqual(expected);
  });

  it('says how its values are distributed, and how old each is', async () => {
    const read = await answersOf(
      tiny(measured(['3', '1', '', '1', '10'], 'type: number, better: lower')),
    );
    const { meta, data } = read('metrics/size');
    expect(meta).toMatchObject({
      metric: { key: 'size', name: 'Size', type: 'number', unit: null, better: 'lower' },
      total: 4,
      operators: 5,
      as_of: '2026-10-05T00:00:00Z',
      // R: quantile(c(1, 1, 3, 10)) is 1, 1, 2, 4.75, 10.
      distribution: {
        count: 4,
        min: 1,
        lower_quartile: 1,
        median: 2,
        upper_quartile: 4.75,
        max: 10,
        values: null,
      },
    });
    expect(data.map(({ age_days }) => age_days)).toEqual([3, 1, 4, 0]);
    const other = read('metrics/streams');
    expect(other.data).toEqual([]);
    expect(other.meta).toMatchObject({ total: 0, distribution: { count: 0, values: [] } });
  });

  it('counts values that are not numbers', async () => {
    const read = await answersOf(
      tiny(measured(['true', 'false', 'false'], 'type: boolean, better: none')),
    );
    expect(read('metrics/size').meta).toMatchObject({
      distribution: {
        count: 3,
        median: null,
        values: [
          { value: false, operators: 2 },
          { value: true, operators: 1 },
        ],
      },
    });
  });
});

describe('the history of an operator', () => {
  it('has every claim by metric and time, with the time that it held', async () => {
    const read = await answersOf(tiny({ 'facts/anchor.yaml': HISTORY }));
    const { meta, data } = read('operators/anchor/claims');
    expect(meta).toMatchObject({ operator: 'Anchor', operator_status: 'active', total: 3 });
    expect(
      data.map(({ claim_id, status, valid_from, valid_to }) => [
        claim_id,
        status,
        valid_from,
        valid_to,
      ]),
    ).toEqual([
      ['fee_usd_1', 'superseded', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
      ['fee_usd_2', 'current', '2026-02-01T00:00:00Z', null],
      ['streams_1', 'retracted', '2026-03-01T00:00:00Z', '2026-04-02T00:00:00Z'],
    ]);
  });

  it('ends with its operator', async () => {
    const read = await answersOf(
      tiny(
        inAnchor(
          'sources: []',
          'sources: []\nstatus: closed\nended_at: 2026-11-01\nended_reason: Sold',
        ),
      ),
    );
    expect(read('operators/anchor/claims').data).toMatchObject([
      { status: 'current', valid_to: '2026-11-01T00:00:00Z' },
    ]);
  });

  it('is at slugs only, and can be switched off', async () => {
    const { readManifest } = await publicationOf(
      tiny(inAnchor('sources: []', 'sources: []\nformer_slugs: [dock]')),
    );
    const pathsIn = ({ resources }: ReturnType<typeof readManifest>) =>
      resources
        .filter(({ kind }) => kind === 'operator-claims')
        .flatMap(({ path, aliases }) => [path, ...aliases]);
    expect(pathsIn(readManifest())).toEqual([
      '/operators/birch/claims',
      '/operators/anchor/claims',
      '/operators/dock/claims',
    ]);
    const without = await publicationOf(
      tiny({ 'service.yaml': `${TINY['service.yaml']}operator_claims: false\n` }),
    );
    expect(pathsIn(without.readManifest())).toEqual([]);
    expect(without.read('openapi.json')).not.toContain('/operators/{operator}/claims');
  });
});

describe('the wide table', () => {
  it('has a row for every operator in business, and a column for each metric', async () => {
    const read = await answersOf(tiny());
    const { data } = read('table');
    expect(data).toMatchObject([
      { slug: 'birch', fee_usd: null, streams: null },
      { slug: 'anchor', fee_usd: 1.5, streams: null },
    ]);
    expect(Object.keys(data[0] ?? {}).slice(-3)).toEqual(['updated_at', 'fee_usd', 'streams']);
    const { properties } = (
      read('schemas/table') as unknown as { properties: { data: { items: Row } } }
    ).properties.data.items as { properties: Readonly<Record<string, Row>> };
    expect(properties['fee_usd']).toMatchObject({ type: ['number', 'null'] });
    expect(properties['streams']).toMatchObject({ type: ['boolean', 'null'] });
  });

  it.each([
    ['004417', true],
    ['0E418', true],
    ['1e5', true],
    ['24/7', true],
    ['3.0', true],
    ['1,5', true],
    ['€ 5', true],
    ['5 pm', true],
    ['Mar 5', true],
    ['sept2', true],
    ['TRUE', true],
    ['888', false],
    ['12 months', false],
    ['CW-0404-F', false],
    ['March', false],
  ])('its CSV keeps the look of %s: marked %s', async (text, isMarked) => {
    const { read } = await publicationOf(
      tiny(measured([JSON.stringify(text)], 'type: string, better: none')),
    );
    const [row] = parse(read('table.csv'), { columns: true }) as Record<string, string>[];
    expect(row?.['size']).toBe(isMarked ? `\u2060${text}` : text);
    const [plain] = parse(read('facts.csv'), { columns: true }) as Record<string, string>[];
    expect(plain?.['value']).toBe(text);
    expect(JSON.parse(read('table.json')).data[0].size).toBe(text);
  });
});

describe('flat tables', () => {
  it.each([
    ['{ type: deposit, model: free }', 0],
    [FEE, 5],
    ['{ type: betting, model: percent, percent: 2 }', null],
    ['{ type: betting, model: flat_and_percent, amount: 1, currency: USD, percent: 2 }', null],
    ['{ type: withdrawal, model: network }', null],
    ['{ type: withdrawal, model: unknown }', null],
  ])('the fee %s is compared as %s', async (fee, amount) => {
    const read = await answersOf(tiny(inAnchor('fees: []', `fees: [${fee}]`)));
    expect(read('fees').data).toMatchObject([
      { operator_id: 7, operator_slug: 'anchor', operator: 'Anchor', position: 1 },
    ]);
    expect(read('fees').data[0]).toHaveProperty('effective_amount', amount);
  });

  it.each([
    ['payment-options', 'payment_options', '{ asset: BTC, deposit: true, withdrawal: false }'],
    ['limits', 'limits', '{ type: stake_min, amount: null, period: day }'],
    ['sources', 'sources', '{ title: T, url: https://x.example/, accessed_at: 2026-10-01 }'],
    ['pros-cons', 'pros', 'Fast'],
    ['pros-cons', 'cons', 'Slow'],
  ])('/%s has the entries of %s, by operator', async (path, list, entry) => {
    const one = {
      'operators/birch.yaml': operator(3, 'Birch').replace(`${list}: []`, `${list}: [${entry}]`),
    };
    const two = inAnchor(`${list}: []`, `${list}: [${entry}]`);
    const read = await answersOf(tiny({ ...one, ...two }));
    const { meta, data } = read(path);
    expect(meta).toMatchObject({ total: 2 });
    expect(data.map(({ operator_id, position }) => [operator_id, position])).toEqual([
      [3, 1],
      [7, 1],
    ]);
  });

  it('leaves out operators that have ended', async () => {
    const ended = 'status: closed\nended_at: 2026-11-01\nended_reason: Sold';
    const read = await answersOf(
      tiny({
        'operators/anchor.yaml': `${operator(7, 'Anchor').replace('fees: []', `fees: [${FEE}]`)}${ended}\n`,
      }),
    );
    for (const path of ['fees', 'metrics/fee_usd']) expect(read(path).data, path).toEqual([]);
    expect(read('table').data).toHaveLength(1);
  });
});

it('every answer says how to credit the service', async () => {
  const { read, readManifest } = await publicationOf(tiny({ 'facts/anchor.yaml': HISTORY }));
  const tables = readManifest().resources.filter(({ rows }) => rows !== null);
  expect(tables.length).toBeGreaterThan(20);
  for (const { path } of tables) {
    const { meta } = JSON.parse(read(`.${path}.json`));
    expect(meta, path).toMatchObject({
      service: 'Tiny Comparison',
      license: path === '/index' ? { name: 'CC BY 4.0' } : 'CC BY 4.0',
      license_url: 'https://creativecommons.org/licenses/by/4.0/',
      attribution: 'Name the service.',
    });
  }
});

describe('a ranking', () => {
  const claim = (id: number, value: number) =>
    `- { claim_id: fee_usd_${id}, metric: fee_usd, value: ${value}, evidence_url: https://x.example/, observed_at: 2026-10-0${id}T00:00:00Z }\n`;
  const four: Sources = {
    'operators/cedar.yaml': operator(11, 'Cedar').replace('kyc_level: none', 'kyc_level: required'),
    'operators/elm.yaml': operator(12, 'Elm').replace('kyc_level: none', 'kyc_level: null'),
    'operators/fir.yaml': `${operator(13, 'Fir')}status: closed\nended_at: 2026-11-01\nended_reason: Sold\n`,
    'facts/cedar.yaml': claim(2, 2),
    'facts/elm.yaml': claim(3, 3),
    'facts/fir.yaml': claim(4, 4),
  };

  it('says how many operators are left out, and why', async () => {
    const read = await answersOf(
      tiny({
        ...four,
        'categories.yaml': (TINY['categories.yaml'] ?? '').replace(
          'where: {}',
          'where: { kyc_level: none }',
        ),
      }),
    );
    expect(read('best/cheapest').meta['left_out']).toEqual([
      { reason: 'ended', field: null, operators: 1 },
      { reason: 'condition', field: 'kyc_level', operators: 1 },
      { reason: 'unknown', field: 'kyc_level', operators: 1 },
      { reason: 'unknown', field: 'fee_usd', operators: 1 },
    ]);
  });

  it('says where each operator was before the order last changed', async () => {
    const one = project(
      tiny({ 'operators/cedar.yaml': operator(11, 'Cedar'), 'facts/cedar.yaml': claim(2, 2) }),
    );
    const ranks = () =>
      JSON.parse(one.read('best/cheapest.json')).data.map(
        ({ id, rank, previous_rank }: Row) => `${id}: ${previous_rank} → ${rank}`,
      );
    await one.buildAt(0);
    expect(ranks()).toEqual(['7: null → 1', '11: null → 2']);
    one.change({ 'facts/birch.yaml': claim(3, 1) });
    await one.buildAt(60);
    expect(ranks()).toEqual(['3: null → 1', '7: 1 → 2', '11: 2 → 3']);
    const before = one.read('best/cheapest.json');
    // What leaves the order as it is leaves the answer as it is.
    one.change({ 'metrics.yaml': (TINY['metrics.yaml'] ?? '').replace('Live streams', 'Streams') });
    await one.buildAt(120);
    expect(one.read('best/cheapest.json')).toBe(before);
    one.change(inAnchor('kyc_level: none', 'kyc_level: required'));
    one.change({ 'operators/birch.yaml': null, 'facts/birch.yaml': null });
    await one.buildAt(180, { isPreview: true });
    expect(ranks()).toEqual(['7: 2 → 1', '11: 3 → 2']);
  });
});

describe('citations', () => {
  const NAME = 'Anchor & {Co} 100%_#~^\\ "ü"';
  const citedAs = async (field: 'csl' | 'bibtex') => {
    const read = await answersOf(
      tiny({
        'operators/anchor.yaml': operator(7, JSON.stringify(NAME)),
        'facts/anchor.yaml': HISTORY,
      }),
    );
    const [claim] = read('claims/fee_usd_1').data;
    return new Cite(claim?.[field] as string);
  };

  it.each(['csl', 'bibtex'] as const)('%s is what a reference manager reads', async (field) => {
    const { data } = await citedAs(field);
    expect(data).toMatchObject([
      {
        id: 'fee_usd_1',
        title: `${NAME}: Fee (USD) = 1 USD`,
        author: [{ [field === 'csl' ? 'literal' : 'family']: 'Tiny Comparison' }],
        issued: { 'date-parts': [[2026, 1, 1]] },
        URL: 'https://tiny.example/api/v1/claims/fee_usd_1',
        note: 'observed on 2026-01-01, superseded since by fee_usd_2',
      },
    ]);
  });

  it('is formatted as other sources are', async () => {
    const text = (await citedAs('csl')).format('bibliography', { format: 'text', template: 'apa' });
    expect(text).toMatch(/^Tiny Comparison\. \(2026\)\. Anchor/);
    expect(text).toContain('https://tiny.example/api/v1/claims/fee_usd_1');
  });
});
