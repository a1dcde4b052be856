import { describe, expect, it } from 'vitest';
import { NOTHING_PUBLISHED, readPrevious, readRegistry } from '../../src/represent/index.ts';

describe('what makes no sense in the registry is passed over', () => {
  const CLAIM = {
    claim_id: 'fee_usd_1',
    operator_id: 7,
    operator_slug: 'anchor',
    metric: 'fee_usd',
  };

  it.each([
    null,
    { kind: 'facts', path: '/operators/anchor', aliases: ['/operators/7'] },
    { kind: 'detail', path: '/operators/anchor' },
    { kind: 'best', path: '/best/a.b', aliases: 5 },
  ])('in the manifest: %j', (entry) => {
    const manifest = Buffer.from(JSON.stringify({ resources: [entry] }));
    expect(readRegistry(readPrevious(manifest) ?? NOTHING_PUBLISHED, () => null)).toEqual({
      operators: [],
      claims: [],
      metrics: [],
      rankings: [],
    });
  });

  const NO_TEXT = { toString: null };

  it('in the files of an entry', () => {
    const file = { path: NO_TEXT, sha256: 'a', generated_at: '2026-11-15T12:00:00Z' };
    const files = [file, { ...file, path: 'operators/anchor.json' }];
    const entry = { kind: 'detail', path: '/operators/anchor', aliases: [NO_TEXT], files };
    const manifest = Buffer.from(JSON.stringify({ resources: [entry] }));
    expect([...(readPrevious(manifest)?.files.keys() ?? [])]).toEqual(['operators/anchor.json']);
  });

  it.each([
    null,
    { claim_id: 1 },
    { operator_id: '7' },
    { operator_slug: NO_TEXT },
    { metric: null },
  ])('in a claim: %j', (fields) => {
    const wrong = fields && { ...CLAIM, ...fields };
    const bytes = Buffer.from(JSON.stringify({ data: [wrong, CLAIM] }));
    const { claims } = readRegistry(NOTHING_PUBLISHED, () => bytes);
    expect(claims.map(({ claimId }) => claimId)).toEqual(['fee_usd_1']);
  });

  it('in what a claim and a metric state', () => {
    const data = [
      { ...CLAIM, value: NO_TEXT, evidence_url: [5], corrections: [null, { was: NO_TEXT }, 5] },
      { key: 'fee_usd', unit: {}, better: 'lower' },
    ];
    const bytes = Buffer.from(JSON.stringify({ data }));
    expect(readRegistry(NOTHING_PUBLISHED, () => bytes)).toMatchObject({
      claims: [
        {
          value: undefined,
          evidenceUrl: undefined,
          corrections: [{ field: undefined, was: undefined }],
        },
      ],
      metrics: [{ key: 'fee_usd', unit: undefined, better: 'lower' }],
    });
  });

  it.each(['', 'null', '{}', '{"ab":[{"claim_id":"a","operator_id":1,"metric":"b"}]}'])(
    'in all claims: %j',
    (text) => {
      expect(readRegistry(NOTHING_PUBLISHED, () => Buffer.from(text)).claims).toEqual([]);
    },
  );
});

describe('claims that are too many to be read at once', () => {
  const claim = (claim_id: string, more = {}) => ({
    claim_id,
    operator_id: 7,
    operator_slug: 'anchor',
    metric: 'fee_usd',
    ...more,
  });
  const long = 'x'.repeat(1024 * 1024);
  /** So much that a part of them ends at the next end of a record, or what looks like one. */
  const first = (text: string, more = {}) => claim('first', { text: long + text, ...more });
  const all = (...data: unknown[]) => ({ meta: {}, data });

  it.each([
    ['one by one', all(first(''), claim('b'), first(''), claim('c'))],
    ['with a text that ends like a record', all(first('},{'), claim('b'))],
    ['with what holds objects itself', all(first('', { parts: [{ a: 1 }, { b: 2 }] }), claim('b'))],
    ['with what is no record', all(first(''), null, claim('b'), 5, claim('c'))],
    ['before something else', { ...all(first(''), claim('b')), more: [{ data: [] }, {}] }],
    ['after what looks like them', { meta: { data: [first(''), claim('x')] }, data: [claim('b')] }],
  ])('are all found %s', (_, answer) => {
    const wanted = answer.data.flatMap(
      (one) => (one as { claim_id?: string } | null)?.claim_id ?? [],
    );
    for (const indent of [0, 1]) {
      const bytes = Buffer.from(JSON.stringify(answer, null, indent));
      const { claims } = readRegistry(NOTHING_PUBLISHED, () => bytes);
      expect(claims.map(({ claimId }) => claimId)).toEqual(wanted);
    }
  });
});
