import { describe, expect, it } from 'vitest';
import { codesOf, reportOn } from '../doors/check-sources.ts';
import {
  change,
  inAnchor,
  inCategories,
  inClaim,
  operator,
  type Sources,
  TINY,
  tiny,
} from '../doors/tiny-dataset.ts';

const FEE = '{ type: betting, model: flat, amount: 5, currency: USD }';
const LIMIT = '{ type: stake_min, amount: 5, currency: USD, period: day }';

describe('one mistake is said once', () => {
  it.each([
    ['a retraction that says nothing', '  retracted: true\n'],
    ['a successor that is a list', '  superseded_by: [fee_usd_2]\n'],
  ])('%s leaves open whether a claim is current', (_, line) => {
    const claim = TINY['facts/anchor.yaml']?.toString() ?? '';
    const facts = `${claim}${line}${claim.replace('fee_usd_1', 'fee_usd_2')}`;
    expect(codesOf(tiny({ 'facts/anchor.yaml': facts }))).toEqual(['field/type facts/anchor.yaml']);
  });

  it.each([
    ['is missing', '  value: 1.5\n', '', 'field/missing'],
    ['is a list', 'value: 1.5', 'value: [1.5]', 'field/type'],
  ])('a value that %s is not of another type as well', (_, from, to, code) => {
    expect(codesOf(tiny(inClaim(from, to)))).toEqual([`${code} facts/anchor.yaml`]);
  });

  it.each([
    ['a successor that cannot be one', 'false', '  superseded_by: Bad Id\n', 'field/claim-id'],
    [
      'a retraction on a day',
      'false',
      '  retracted: { at: 2026-10-36, reason: Wrong. }\n',
      'field/timestamp',
    ],
    ['a misspelt successor', 'false', '  superseeded_by: accepts_vpn_2\n', 'field/unknown'],
    ['a value of another type', 'no', '', 'claim/value-type'],
  ])('%s is not held against the summary as well', (_, value, line, code) => {
    const facts = `${TINY['facts/anchor.yaml']}- claim_id: accepts_vpn_1
  metric: accepts_vpn
  value: ${value}
  evidence_url: https://anchor.example/vpn
  observed_at: 2026-10-05T00:00:00Z
${line}`;
    const metrics = change('metrics.yaml', 'key: streams', 'key: accepts_vpn');
    expect(codesOf(tiny({ ...metrics, 'facts/anchor.yaml': facts }))).toEqual([
      `${code} facts/anchor.yaml`,
    ]);
  });

  it.each([
    ['emptied', 'kyc_threshold_usd:\n'],
    ['deleted', ''],
  ])('a threshold that was %s is not held against a claim as well', (_, line) => {
    const renamed = Object.entries(TINY).map(([name, text]) => [
      name,
      text.replaceAll('fee_usd', 'kyc_threshold_usd'),
    ]);
    const sources = {
      ...Object.fromEntries(renamed),
      ...inAnchor('kyc_level: none\n', `kyc_level: threshold\n${line}`),
    };
    expect(codesOf(sources)).toEqual(['operator/kyc-threshold operators/anchor.yaml']);
  });

  it.each<[string, Sources, string]>([
    ['needed', inAnchor('accepts_vpn', 'acepts_vpn'), 'accepts_vpn'],
    ['that a level needs', inAnchor('none', 'threshold\nkyc_treshold_usd: 5'), 'kyc_threshold_usd'],
    [
      'that a fee needs',
      inAnchor('fees: []', `fees: [${FEE.replace('amount', 'amuont')}]`),
      'amount',
    ],
    [
      'that a limit needs',
      inAnchor('limits: []', `limits: [${LIMIT.replace('rr', 'r')}]`),
      'currency',
    ],
    ['of which one is needed', change('service.yaml', 'email:', 'emial:'), 'email'],
    [
      'of which the other is needed',
      change('service.yaml', 'email: desk@tiny.example', 'ulr: https://tiny.example/desk'),
      'url',
    ],
    ['of a list', change('categories.yaml', 'active:', 'activ:'), 'active'],
    [
      'without a space',
      inAnchor('fees: []', `fees: [${FEE.replace(': 5', ':15000')}]`),
      'amount: 15000',
    ],
    [
      'without a colon',
      inAnchor('fees: []', `fees: [${FEE.replace(': 5', ' 15000')}]`),
      'amount: 15000',
    ],
    ...['; 15000', ';15000', '= 15000', '=15000', ' = 15000'].map(
      (end): [string, Sources, string] => [
        `before "${end}"`,
        inAnchor('fees: []', `fees: [${FEE.replace(': 5', end)}]`),
        'amount: 15000',
      ],
    ),
  ])('a misspelt field is not missed as well: one %s', (_, changes, near) => {
    const [code, ...echoes] = codesOf(tiny(changes));
    expect(code).toMatch('field/unknown');
    expect(echoes).toEqual([]);
    expect(reportOn(changes)).toContain(`Did you mean "${near}"?`);
  });

  it.each<[string, Sources, string]>([
    [
      'to the left',
      inClaim(
        'value: 1.5',
        'value: 1.5\n  retracted:\n    at: 2026-10-02T00:00:00Z\n  reason: Misread',
      ),
      '"retracted"',
    ],
    [
      'to the left, where one of two is needed',
      change(
        'service.yaml',
        'contact: { name: Desk, email: desk@tiny.example }',
        'contact:\n  name: Desk\nemail: desk@tiny.example',
      ),
      '"contact"',
    ],
    [
      'to the right',
      change(
        'service.yaml',
        'license: { name: CC BY 4.0, url: https://creativecommons.org/licenses/by/4.0/ }\n',
        'license:\n  name: CC BY 4.0\n  url: https://creativecommons.org/licenses/by/4.0/\n  ',
      ),
      'the service',
    ],
  ])('a field in the wrong place is not missed as well: one too far %s', (_, changes, home) => {
    expect(codesOf(tiny(changes))).toEqual([`field/unknown ${Object.keys(changes)[0]}`]);
    expect(reportOn(changes)).toContain(`It belongs to ${home}: correct its indentation`);
  });

  it('a field that another place misses is no field in the wrong place', () => {
    const fees = `fees: [${FEE.replace(', currency: USD', '')}]`;
    const option = '{ asset: BTC, deposit: true, withdrawal: true, currency: USD }';
    const changes = inAnchor(
      'payment_options: []\nfees: []',
      `payment_options: [${option}]\n${fees}`,
    );
    expect(codesOf(tiny(changes))).toHaveLength(2);
    expect(reportOn(changes)).not.toContain('It belongs');
  });

  it.each<[string, Sources]>([
    ['an operator', inAnchor('kyc_level: none\naccepts_vpn: true', '<<: { kyc_level: none }')],
    ['a fee', inAnchor('fees: []', `fees: [&fee ${FEE}, { <<: *fee, type: deposit }]`)],
    [
      'an amount that a fee needs',
      inAnchor('fees: []', `fees: [&fee ${FEE}, { <<: *fee, type: deposit, model: flat }]`),
    ],
    ['a ranking', inCategories('where: {}', '<<: { where: {} }')],
  ])('what a merge key stands for is not missed as well: %s', (_, changes) => {
    expect(codesOf(tiny(changes))).toEqual([`field/merge-key ${Object.keys(changes)[0]}`]);
  });

  it('what is missing beside a map with a merge key is missed', () => {
    const text = `${inAnchor('fees: []', `fees: [{ <<: ${FEE} }]`)['operators/anchor.yaml']}`;
    expect(codesOf(tiny({ 'operators/anchor.yaml': text.replace('id: 7\n', '') }))).toEqual([
      'field/missing operators/anchor.yaml',
      'field/merge-key operators/anchor.yaml',
    ]);
  });

  it('a field that is missing beside a misspelt one is missed', () => {
    const anchor = inAnchor('accepts_vpn', 'acepts_vpn')['operators/anchor.yaml']?.toString() ?? '';
    expect(codesOf(tiny({ 'operators/anchor.yaml': anchor.replace('id: 7\n', '') }))).toEqual([
      'field/missing operators/anchor.yaml',
      'field/unknown operators/anchor.yaml',
    ]);
  });

  it.each([
    ['a field that stands there', 'name: Anchor', 'name: Anchor\nnames: A'],
    ['a field with the same letters in another order', 'fees: []', 'sefe: []'],
    ['a field with the same beginning', 'fees: []', 'fees_of_all_kinds: []'],
  ])('%s is not what an unknown one was meant to be', (_, from, to) => {
    expect(reportOn(inAnchor(from, to))).toContain('Fields here are');
  });

  it.each([
    ['current', ''],
    ['retracted', '  retracted: { at: 2026-10-02T00:00:00Z, reason: Misread }\n'],
  ])('a claim that stands there twice, the second time %s', (_, line) => {
    const claim = TINY['facts/anchor.yaml'] ?? '';
    const older = `${claim.replace('fee_usd_1', 'fee_usd_0')}  superseded_by: fee_usd_1\n`;
    expect(codesOf(tiny({ 'facts/anchor.yaml': older + claim + claim + line }))).toEqual([
      'claim/duplicate-id facts/anchor.yaml',
    ]);
  });

  it.each(['mailto:desk@tiny.example', 'desk@tiny..example', 'Desk <desk@tiny.example>'])(
    '%s is no address for mail',
    (address) => {
      const service = change('service.yaml', 'desk@tiny.example', `"${address}"`);
      expect(codesOf(tiny(service))).toEqual(['field/email service.yaml']);
    },
  );

  it.each(['a: b\n', 'hello\n', 'null\n', '---\n', '...\n'])('metrics.yaml is %j', (text) => {
    expect(codesOf(tiny({ 'metrics.yaml': text }))).toHaveLength(1);
  });

  it.each([
    ['key: streams', 'key: fee_usd'],
    ['key: fee_usd', 'key: streams'],
  ])('a metric that has the key of another: not %s but %s', (from, to) => {
    const streams = (TINY['facts/anchor.yaml'] ?? '')
      .replaceAll('fee_usd', 'streams')
      .replace(/value: .*/, 'value: true');
    const changes = {
      ...change('metrics.yaml', from, to),
      'facts/anchor.yaml': `${TINY['facts/anchor.yaml']}${streams}`,
    };
    expect(codesOf(tiny(changes))).toEqual(['metric/duplicate-key metrics.yaml']);
  });

  it.each([
    ['is missing', '  - slug: cheapest\n    alias', '  - alias', 'field/missing'],
    ['is none', 'slug: cheapest', 'slug: Cheapest', 'field/slug'],
  ])('what a removed category points to, whose slug %s', (_, from, to, code) => {
    expect(codesOf(tiny(inCategories(from, to)))).toEqual([`${code} categories.yaml`]);
  });

  it('an operator that was copied and has nothing of its own yet', () => {
    const copy = { 'operators/cedar.yaml': operator(7, 'Anchor') };
    expect(codesOf(tiny(copy))).toEqual(['operator/duplicate-id operators/cedar.yaml']);
  });

  it('claims that supersede each other in a circle', () => {
    const claims = ['3', '1', '2'].map((number, index) =>
      `${TINY['facts/anchor.yaml']}  superseded_by: fee_usd_${[1, 2, 1][index]}\n`.replace(
        'fee_usd_1\n',
        `fee_usd_${number}\n`,
      ),
    );
    const facts = { 'facts/anchor.yaml': claims.join('') };
    expect(codesOf(tiny(facts))).toEqual(['claim/superseded-by facts/anchor.yaml']);
    expect(reportOn(facts)).toContain('"fee_usd_1" is superseded by "fee_usd_2", which leads back');
  });

  it('not what else is wrong in such a circle', () => {
    const fee = TINY['facts/anchor.yaml'] ?? '';
    const claims = [
      `${fee}  superseded_by: fee_usd_2\n`,
      `${fee.replace('fee_usd_1', 'fee_usd_2')}  superseded_by: streams_1\n`,
      `${fee.replaceAll('fee_usd', 'streams').replace(/value: .*/, 'value: true')}  superseded_by: fee_usd_1\n`,
    ];
    const report = reportOn({ 'facts/anchor.yaml': claims.join('') });
    expect(report.match(/which leads back/g)).toHaveLength(1);
    expect(report.match(/which belongs to another metric/g)).toHaveLength(2);
  });

  it.each([
    ['that replaces another', ['fee_usd_1 fee_usd > fee_usd_2', 'fee_usd_2 streams'], []],
    ['that is replaced', ['fee_usd_1 streams > fee_usd_2', 'fee_usd_2 fee_usd'], []],
    ['beside a current one', ['streams_1 streams', 'fee_usd_2 streams'], []],
    ['before a current one', ['fee_usd_2 streams', 'streams_1 streams'], []],
    [
      'before two current ones',
      ['fee_usd_2 streams', 'streams_1 streams', 'streams_2 streams'],
      ['claim/several-current facts/anchor.yaml'],
    ],
    ['that the summary states as well', ['fee_usd_2 accepts_vpn'], []],
    ['with its id', ['fee_usd_1 fee_usd', 'fee_usd_1 streams'], []],
  ])('a claim %s has the metric of another', (_, claims, others) => {
    const facts = claims.map((claim) => {
      const [id, metric, , successor] = claim.split(' ');
      return `- claim_id: ${id}
  metric: ${metric}
  value: ${metric === 'fee_usd' ? 1 : false}
  evidence_url: https://anchor.example/fees
  observed_at: 2026-10-05T00:00:00Z
${successor === undefined ? '' : `  superseded_by: ${successor}\n`}`;
    });
    const metrics = `${TINY['metrics.yaml']}- key: accepts_vpn
  name: Accepts VPN
  description: Whether it does.
  type: boolean
  unit: null
  better: none
`;
    const changes = { 'metrics.yaml': metrics, 'facts/anchor.yaml': facts.join('') };
    expect(codesOf(tiny(changes)).sort()).toEqual(['claim/id-metric facts/anchor.yaml', ...others]);
  });

  it.each([
    ['replaces another', 'fee_usd', '5'],
    ['is replaced', '5', 'fee_usd'],
  ])('a claim that %s has no sound metric', (_, olderMetric, newerMetric) => {
    const claim = (id: string, metric: string) =>
      TINY['facts/anchor.yaml']
        ?.replace('fee_usd_1', id)
        .replace('metric: fee_usd', `metric: ${metric}`);
    const older = claim('fee_usd_0', olderMetric);
    const newer = claim('fee_usd_1', newerMetric);
    const text = `${older}  superseded_by: fee_usd_1\n${newer}`;
    expect(codesOf(tiny({ 'facts/anchor.yaml': text }))).toEqual(['field/type facts/anchor.yaml']);
  });

  it.each([
    ['no id', '- claim_id: fee_usd_2\n  metric', '- metric', 'field/missing'],
    ['an id that is none', 'fee_usd_2', 'fee_usd_02', 'field/claim-id'],
    ['a misspelt id', 'fee_usd_2', 'fees_usd_2', 'claim/id-metric'],
  ])('a claim that replaces another has %s', (_, from, to, code) => {
    const older = `${TINY['facts/anchor.yaml']}  superseded_by: fee_usd_2\n`;
    const newer = TINY['facts/anchor.yaml']?.replace('fee_usd_1', 'fee_usd_2').replace(from, to);
    expect(codesOf(tiny({ 'facts/anchor.yaml': `${older}${newer}` }))).toEqual([
      `${code} facts/anchor.yaml`,
    ]);
  });

  it('a claim that replaces another has a misspelt metric', () => {
    const older = `${TINY['facts/anchor.yaml']}  superseded_by: fee_usd_2\n`;
    const newer = older.replace(/ {2}superseded_by.*\n/, '').replace('usd_1', 'usd_2');
    const facts = `${older}${newer.replace('metric: fee_usd', 'metric: fee_uds')}`;
    expect(codesOf(tiny({ 'facts/anchor.yaml': facts }))).toEqual([
      'metric/unknown facts/anchor.yaml',
    ]);
  });
});
