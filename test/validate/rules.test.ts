import { describe, expect, it } from 'vitest';
import { codesOf, reportOn } from '../doors/check-sources.ts';
import {
  change,
  inAnchor,
  inCategories,
  inClaim,
  operator,
  readAfter,
  type Sources,
  TINY,
  tiny,
} from '../doors/tiny-dataset.ts';

describe('the name of an operator', () => {
  it.each([
    ['a letter that is two characters', 'Bjørnvåg', '"Bjørnva\\u030ag"'],
    ['a space that does not break', 'Birch Bets', '"Birch\\u00a0Bets"'],
    ['a narrow space', 'Birch Bets', '"Birch\\u2009Bets"'],
    ['a mark of direction', 'Birch Bets', '"Birch Bets\\u200e"'],
    ['two spaces', 'Birch Bets', '"Birch  Bets"'],
  ])('does not look like that of another: %s', (_, name, twin) => {
    const sources = {
      'operators/birch.yaml': operator(3, name),
      'operators/cedar.yaml': operator(8, twin),
    };
    expect(codesOf(tiny(sources))).toEqual(['operator/duplicate-name operators/cedar.yaml']);
  });

  it.each(['birch', 'Birch²', 'Ｂirch', 'Bírch', 'Birch’s', 'Bir ch'])(
    'may resemble it: %s',
    (name) => {
      expect(codesOf(tiny({ 'operators/cedar.yaml': operator(8, name) }))).toEqual([]);
    },
  );
});

describe('a claim that states what its operator states', () => {
  it.each([
    ['id', 'integer', '7', '8'],
    ['name', 'string', 'Anchor', 'Ankor'],
    ['updated_at', 'string', '"2026-10-02T09:30:00Z"', '"2026-10-01T00:00:00Z"'],
    ['kyc_level', 'string', 'none', 'required'],
    ['accepts_vpn', 'boolean', 'true', 'false'],
  ])('has to agree while it is current: %s', (field, type, same, other) => {
    const metrics = String(TINY['metrics.yaml'])
      .replace('key: streams', `key: ${field}`)
      .replace('type: boolean', `type: ${type}`);
    const saying = (value: string): Sources => ({
      'metrics.yaml': metrics,
      'facts/anchor.yaml': String(TINY['facts/anchor.yaml'])
        .replaceAll('fee_usd', field)
        .replace('value: 1.5', `value: ${value}`),
    });
    expect(codesOf(tiny(saying(same)))).toEqual([]);
    expect(codesOf(tiny(saying(other)))).toEqual(['claim/disagrees facts/anchor.yaml']);
    const withdrawn = '  retracted: { at: 2026-10-02T00:00:00Z, reason: Misread. }\n';
    const past = `${saying(other)['facts/anchor.yaml']}${withdrawn}`;
    expect(codesOf(tiny({ ...saying(other), 'facts/anchor.yaml': past }))).toEqual([]);
  });
});

describe('of two current claims the older one is to be superseded', () => {
  it.each([
    ['2026-10-05', 'fee_usd_2 to "fee_usd_1"'],
    ['2026-10-01', 'fee_usd_2 to "fee_usd_1"'],
    ['2026-09-05', 'fee_usd_1 to "fee_usd_2"'],
  ])('where the second was observed on %s', (date, words) => {
    const claim = TINY['facts/anchor.yaml']?.toString() ?? '';
    const second = claim.replace('fee_usd_1', 'fee_usd_2').replace('2026-10-01', date);
    expect(reportOn({ 'facts/anchor.yaml': claim + second })).toContain(`superseded_by: ${words}`);
  });

  it.each([
    [
      ['01', '02', '03'],
      ['fee_usd_2 to "fee_usd_1"', 'fee_usd_3 to "fee_usd_2"'],
    ],
    [
      ['01', '01', '01'],
      ['fee_usd_2 to "fee_usd_1"', 'fee_usd_3 to "fee_usd_2"'],
    ],
    [
      ['03', '01', '02'],
      ['fee_usd_1 to "fee_usd_2"', 'fee_usd_1 to "fee_usd_3"'],
    ],
    [
      ['01', '03', '02'],
      ['fee_usd_2 to "fee_usd_1"', 'fee_usd_2 to "fee_usd_3"'],
    ],
  ])('once each, where three were observed on %s October', (days, words) => {
    const claim = TINY['facts/anchor.yaml'] ?? '';
    const claims = days.map((day, index) =>
      claim.replace('fee_usd_1', `fee_usd_${index + 1}`).replace('10-01', `10-${day}`),
    );
    const report = reportOn({ 'facts/anchor.yaml': claims.join('') });
    expect(report.match(/(?<=superseded_by: )\w+ to "\w+"/g)).toEqual(words);
  });
});

it('a claim id that is taken is shown where it stands first', () => {
  const claim = TINY['facts/anchor.yaml'] ?? '';
  const second = claim.replace('fee_usd_1', 'fee_usd_2');
  const report = reportOn({
    'facts/anchor.yaml': `${claim}  superseded_by: fee_usd_2\n${second}`,
    'facts/birch.yaml': second,
  });
  expect(report).toContain('"fee_usd_2" is already used in data/facts/anchor.yaml, line 7\n');
});

describe('a claim that is retracted', () => {
  const EARLY = 'claim/early-retraction facts/anchor.yaml';

  it.each([
    ['2026-10-01T00:00:00Z', '2026-10-01T00:00:00Z', []],
    ['2026-10-01T00:00:00Z', '2026-09-30T23:59:59Z', [EARLY]],
    ['2026-10-01T00:00:00.5Z', '2026-10-01T00:00:00Z', [EARLY]],
    ['2062-10-01T00:00:00Z', '2026-10-02T00:00:00Z', ['date/future facts/anchor.yaml']],
  ])('was observed before, or at the same time: %s, %s', (observed, retracted, codes) => {
    const claim = inClaim('2026-10-01T00:00:00Z', observed);
    const end = `  retracted: { at: ${retracted}, reason: Misread. }\n`;
    expect(codesOf(tiny({ 'facts/anchor.yaml': `${claim['facts/anchor.yaml']}${end}` }))).toEqual(
      codes,
    );
  });
});

describe('what replaced a claim', () => {
  const FEE = TINY['facts/anchor.yaml'] ?? '';
  const claim = (number: number, fate = '') => `${FEE.replace('usd_1', `usd_${number}`)}${fate}`;
  const BY_NOBODY = '  superseded_by: fee_usd_99\n';

  it('is none that it replaced itself', () => {
    const facts = claim(1, '  superseded_by: fee_usd_9\n') + claim(9, BY_NOBODY);
    const report = reportOn({ 'facts/anchor.yaml': facts });
    expect(report).toContain('"fee_usd_99", which does not exist');
    expect(report).not.toContain('Did you mean');
  });

  it('is a current claim of the same metric', () => {
    const streams = FEE.replaceAll('fee_usd', 'streams').replace(/value: .*/, 'value: true');
    const facts = streams + claim(1, BY_NOBODY) + claim(8);
    expect(reportOn({ 'facts/anchor.yaml': facts })).toContain('Did you mean "fee_usd_8"?');
  });

  const BY_SECOND = '  superseded_by: fee_usd_2\n';
  it.each([
    [
      'was retracted',
      claim(1, BY_SECOND) +
        claim(2, '  retracted: { at: 2026-10-02T00:00:00Z, reason: Misread }\n'),
      /which is retracted\n(?:.*\n)*.*delete superseded_by/,
    ],
    [
      'was replaced by what it replaced',
      claim(1, BY_SECOND) + claim(2, '  superseded_by: fee_usd_1\n'),
      /which leads back to it\n(?:.*\n)*.*delete superseded_by/,
    ],
    ['is the same', claim(2, BY_SECOND), /by itself\n(?:.*\n)*.*delete superseded_by/],
    ['was never there', claim(1, BY_SECOND), /not exist\n(?:.*\n)*.*delete superseded_by/],
  ])('may be none, where it %s', (_, facts, words) => {
    expect(reportOn({ 'facts/anchor.yaml': facts })).toMatch(words);
  });

  it.each([
    ['2026-09-30T23:59:59Z', ['claim/superseded-by']],
    ['2026-10-01T00:00:00Z', []],
    ['2026-10-01T00:00:00.5Z', []],
    ['2026-10-02T00:00:00Z', []],
    ['2026-09-31T00:00:00Z', ['field/timestamp']],
  ])('was not observed before it: at %s', (observed, codes) => {
    const successor = claim(2).replace('2026-10-01T00:00:00Z', observed);
    const facts = { 'facts/anchor.yaml': claim(1, BY_SECOND) + successor };
    expect(codesOf(tiny(facts))).toEqual(codes.map((code) => `${code} facts/anchor.yaml`));
  });

  it('is to be replaced by a claim that was observed after it', () => {
    const successor = claim(2).replace('2026-10-01', '2026-09-30');
    const report = reportOn({ 'facts/anchor.yaml': claim(1, BY_SECOND) + successor });
    expect(report).toContain('by "fee_usd_2", which was observed before it');
    expect(report).toContain('Give "fee_usd_2" superseded_by: fee_usd_1 instead, or correct');
  });

  it('was observed before it where that is in the future, which is one mistake', () => {
    const later = claim(1, BY_SECOND).replace('2026-10-01', '2062-10-01');
    expect(codesOf(tiny({ 'facts/anchor.yaml': later + claim(2) }))).toEqual([
      'date/future facts/anchor.yaml',
    ]);
  });
});

describe('dates in the future', () => {
  it.each([
    ['2026-11-15T11:59:59.5Z', []],
    ['2026-11-15T12:00:00Z', []],
    ['2026-11-15T12:00:00.5Z', ['date/future facts/anchor.yaml']],
    ['2026-11-15T12:00:01Z', ['date/future facts/anchor.yaml']],
  ])('begin after the clock: %s', (observed, codes) => {
    expect(codesOf(tiny(inClaim('2026-10-01T00:00:00Z', observed)))).toEqual(codes);
  });

  const readIn2062 = (count: number): Sources =>
    change('operators/birch.yaml', 'sources: []', `sources:\n${readAfter(2062, count)}`);

  it('are wrong by themselves, up to ten', () => {
    const codes = codesOf(tiny(readIn2062(10)));
    expect(codes).toEqual(Array(10).fill('date/future operators/birch.yaml'));
  });

  it.each([
    [
      'the newest is a whole second',
      '2026-10-01T00:00:00Z',
      11,
      'operators/birch.yaml:24',
      '2062-10-01T00:10:00Z',
    ],
    [
      'the newest has a fraction',
      '2062-10-01T00:10:00.5Z',
      12,
      'facts/anchor.yaml:5',
      '2062-10-01T00:10:00.5Z',
    ],
    [
      'two are the newest',
      '2062-10-01T00:10:00Z',
      12,
      'facts/anchor.yaml:5',
      '2062-10-01T00:10:00Z',
    ],
  ])(
    'are too many for the clock to be right, where there are more: %s',
    (_, observed, dates, place, newest) => {
      const text = reportOn({ ...readIn2062(11), ...inClaim('2026-10-01T00:00:00Z', observed) });
      expect(text.match(/error/g)).toHaveLength(1);
      expect(text).toMatch(new RegExp(`^data/${place}:\\d+ error date/clock$`, 'm'));
      expect(text).toContain(
        `is at 2026-11-15T12:00:00Z, and ${dates} dates are later, up to ${newest}\n`,
      );
    },
  );
});

describe('an entry that a list has twice', () => {
  const inPayments = (...options: readonly string[]) =>
    inAnchor(
      'payment_options: []',
      ['payment_options:', ...options.map((one) => `  - { asset: ${one} }`)].join('\n'),
    );
  const both = 'deposit: true, withdrawal: true';
  const besideAMistake = (changes: Sources): Sources => ({
    'operators/anchor.yaml': `${changes['operators/anchor.yaml']}`.replace(
      'accepts_vpn: true',
      'accepts_vpn: yes',
    ),
  });

  it.each<[string, Sources, string, string]>([
    ['as text', inAnchor('pros: []', 'pros: [Fast, Fast, Fast]'), '11:14', '"pros" .* line 11'],
    [
      'as a whole, in whichever order and whatever is left out',
      inPayments(
        `BTC, network: null, ${both}`,
        `ETH, ${both}`,
        'BTC, withdrawal: true, deposit: true',
      ),
      '11:5',
      '"payment_options" .* line 9',
    ],
    [
      'as a field to go by, in whichever order',
      inCategories(
        'order: ascending }',
        'order: ascending }\n      - { by: fee_usd, order: descending }',
      ),
      '10:15',
      '"rank_by" .* line 9',
    ],
    [
      'as a value of a condition',
      inCategories('where: {}', 'where: { kyc_level: [none, required, none] }'),
      '6:42',
      '"kyc_level" .* line 6',
    ],
  ])('%s', (_, changes, place, headline) => {
    const [first, second] = reportOn(changes).split('\n');
    expect(first).toMatch(new RegExp(`:${place} error field/repeated-entry$`));
    expect(second).toMatch(new RegExp(`${headline} already$`));
    expect(codesOf(tiny(changes))).toHaveLength(1);
  });

  it.each<[string, Sources]>([
    ['another field', inPayments(`BTC, ${both}`, `BTC, ${both}, note: By hand`)],
    ['the same in another field', inPayments(`BTC, network: X, ${both}`, `BTC, ${both}, note: X`)],
    ['another border between its fields', inPayments(`BT, network: C, ${both}`, `BTC, ${both}`)],
    ['another case', inPayments(`BTC, ${both}`, `btc, ${both}`)],
    [
      'the same values in another order',
      inPayments('BTC, deposit: true, withdrawal: false', 'BTC, withdrawal: true, deposit: false'),
    ],
  ])('is none with %s', (_, changes) => {
    expect(codesOf(tiny(changes))).toEqual([]);
    expect(codesOf(tiny(besideAMistake(changes)))).toHaveLength(1);
  });

  it('is found beside another mistake', () => {
    const options = inPayments(`BTC, network: null, ${both}`, `BTC, ${both}`);
    expect(codesOf(tiny(besideAMistake(options)))).toHaveLength(2);
  });
});
