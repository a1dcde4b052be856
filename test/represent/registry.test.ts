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
    expect(readRegistry(readPrevious(manifest) ?? NOTHING_PUBLISHED, null)).toEqual({
      operators: [],
      claims: [],
      rankings: [],
    });
  });

  it.each([null, { claim_id: 1 }, { operator_id: '7' }, { metric: null }])(
    'in a claim: %j',
    (fields) => {
      const wrong = fields && { ...CLAIM, ...fields };
      const bytes = Buffer.from(JSON.stringify({ data: [wrong, CLAIM] }));
      const { claims } = readRegistry(NOTHING_PUBLISHED, bytes);
      expect(claims.map(({ claimId }) => claimId)).toEqual(['fee_usd_1']);
    },
  );

  it.each(['', 'null', '{}'])('in all claims: %j', (text) => {
    expect(readRegistry(NOTHING_PUBLISHED, Buffer.from(text)).claims).toEqual([]);
  });
});
