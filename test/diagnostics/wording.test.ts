import { describe, expect, it } from 'vitest';
import { renderText } from '../../src/diagnostics/index.ts';
import { checkSources, codesOf } from '../doors/check-sources.ts';
import { operator, type Sources, TINY, tiny } from '../doors/tiny-dataset.ts';
import { readAfter } from './cases.ts';

const FEE = '{ type: betting, model: flat, amount: 5, currency: USD }';
const LIMIT = '{ type: stake_min, amount: 5, currency: USD, period: day }';

/** The report on the tiny dataset with some files changed. */
function reportOn(changes: Sources): string {
  return renderText(checkSources(tiny(changes)).diagnostics);
}

const change = (name: string, from: string, to: string): Sources => {
  const text = TINY[name] ?? '';
  expect(text).toContain(from);
  return { [name]: text.replace(from, to) };
};
const inAnchor = (from: string, to: string) => change('operators/anchor.yaml', from, to);
const inClaim = (from: string, to: string) => change('facts/anchor.yaml', from, to);
const inCategories = (from: string, to: string) => change('categories.yaml', from, to);

describe('a claim that states what its operator states', () => {
  it.each([
    ['id', 'integer', '7', '8'],
    ['name', 'string', 'Anchor', 'Ankor'],
    ['updated_at', 'string', '"2026-10-02T09:30:00Z"', '"2026-10-01T00:00:00Z"'],
    ['kyc_level', 'string', 'none', 'required'],
    ['accepts_vpn', 'boolean', 'true', 'false'],
  ])('has to agree: %s', (field, type, same, other) => {
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
  });
});

describe('broken YAML is explained without the words of a parser', () => {
  it.each([
    'pros: [a, b]]\n',
    'pros: ]\n',
    'pros: }\n',
    ']\n',
    '}\n',
    ',\n',
    '[\n',
    '{\n',
    'pros: [a] b\n',
    'pros: [a,, b]\n',
    'pros: [, a]\n',
    'pros: {a: b c: d}\n',
    'pros: {a: [}\n',
    'pros:\n- a: b\n c: d\n',
    'pros:\n- a\n  b: c\n',
    'pros:\n  - a\n c: d\n',
    'name: - a\n',
    'name: ? a\n',
    'name: |x\n  a\n',
    'name: A\n- b\n',
    '- a\nb: 1\n',
    '--- a: b\n',
    'a: b\n c\n: d\n',
    'a: !\n  - !\n b\n',
    'a: &x !!str &y z\n',
    'a: {? b\n',
    "a: 'it's'\n",
    'id: 7\n<<<<<<< HEAD\nname: A\n=======\nname: B\n>>>>>>> b\n',
  ])('%j', (text) => {
    const report = reportOn({ 'operators/anchor.yaml': text });
    expect(report).not.toBe('');
    expect(report).not.toMatch(
      /token|scalar|flow|stream|node|indicator|implicit|-ind\b|-end\b|collection/i,
    );
  });
});

describe('broken YAML is explained as what it is', () => {
  it.each<[string, string, string, RegExp]>([
    ['a colon without a space', 'id: 7\nname:Anchor\nkyc_level: none\n', '2:1', /colon|space/],
    ['a line without a colon', 'id: 7\nname Anchor\nkyc_level: none\n', '2:1', /colon/],
    ['a line that is indented too far', 'id: 7\n  name: Anchor\n', '1:5', /indent/],
    ['entries that are not in line', 'pros:\n - a\n- b\n', '3:1', /indent/],
    ['a comma at the start', ', a\n', '1:1', /","|comma/],
    ['an unclosed bracket', 'pros: [Fast\ncons: []\n', '1:7', /bracket/],
    ['an unclosed double quote', 'id: 7\nname: "Anchor\npros: []\ncons: []\n', '2:7', /quote/],
    ['an unclosed single quote', "id: 7\nname: 'Anchor\npros: []\ncons: []\n", '2:7', /quote/],
    ['an apostrophe in single quotes', "id: 7\nname: 'Ann's'\n", '2:12', /quote|apostrophe/],
  ])('%s', (_, text, place, words) => {
    const report = reportOn({ 'operators/anchor.yaml': text });
    const [first, headline] = report.split('\n');
    expect(first).toBe(`data/operators/anchor.yaml:${place} error yaml/syntax`);
    expect(headline).toMatch(words);
  });

  it('a core tag that does not fit its value is not called unknown', () => {
    expect(reportOn(inAnchor('id: 7', 'id: !!int seven'))).not.toContain('"!!int" is not known');
  });
});

describe('a message does not contradict itself', () => {
  it.each(['9007199254740992', '10000000000000000', '1e16'])(
    'about %s, which is beyond what every reader carries',
    (written) => {
      expect(reportOn(inAnchor('id: 7', `id: ${written}`))).not.toContain(
        `would be published as ${Number(written)}`,
      );
    },
  );

  it.each([
    ['slug: A', 'text "A", but it is text'],
    ['url: x', 'text "x", but it is text'],
    ['updated_at: soon', 'text "soon", but it is text'],
    ['name: "=x"', 'text "=x", but it is text'],
    ['kyc_threshold_usd: -1', 'number -1, but it is a number'],
    ['id: 1.5', 'number 1.5, but it is a number'],
    ['kyc_level: {a: 1}', 'another kind of value'],
    ['kyc_level: [[none]]', 'another kind of value'],
  ])('about the condition %s', (condition, nonsense) => {
    const report = reportOn(inCategories('where: {}', `where: { ${condition} }`));
    expect(report).not.toBe('');
    expect(report).not.toContain(nonsense);
  });
});

describe('a message quotes what was written', () => {
  it.each(['1.10', '0x1F', '007'])('name: %s', (written) => {
    expect(reportOn(inAnchor('name: Anchor', `name: ${written}`)).split('\n')[1]).toContain(
      written,
    );
  });
});

describe('the advice is what helps', () => {
  it.each<[string, Sources, RegExp]>([
    [
      'an address is missing',
      inClaim('  evidence_url: https://anchor.example/fees\n', ''),
      /https/,
    ],
    ['a time is missing', inAnchor('updated_at: 2026-10-02T09:30:00Z\n', ''), /20\d\d-|UTC/],
    [
      'a limit without amount may have none',
      inAnchor('limits: []', 'limits: [{type: deposit_min, period: day}]'),
      /null/,
    ],
    [
      'text with a colon needs quotes',
      inAnchor('pros: []', 'pros:\n  - Note: paid at once'),
      /quotes/,
    ],
    [
      'no limit is null',
      inAnchor('limits: []', `limits: [${LIMIT.replace('5', 'no limit')}]`),
      /or null/,
    ],
    [
      'a unit is no part of a number',
      inAnchor('fees: []', `fees: [${FEE.replace('5', '5 USD')}]`),
      /digits.*without.*unit/,
    ],
    [
      'a digit does not make a boolean',
      inAnchor('vpn: true', 'vpn: y1'),
      /Write true or false\.$/m,
    ],
    ['an id has no point', inAnchor('id: 7', 'id: "7"'), /had \(digits only, without quotes/],
    [
      'a number may have a point',
      inClaim('value: 1.5', 'value: "1.5"'),
      /a number \(digits and a point only, without quotes/,
    ],
    [
      'an id is no text, however long',
      inAnchor('id: 7', 'id: 99999999999999999999'),
      /Write fewer digits, or, where the field takes text, put/,
    ],
    [
      'a number is no time',
      inAnchor('2026-10-02T09:30:00Z', '20261002'),
      /Write a date and time in UTC/,
    ],
    ['nothing is not in want of quotes', inAnchor('name: Anchor', 'name:'), /Write text\.$/m],
    ['a name cannot be null', inAnchor('name: Anchor', 'name: ""'), /Write the text\.$/m],
    ['a licence can', inAnchor('jurisdiction: null', 'jurisdiction: ""'), /or null/],
    ['two hyphens are one too many', inAnchor('pros: []', 'pros:\n  - - Fast'), /one hyphen/],
    [
      'quotes do not make text safe',
      inAnchor('pros: []', 'pros: ["-5%"]'),
      /quotes.*does not help/,
    ],
    [
      'a number with a sign and a unit may be meant as one',
      inClaim('value: 1.5', 'value: -1.5%'),
      /Write a number \(.*without.*unit/,
    ],
    [
      'text with a sign is no number',
      inClaim('value: 1.5', 'value: +fee'),
      /^ {2}Begin the text with a letter/m,
    ],
    [
      'a map has fields',
      inClaim('value: 1.5', 'value: 1.5\n  retracted: true'),
      /fields at, reason/,
    ],
    [
      'a ranking goes by something',
      change(
        'categories.yaml',
        'rank_by:\n      - { by: fee_usd, order: ascending }',
        'rank_by: fee_usd',
      ),
      /at least one/,
    ],
    [
      'the base address has its own form',
      change('service.yaml', 'base_url: https://', 'base_url: '),
      /such as "\S+\/api\/v1"/,
    ],
    [
      'the base address is missing',
      change('service.yaml', 'base_url: https://tiny.example/api/v1\n', ''),
      /such as "\S+\/api\/v1"/,
    ],
    [
      'an id is missing',
      inClaim('- claim_id: fee_usd_1\n  metric', '- metric'),
      /underscore and a number/,
    ],
    [
      'a condition can be that nothing is known',
      inCategories('where: {}', 'where: { license_jurisdiction: "" }'),
      /Compare it with text, or null/,
    ],
    [
      'a condition on an id is that of an operator',
      inCategories('where: {}', 'where: { id: "7" }'),
      /Compare it with a whole number above zero \(digits/,
    ],
    [
      'a successor is a claim that is there',
      inClaim('value: 1.5', 'value: 1.5\n  superseded_by: fee_usd_02'),
      /Write the id of the claim that replaced this one, or null/,
    ],
    [
      'a condition is no old boolean',
      inCategories('where: {}', 'where: { streams: yes }'),
      /YAML 1\.2/,
    ],
    [
      'a list that may be left out is a list',
      {
        'categories.yaml': (TINY['categories.yaml'] ?? '').replace(
          /removed:(?:.*\n)*/,
          'removed: 1',
        ),
      },
      /not a list\n(?:.*\n)*.*Write a list .*, or \[\]/,
    ],
    ['a choice is text', inAnchor('kyc_level: none', 'kyc_level: 0'), /the number 0, not one of/],
    [
      'a choice that has a default is one, too',
      change('service.yaml', 'notice: null', 'notice: null\nclaim_pages: 5'),
      /Write one of json_and_csv, json, none/,
    ],
    [
      'a claim of another operator replaces none',
      {
        'facts/anchor.yaml': `${TINY['facts/anchor.yaml']}  superseded_by: fee_usd_2\n${TINY['facts/anchor.yaml']?.replace('fee_usd_1', 'fee_usd_3')}`,
        'facts/birch.yaml': TINY['facts/anchor.yaml']?.replace('fee_usd_1', 'fee_usd_2') ?? '',
      },
      /another operator\n(?:.*\n)*.*Name the claim/,
    ],
    [
      'a list is no condition in a list',
      inCategories('where: {}', 'where: { kyc_level: [[none]] }'),
      /^ {2}Entry 1 of "kyc_level" is a list/m,
    ],
    [
      'a list of conditions that nobody can meet is none',
      inCategories('where: {}', 'where: { kyc_level: [] }'),
      /^\S+:6:25 error field\/list-empty\n {2}The list "kyc_level" is empty/,
    ],
    [
      'what is cited is a metric',
      inCategories('cite: fee_usd', 'cite: kyc_level'),
      /"kyc_level" is not in metrics\.yaml\n(?:.*\n)*.*Cite a metric.*; a summary field/,
    ],
    [
      'a claim may be about what is a summary field, too',
      inClaim('metric: fee_usd', 'metric: kyc_level'),
      /"kyc_level" is not in metrics\.yaml\n(?:.*\n)*.*Define it/,
    ],
    ['conditions may be none', inCategories('where: {}', 'where: 5'), /or \{\} for none/],
    ['a tag may be text', inAnchor('name: Anchor', 'name: !Anchor one'), /quotes/],
    ['a document ends with dots', inAnchor('fees: []', '...\nfees: []'), /\.\.\./],
    ['a file that is needed is not deleted', { 'service.yaml': '# soon\n' }, /service\.$/m],
    ['a lone carriage return is a line break', inAnchor('id: 7\n', 'id: 7\r'), /line (break|end)/],
    [
      'the name of a misplaced file is in lower case',
      {
        'FACTS/BIRCH.YAML': '[]\n',
      },
      /Did you mean "facts\/birch\.yaml"/,
    ],
  ])('%s', (_, changes, words) => {
    expect(reportOn(changes)).toMatch(words);
  });

  it.each<[string, Sources, string]>([
    ['two letters swapped', inAnchor('name: Anchor', 'nmae: Anchor'), 'name'],
    ['two letters swapped in a short name', inAnchor('cons: []', 'cosn: []'), 'cons'],
    ['two letters swapped in a word', inAnchor('kyc_level: none', 'kyc_level: noen'), 'none'],
    ['a letter missing', inAnchor('accepts_vpn', 'accept_vpn'), 'accepts_vpn'],
    ['a hyphen for an underscore', inAnchor('accepts_vpn', 'accepts-vpn'), 'accepts_vpn'],
    ['another case', inAnchor('has_mobile_app', 'Has_Mobile_App'), 'has_mobile_app'],
    ['a file misspelt', { 'metrics.yaml': null, 'metrcis.yaml': '[]\n' }, 'metrics.yaml'],
    [
      'a file with another ending',
      { 'service.yaml': null, 'service.json': '{}\n' },
      'service.yaml',
    ],
  ])('%s is seen', (_, changes, near) => {
    expect(reportOn(changes)).toContain(`Did you mean "${near}"?`);
  });

  it('takes null for a list that may be left out', () => {
    const categories = (TINY['categories.yaml'] ?? '').replace(
      /removed:(?:.*\n)*/,
      'removed: null',
    );
    expect(codesOf(tiny({ 'categories.yaml': categories }))).toEqual([]);
  });

  it('takes no operator in the wrong folder for a misspelt file, though their endings agree', () => {
    const report = reportOn({ 'pale-otter.yaml': 'id: 12\n' });
    expect(report).toContain('pale-otter.yaml');
    expect(report).not.toContain('Did you mean');
  });
});

describe('a metric that is not defined', () => {
  const LONG = 'btc_withdrawal_minimum_usd';
  const renamed = (name: string, metric: string) =>
    (TINY[name] ?? '').replaceAll('fee_usd', metric);
  const naming = (metric: string): Sources => ({
    'metrics.yaml': renamed('metrics.yaml', LONG),
    'categories.yaml': renamed('categories.yaml', LONG),
    'facts/anchor.yaml': renamed('facts/anchor.yaml', metric),
  });

  it.each([
    'btc_withdrawal_min_usd',
    'btc_withdrawal_minimum',
    'btc_witdhrawal_minimum_usd',
    'btc_withdrawel_minumum_usd',
  ])('may be misspelt: %s', (metric) => {
    expect(reportOn(naming(metric))).toContain(
      `Define it in metrics.yaml, or correct the name. Did you mean "${LONG}"?`,
    );
  });

  it.each(['no_kyc_withdrawal_limit_usd', 'btc_withdrawal_maximum_eur'])(
    'may be new, though most of its words are those of another: %s',
    (metric) => {
      const report = reportOn(naming(metric));
      expect(report).toMatch(/Define it in metrics\.yaml, or correct the name\.$/m);
    },
  );
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

describe('dates in the future', () => {
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

describe('what is wrong with the end of an API', () => {
  const deprecated = (fields: string): Sources => ({
    'service.yaml': `${TINY['service.yaml']}deprecation: ${fields}\n`,
  });
  const SINCE = 'since: 2027-07-01T00:00:00Z';
  const DETAILS = 'details: https://tiny.example/v2';

  it.each<[string, string, string, RegExp]>([
    ['a day alone', `{ since: 2027-07-01, ${DETAILS} }`, 'field/timestamp', /UTC/],
    ['no reason', `{ ${SINCE} }`, 'field/missing', /Add details: a whole address/],
    ['no beginning', `{ ${DETAILS} }`, 'field/missing', /Add since: a date and time in UTC/],
    ['a misspelt key', `{ ${SINCE}, sunst: null, ${DETAILS} }`, 'field/unknown', /"sunset"\?/],
    ['a flag', 'true', 'field/type', /"deprecation" is true, not a map of fields/],
    [
      'an end that is a number',
      `{ ${SINCE}, sunset: 20270701, ${DETAILS} }`,
      'field/type',
      /Write a date and time in UTC.*, or null/,
    ],
    ['a page without address', `{ ${SINCE}, details: soon }`, 'field/url', /https/],
    [
      'an end before the beginning',
      `{ ${SINCE}, sunset: 2027-06-30T23:59:59Z, ${DETAILS} }`,
      'service/early-sunset',
      /"sunset" is 2027-06-30T23:59:59Z, before the API is deprecated at 2027-07-01T00:00:00Z/,
    ],
  ])('%s', (_, fields, code, words) => {
    expect(codesOf(tiny(deprecated(fields)))).toEqual([`${code} service.yaml`]);
    expect(reportOn(deprecated(fields))).toMatch(words);
  });

  it.each([
    `{ ${SINCE}, sunset: 2027-07-01T00:00:00Z, ${DETAILS} }`,
    `{ ${SINCE}, sunset: null, ${DETAILS} }`,
    `{ since: 2020-01-01T00:00:00Z, ${DETAILS} }`,
    'null',
  ])('nothing: %s', (fields) => {
    expect(codesOf(tiny(deprecated(fields)))).toEqual([]);
  });
});

it('a remark above a key that stands too far left is not what is blamed', () => {
  const contact = 'contact:\n    name: Desk\n  # By mail.\n  email: desk@tiny.example';
  expect(
    reportOn(change('service.yaml', 'contact: { name: Desk, email: desk@tiny.example }', contact)),
  ).toContain('the indentation does not fit the lines above');
});

describe('what a date and a time lacks to be a timestamp', () => {
  it.each([
    ['2026-10-02', 'a date alone'],
    ['2026-10-02 09:30:00Z', 'an upper-case T'],
    ['2026-10-02 09:30', 'an upper-case T'],
    ['2026-10-02t09:30:00Z', 'an upper-case T'],
    ['2026-10-02T09:30Z', 'the seconds are missing'],
    ['2026-10-02T09:30', 'the seconds are missing'],
    ['2026-10-02T09:30:00', 'with Z at its end'],
    ['2026-10-02T09:30:00+02:00', 'with Z at its end'],
    ['2026-10-02T09:30+02:00', 'with Z at its end'],
    ['2026-10-02 09:30 +02', 'with Z at its end'],
    ['2026-10-02T09:30:00z', 'an upper-case Z'],
    ['2026-10-02T09:30:00 UTC', 'an upper-case Z'],
    ['2026-10-02T25:30:00Z', 'there is no such moment'],
    ['02/10/2026 09:30', 'not a date and a time'],
    ['tomorrow', 'not a date and a time'],
  ])('%s', (text, words) => {
    expect(reportOn(inAnchor('2026-10-02T09:30:00Z', text))).toContain(words);
  });
});

it('a condition about an unknown field is shown at its name', () => {
  const where = change('categories.yaml', 'where: {}', 'where: { kyc: none }');
  expect(reportOn(where)).toContain('data/categories.yaml:6:14 error category/unknown-field');
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
});

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
    ['a successor that cannot be one', 'false', '  superseded_by: Bad Id\n', 'field/claim-id'],
    [
      'a retraction on a day',
      'false',
      '  retracted: { at: 2026-10-06, reason: Wrong. }\n',
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
  ])('a misspelt field is not missed as well: one %s', (_, changes, near) => {
    const [code, ...echoes] = codesOf(tiny(changes));
    expect(code).toMatch('field/unknown');
    expect(echoes).toEqual([]);
    expect(reportOn(changes)).toContain(`Did you mean "${near}"?`);
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

describe('a file with a wrong name is said once', () => {
  const ANCHOR = TINY['operators/anchor.yaml'] ?? '';
  const CLAIM = TINY['facts/anchor.yaml'] ?? '';
  /** Other names for the files about Anchor. */
  const rename = (operatorName: string, factsName: string): Sources => ({
    'operators/anchor.yaml': null,
    'facts/anchor.yaml': null,
    [operatorName]: ANCHOR,
    [factsName]: CLAIM,
  });

  it.each<[string, string, string, RegExp]>([
    ['operators/Anchor.yaml', 'facts/anchor.yaml', 'operator/file-name', /file to "anchor\.yaml"/],
    ['operators/Änchor (1).yaml', 'facts/anchor-1.yaml', 'operator/file-name', /"anchor-1\.yaml"/],
    ['operators/ANCOR.yaml', 'facts/anchor.yaml', 'operator/file-name', /"anchor\.yaml"/],
    [
      'operators/A B.yaml',
      'facts/A B.yaml',
      'operator/file-name',
      /the one in facts, to "a-b\.yaml"/,
    ],
    [
      'operators/anchor.yml',
      'facts/anchor.yaml',
      'source/unexpected-file',
      /"operators\/anchor\.yaml"/,
    ],
    [
      'operator/anchor.yaml',
      'facts/anchor.yaml',
      'source/unexpected-file',
      /"operators\/anchor\.yaml"/,
    ],
    [
      'operators/anchor.json',
      'facts/anchor.yaml',
      'source/unexpected-file',
      /Did you mean "operators\/anchor\.yaml"/,
    ],
    [
      'operators/anchor.yaml',
      'facts/anchor.yaml.txt',
      'source/unexpected-file',
      /Did you mean "facts\/anchor\.yaml"/,
    ],
    [
      'operator/anchor.ymal',
      'facts/anchor.yaml',
      'source/unexpected-file',
      /Did you mean "operators\/anchor\.yaml"/,
    ],
    ['operators/anchor.yaml', 'facts/An Chor.yaml', 'facts/no-operator', /^ {2}Rename.*"anchor"/m],
    ['operators/anchor.yaml', 'facts/ancor.yaml', 'facts/no-operator', /Did you mean "anchor"/],
    ['operators/anchor.yaml', 'facts/ÄÑÇHÖR.yaml', 'facts/no-operator', /Did you mean "anchor"/],
    ['operators/An Chor.yaml', 'facts/An-Chor.yaml', 'operator/file-name', /"an-chor\.yaml"/],
  ])('%s and %s', (operatorName, factsName, code, words) => {
    const changes = rename(operatorName, factsName);
    expect(codesOf(tiny(changes)).map((problem) => problem.split(' ')[0])).toEqual([code]);
    expect(reportOn(changes)).toMatch(words);
  });

  it.each([
    'service.yml',
    'service',
    'service.yaml.txt',
    'config/service.yaml',
    'api/v1/srevice.yaml',
  ])('a root file included: %s', (name) => {
    const changes = { 'service.yaml': null, [name]: TINY['service.yaml'] ?? '' };
    expect(codesOf(tiny(changes))).toEqual([`source/unexpected-file ${name}`]);
    expect(reportOn(changes)).toContain('Did you mean "service.yaml"?');
  });

  it('and is no reason to pass over another', () => {
    const changes = { 'operators/Cedar Bets.yaml': operator(8, 'Cedar'), 'facts/elm.yaml': '[]\n' };
    expect(codesOf(tiny(changes))).toEqual([
      'facts/no-operator facts/elm.yaml',
      'operator/file-name operators/Cedar Bets.yaml',
    ]);
  });

  it('nor for claims to be taken for those of an operator that has some', () => {
    const changes = {
      'operators/ce_dar.yaml': operator(8, 'Cedar'),
      'facts/ce_dar.yaml': '[]\n',
      'facts/ce-dar.yaml': '[]\n',
    };
    expect(codesOf(tiny(changes))).toEqual([
      'facts/no-operator facts/ce-dar.yaml',
      'operator/file-name operators/ce_dar.yaml',
    ]);
  });

  it.each<[string, Sources]>([
    ['operators/anchor.yml', { 'operators/anchor.yml': operator(8, 'Cedar') }],
    ['operators/Anchor .yaml', { 'operators/Anchor .yaml': operator(8, 'Cedar') }],
    ['facts/ancor.yaml', { 'facts/ancor.yaml': '[]\n' }],
    ['facts/anchor.yaml.txt', { 'facts/anchor.yaml.txt': '[]\n' }],
    [
      'operators/ce_dar.yaml, with claims of its own,',
      {
        'operators/ce_dar.yaml': operator(8, 'Cedar'),
        'facts/ce_dar.yaml': '[]\n',
        'facts/ce-dar.yaml': '[]\n',
      },
    ],
  ])('%s is not to be called what another file is called', (_, changes) => {
    const report = reportOn(changes);
    expect(report).not.toBe('');
    expect(report).not.toMatch(/Did you mean|Rename .* to/);
  });

  it.each([
    ['operators/Ce Dar.yaml', 'operators/ce_dar.yaml', /Rename .* to "ce-dar\.yaml"/g],
    ['operators/cedar.yml', 'operator/cedar.yaml', /Did you mean "operators\/cedar\.yaml"/g],
  ])('%s and %s are not to be called the same', (first, second, advice) => {
    const changes = { [first]: operator(8, 'Cedar'), [second]: operator(9, 'Cedar') };
    expect(reportOn(changes).match(advice)).toHaveLength(1);
  });

  it('nor are two files of claims', () => {
    const report = reportOn({ 'facts/birhc.yaml': '[]\n', 'facts/brich.yaml': '[]\n' });
    expect(report.match(/No operator has/g)).toHaveLength(2);
    expect(report.match(/Did you mean "birch"/g)).toHaveLength(1);
  });
});

describe('a folder with a wrong name is said once', () => {
  /** The operators, and claims about both of them, in other folders. */
  const inFolders = (operators: string | null, facts: string): Sources => ({
    'operators/anchor.yaml': null,
    'operators/birch.yaml': null,
    'facts/anchor.yaml': null,
    [`${facts}/anchor.yaml`]: TINY['facts/anchor.yaml'] ?? '',
    [`${facts}/birch.yaml`]: '[]\n',
    ...(operators === null
      ? {}
      : {
          [`${operators}/anchor.yaml`]: operator(7, 'Anchor'),
          [`${operators}/birch.yaml`]: operator(3, 'Birch'),
        }),
  });

  it.each<[string | null, string, string, string]>([
    ['operator', 'facts', 'source/unexpected-folder operator', 'Did you mean "operators"?'],
    ['Operators', 'facts', 'source/unexpected-folder Operators', 'Did you mean "operators"?'],
    ['operators/old', 'facts', 'source/unexpected-folder operators/old', 'mean "operators"?'],
    ['operators', 'fact', 'source/unexpected-folder fact', 'Did you mean "facts"?'],
    ['operators', 'facts/2026/10', 'source/unexpected-folder facts/2026', 'mean "facts"?'],
    [null, 'facts', 'source/missing-file operators/', 'The data folder has no operators/'],
  ])('%s and %s', (operators, facts, problem, words) => {
    const changes = inFolders(operators, facts);
    expect(codesOf(tiny(changes))).toEqual([problem]);
    expect(reportOn(changes)).toContain(words);
  });

  it('with what else is wrong', () => {
    expect(codesOf(tiny({ ...inFolders('operator', 'facts'), 'facts/elm.yaml': '[]\n' }))).toEqual([
      'facts/no-operator facts/elm.yaml',
      'source/unexpected-folder operator',
    ]);
  });

  it('and is not to be called as one that has the same files', () => {
    const report = reportOn({
      'Operators/anchor.yaml': operator(7, 'Anchor'),
      'Operators/birch.yaml': operator(3, 'Birch'),
    });
    expect(report.match(/error/g)).toEqual(['error']);
    expect(report).not.toContain('Did you mean');
  });

  it.each<[string, Sources, string[]]>([
    ['a lone file', { 'operator/elm.yaml': operator(9, 'Elm') }, ['operator/elm.yaml']],
    [
      'files in the right folder',
      { 'operators/elm.yml': operator(9, 'Elm'), 'operators/fir.yml': operator(10, 'Fir') },
      ['operators/elm.yml', 'operators/fir.yml'],
    ],
    [
      'root files',
      {
        'service.yaml': null,
        'metrics.yaml': null,
        'config/service.yaml': TINY['service.yaml'] ?? '',
        'config/metrics.yaml': TINY['metrics.yaml'] ?? '',
      },
      ['config/metrics.yaml', 'config/service.yaml'],
    ],
  ])('and is not what is said of %s', (_, changes, names) => {
    expect(codesOf(tiny(changes))).toEqual(names.map((name) => `source/unexpected-file ${name}`));
    expect(reportOn(changes).match(/Did you mean/g)).toHaveLength(names.length);
  });
});

describe('nothing unsound passes in silence', () => {
  it.each<[string, Sources]>([
    ['a condition on __proto__', inCategories('where: {}', 'where: { __proto__: 1 }')],
    ['an address with an empty user', inClaim('https://anchor', 'https://@anchor')],
    ['an address with a backslash', inClaim('https://anchor.example/', 'https://a.example\\@b/')],
  ])('%s', (_, changes) => {
    expect(checkSources(tiny(changes)).dataset).toBeNull();
  });
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

describe('a comma in text inside braces', () => {
  const inRetraction = (fields: string) =>
    inClaim('value: 1.5', `value: 1.5\n  retracted: { at: 2026-10-02T00:00:00Z, ${fields} }`);
  const inFee = (fields: string) => inAnchor('fees: []', `fees: [${FEE.replace(' }', fields)} }]`);

  it.each<[string, Sources, string]>([
    ['before a word', inRetraction('reason: Wrong page, misread'), '4:62 "misread"'],
    ['before several', inRetraction('reason: Wrong page, by far off'), '4:62 "by far off"'],
    ['twice', inRetraction('reason: Wrong page, misread, and late'), '4:62 "misread"'],
    ['before another field', inFee(', note: By hand, slow, network: X'), '9:79 "slow"'],
    ['before a line break', inRetraction('reason: Wrong page,\n    misread'), '5:5 "misread"'],
  ])('is what ended it: %s', (_, changes, where) => {
    const [place, key] = where.split(/ (?=")/);
    const [first, headline] = reportOn(changes).split('\n');
    expect(first).toMatch(new RegExp(`:${place} error field/comma$`));
    expect(headline).toBe(`  A comma ends the text before ${key}`);
    expect(codesOf(tiny(changes))).toHaveLength(1);
  });

  it('is said of each text', () => {
    const codes = codesOf(tiny(inFee(', note: By hand, slow, network: X, or Y')));
    expect(codes).toEqual(Array(2).fill('field/comma operators/anchor.yaml'));
  });

  it.each<[string, Sources]>([
    ['a key with a colon', inRetraction('reason: Wrong page, misread:')],
    ['a key with a null', inRetraction('reason: Wrong page, misread: null')],
    [
      'a key after a number',
      inAnchor('limits: []', `limits: [${LIMIT.replace('USD', '5, daily')}]`),
    ],
    [
      'a misspelt key',
      inAnchor('fees: []', `fees: [${FEE.replace(', currency: USD', ', curency')}]`),
    ],
    [
      'a key of an alias',
      inAnchor(
        'fees: []',
        `fees: [&fee ${FEE.replace(' }', ', note: By hand, slow: null }')}, *fee]`,
      ),
    ],
    ['a key after a question mark', inRetraction('reason: Wrong page, ? misread')],
  ])('is not what is blamed for %s', (_, changes) => {
    const text = reportOn(changes);
    expect(text).toContain('field/unknown');
    expect(text).not.toContain('A comma');
  });

  it('and is text in quotes', () => {
    expect(codesOf(tiny(inRetraction('reason: "Wrong page, misread"')))).toEqual([]);
  });
});

describe('what becomes the name of a file is no longer than one can be', () => {
  const called = (key: string, number = '1'): Sources =>
    Object.fromEntries(
      Object.entries(TINY).map(([name, text]) => [
        name,
        text?.toString().replaceAll('fee_usd_1', `${key}_${number}`).replaceAll('fee_usd', key) ??
          null,
      ]),
    );

  it.each([
    [
      'a metric key',
      called('a'.repeat(64)),
      called('a'.repeat(65)),
      'field/metric-key metrics.yaml',
    ],
    [
      'the number of a claim',
      called('a', '9'.repeat(15)),
      called('a', '1'.repeat(16)),
      'field/claim-id facts/anchor.yaml',
    ],
  ])('%s', (_, longest, tooLong, code) => {
    expect(codesOf(longest)).toEqual([]);
    expect(codesOf(tooLong)).toContain(code);
  });
});

describe('what cannot be seen', () => {
  it('is shown where it stands', () => {
    const text = reportOn(inAnchor('accepts_vpn: ', 'accepts_vpn:\u00a0'));
    expect(text).toContain('accepts_vpn:<U+00A0>');
  });

  it('is no name', () => {
    const sources = inAnchor('name: Anchor', 'name: "\\u200b"');
    expect(codesOf(tiny(sources))).toEqual(['field/blank operators/anchor.yaml']);
  });

  it.each([
    ['a soft hyphen', '\\u00ad'],
    ['a zero-width space', '\\u200b'],
    ['a reversal of direction', '\\u202e'],
    ['a word joiner', '\\u2060'],
    ['an isolate', '\\u2066'],
    ['a byte order mark', '\\ufeff'],
    ['a letter of a tag', '\\U000e0041'],
  ])('stands in no text: %s', (_, character) => {
    const name = inAnchor('name: Anchor', `name: "An${character}chor"`);
    expect(codesOf(tiny(name))).toEqual(['field/invisible operators/anchor.yaml']);
    const url = inClaim('https://anchor.example/fees', `"https://anchor.example/${character}"`);
    expect(codesOf(tiny(url))).toEqual(['field/url facts/anchor.yaml']);
    const email = change('service.yaml', 'desk@tiny.example', `"desk${character}@tiny.example"`);
    expect(codesOf(tiny(email))).toEqual(['field/email service.yaml']);
  });

  it.each([
    ['joiners of letters', 'می\\u200cخواهم'],
    ['joiners of emoji', '👩\\u200d🚀'],
    ['variation selectors', '☂\\ufe0f'],
    ['marks of direction', 'A (\\u200fب\\u200e) \\u061c'],
  ])('is taken where scripts are written with it: %s', (_, name) => {
    expect(codesOf(tiny(inAnchor('name: Anchor', `name: "${name}"`)))).toEqual([]);
  });
});
