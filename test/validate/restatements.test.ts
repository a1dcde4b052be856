import { describe, expect, it } from 'vitest';
import {
  type Diagnostic,
  linesOf,
  renderGithub,
  renderJson,
  renderText,
} from '../../src/diagnostics/index.ts';
import type { RegisteredClaim, RegisteredMetric } from '../../src/model/index.ts';
import { codesOf, holdAgainst } from '../doors/check-sources.ts';
import { OF_BIRCH, publishedClaim } from '../doors/published-claim.ts';
import { corrected, type Sources, TINY, tiny } from '../doors/tiny-dataset.ts';

const FACTS = TINY['facts/anchor.yaml'] ?? '';
const METRIC = { key: 'fee_usd', type: 'number', unit: 'USD', better: 'lower' };
const RETRACTED = '  retracted: { at: 2026-10-02T00:00:00Z, reason: Misread }\n';

/** The code and the place of each diagnostic. */
const placesOf = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ finding: { code }, place: { file, start } }) => {
    const { line, column } = linesOf(file).positionAt(start);
    return `${code} ${file.path}:${line}:${column}`;
  });

interface Published {
  readonly claim?: Partial<RegisteredClaim>;
  readonly metric?: Partial<RegisteredMetric>;
  readonly others?: readonly RegisteredClaim[];
}

const compare = (
  { claim = {}, metric = {}, others = [] }: Published,
  sources: Sources = {},
  keptIn: string | null = null,
) =>
  holdAgainst(
    { claims: [publishedClaim(claim), ...others], metrics: [{ ...METRIC, ...metric }] },
    tiny(sources),
    keptIn,
  );

const mended = (field: string, ...was: readonly string[]): Sources => ({
  'facts/anchor.yaml': corrected(FACTS, field, ...was),
});

describe('what changed in place', () => {
  it.each<[what: string, published: Published, sources: Sources, places: readonly string[]]>([
    ['nothing', {}, {}, []],
    [
      'a value',
      { claim: { value: 15 } },
      {},
      ['registry/claim-value-changed data/facts/anchor.yaml:3:10'],
    ],
    [
      'the value of a claim that was retracted since',
      { claim: { value: 15 } },
      { 'facts/anchor.yaml': FACTS + RETRACTED },
      ['registry/claim-value-changed data/facts/anchor.yaml:3:10'],
    ],
    [
      'the address of the evidence and the time of the first observation',
      { claim: { evidenceUrl: 'https://a.example', firstObservedAt: '2026-10-01T00:00:01Z' } },
      {},
      [
        'registry/claim-evidence-changed data/facts/anchor.yaml:4:17',
        'registry/claim-observation-changed data/facts/anchor.yaml:5:16',
      ],
    ],
    [
      'the operator of a claim, and its value',
      { claim: { ...OF_BIRCH, value: 15 } },
      {},
      [
        'registry/claim-changed data/facts/anchor.yaml:1:13',
        'registry/claim-value-changed data/facts/anchor.yaml:3:10',
      ],
    ],
    [
      'what an earlier version of the program did not publish',
      {
        claim: { evidenceUrl: undefined, firstObservedAt: undefined },
        metric: { unit: undefined },
      },
      {},
      [],
    ],
    [
      'which values of a metric are better',
      { metric: { better: 'none' } },
      {},
      ['registry/metric-changed data/metrics.yaml:6:11'],
    ],
    [
      'the unit of a metric, from which another value follows',
      { metric: { unit: 'US cents' }, claim: { value: 150 } },
      {},
      ['registry/metric-changed data/metrics.yaml:5:9'],
    ],
    [
      'the type of a metric, from which another value follows',
      { metric: { type: 'string' }, claim: { value: '1.5' } },
      {},
      ['registry/metric-changed data/metrics.yaml:4:9'],
    ],
    [
      'the key of a metric that no claim had',
      { metric: { key: 'odds' } },
      {},
      ['registry/metric-vanished data/metrics.yaml:1:1'],
    ],
    [
      'a published correction, which is gone',
      { claim: { corrections: [{ at: '2026-11-02T00:00:00Z', field: 'value', was: 15 }] } },
      {},
      ['registry/correction-vanished data/facts/anchor.yaml:1:3'],
    ],
    [
      'a published correction, which names another value',
      { claim: { corrections: [{ at: '2026-11-02T00:00:00Z', field: 'value', was: 15 }] } },
      mended('value', '16'),
      ['registry/correction-vanished data/facts/anchor.yaml:7:5'],
    ],
  ])('is reported where it is: %s', (_, published, sources, places) => {
    expect(placesOf(compare(published, sources))).toEqual(places);
  });

  it.each<[what: string, published: Published, sources: Sources]>([
    ['a value', { claim: { value: 15 } }, mended('value', '15')],
    ['a value, twice since', { claim: { value: 15 } }, mended('value', '15', '16')],
    [
      'a value once more',
      {
        claim: {
          value: 16,
          corrections: [{ at: '2026-11-02T00:00:00Z', field: 'value', was: 15 }],
        },
      },
      mended('value', '15', '16'),
    ],
    [
      'an address',
      { claim: { evidenceUrl: 'https://a.example/' } },
      mended('evidence_url', '"https://a.example/"'),
    ],
    [
      'a time',
      { claim: { firstObservedAt: '2026-09-01T00:00:00Z' } },
      mended('observed_at', '2026-09-01T00:00:00Z'),
    ],
    [
      'a time, as a day',
      { claim: { firstObservedAt: '2026-09-01T00:00:00Z' } },
      mended('observed_at', '2026-09-01'),
    ],
    ['an operator, by its slug', { claim: OF_BIRCH }, mended('operator', 'birch')],
    ['an operator, by its id', { claim: OF_BIRCH }, mended('operator', '3')],
    ['a unit', { metric: { unit: 'EUR' } }, mended('unit', 'EUR')],
  ])('is allowed where the claim declares it: %s', (_, published, sources) => {
    expect(placesOf(compare(published, sources))).toEqual([]);
  });

  it.each<[what: string, published: Published, sources: Sources]>([
    ['another value', { claim: { value: 14 } }, mended('value', '15')],
    ['another field', { claim: { value: 15 } }, mended('unit', '15')],
    ['the value as text', { claim: { value: 15 } }, mended('value', '"15"')],
    [
      'a value that it had declared before the last publication',
      {
        claim: {
          value: 15,
          corrections: ['15', '16'].map((was) => {
            return { at: '2026-11-02T00:00:00Z', field: 'value', was: Number(was) };
          }),
        },
      },
      mended('value', '15', '16'),
    ],
    [
      'the unit of one of two claims',
      {
        metric: { unit: 'EUR' },
        others: [publishedClaim({ claimId: 'fee_usd_2' })],
      },
      {
        'facts/anchor.yaml': `${corrected(FACTS, 'unit', 'EUR')}${FACTS.replace('usd_1', 'usd_2')}${RETRACTED}`,
      },
    ],
  ])('is not allowed where the claim declares %s', (_, published, sources) => {
    expect(compare(published, sources)).toHaveLength(1);
  });
});

describe('the advice', () => {
  it.each<[what: string, published: Published, sources: Sources, keptIn: string | null, RegExp]>([
    [
      'names the command and the next free claim id',
      { claim: { value: 15 }, others: [publishedClaim({ claimId: 'fee_usd_8' })] },
      {},
      null,
      /write value: 15 again and run: operator-api supersede fee_usd_1 --value 1\.5 \(the new claim is fee_usd_9\)/,
    ],
    [
      'has the correction to paste',
      { claim: { value: 15 } },
      {},
      null,
      /add to the claim: corrections: \[\{ at: 2026-11-15, field: value, was: 15, reason: … \}\]\n/,
    ],
    [
      'has the entry to add to other corrections',
      { claim: { value: 15 } },
      mended('evidence_url', 'none'),
      null,
      /add to the corrections of the claim: - \{ at: 2026-11-15, field: value, was: 15, reason: … \}\n/,
    ],
    [
      'quotes what YAML would read otherwise',
      { claim: { value: '1.5' } },
      {},
      null,
      /field: value, was: "1\.5", reason/,
    ],
    [
      'supersedes no claim that is not current',
      { claim: { value: 15 } },
      { 'facts/anchor.yaml': FACTS + RETRACTED },
      null,
      /\n {2}Write value: 15 again\. If 15 was a mistake/,
    ],
    [
      'says how to start over where the publication is in the output folder',
      { claim: { value: 15 } },
      {},
      'dist',
      /If dist was only a preview, delete it or build into another folder to start over\.\n/,
    ],
    [
      'leads from a metric to a new one, or to a correction of each claim',
      { metric: { unit: null } },
      {},
      null,
      /replaced_by\. If null was a mistake from the start, add to its claim: corrections: \[\{ at: 2026-11-15, field: unit, was: null, reason: … \}\]/,
    ],
  ])('%s', (_, published, sources, keptIn, advice) => {
    const text = renderText(
      compare(published, sources, keptIn).filter(
        ({ finding }) => finding.code !== 'registry/claim-vanished',
      ),
    );
    expect(text).toMatch(advice);
  });

  it('can be pasted: the sources then pass, and the claim keeps its new value', () => {
    for (const [field, published] of [
      ['value', { claim: { value: 15 } }],
      ['evidence_url', { claim: { evidenceUrl: 'https://a.example/?a={b},c: d #e' } }],
      ['observed_at', { claim: { firstObservedAt: '2026-09-01T12:00:00Z' } }],
      ['operator', { claim: OF_BIRCH }],
      ['unit', { metric: { unit: 'US $' } }],
    ] as const) {
      const [, lines = ''] = /: (corrections: .*\])/.exec(renderText(compare(published))) ?? [];
      const sources = { 'facts/anchor.yaml': `${FACTS}  ${lines}\n` };
      expect(codesOf(tiny(sources)), field).toEqual([]);
      expect(compare(published, sources), field).toEqual([]);
    }
  });

  it('is the same in all formats, with file, line and column', () => {
    const found = compare({ claim: { value: 15 } });
    expect(renderText(found)).toMatch(
      /^data\/facts\/anchor\.yaml:3:10 error registry\/claim-value-changed\n/,
    );
    expect(JSON.parse(renderJson(found))).toMatchObject({
      errors: 1,
      diagnostics: [
        {
          code: 'registry/claim-value-changed',
          file: 'data/facts/anchor.yaml',
          line: 3,
          column: 10,
          advice: expect.stringContaining('corrections: [{'),
        },
      ],
    });
    expect(renderGithub(found)).toMatch(
      /^::error file=data\/facts\/anchor\.yaml,line=3,endLine=3,col=10,endColumn=13,title=registry\/claim-value-changed::.*corrections: \[\{/,
    );
  });
});

describe('a correction that changes nothing', () => {
  it.each<[field: string, was: readonly string[]]>([
    ['value', ['1.5']],
    ['value', ['15', '15']],
    ['unit', ['USD']],
    ['operator', ['anchor']],
    ['operator', ['7']],
    ['evidence_url', ['"https://anchor.example/fees"']],
    ['observed_at', ['2026-10-01']],
    ['metric', ['fee_usd']],
  ])('is reported: %s was %j', (field, was) => {
    expect(codesOf(tiny(mended(field, ...was)))).toEqual([
      'claim/idle-correction facts/anchor.yaml',
    ]);
  });

  it.each<[field: string, was: readonly string[]]>([
    ['value', ['15']],
    ['value', ['1.5', '15']],
    ['value', ['"1.5"']],
    ['unit', ['null']],
    ['operator', ['birch']],
  ])('is not one that does: %s was %j', (field, was) => {
    expect(codesOf(tiny(mended(field, ...was)))).toEqual([]);
  });

  it('is reported where it is, also of a claim that is not valid as a whole', () => {
    const facts = corrected(FACTS.replace('value:', 'surprise: 1\n  value:'), 'value', '1.5');
    expect(codesOf(tiny({ 'facts/anchor.yaml': facts }))).toEqual([
      'field/unknown facts/anchor.yaml',
      'claim/idle-correction facts/anchor.yaml',
    ]);
  });
});
