import { describe, expect, it } from 'vitest';
import { codesOf, reportOn } from '../doors/check-sources.ts';
import {
  change,
  FEE,
  inAnchor,
  inCategories,
  inClaim,
  LIMIT,
  operator,
  type Sources,
  TINY,
  tiny,
} from '../doors/tiny-dataset.ts';

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
    [
      'a claim of which nothing is known is left out',
      inClaim('value: 1.5', 'value: null'),
      /as the type of its metric is; where nothing is known, leave the claim out/,
    ],
    [
      'an address has no backslashes',
      inClaim('https://anchor.example/fees', 'https://anchor.example/a\\b'),
      /an address has no backslashes/,
    ],
    [
      'the address of a site has no query',
      change(
        'service.yaml',
        'site_url: https://tiny.example',
        'site_url: https://tiny.example/?a=b',
      ),
      /no query and no fragment/,
    ],
    [
      'nor has the base address, however it ends',
      change('service.yaml', 'tiny.example/api/v1', 'tiny.example/?a=/api/v1'),
      /no query and no fragment/,
    ],
    ...['{b}/api', '/api', 'x/../api', '%2E/api'].map((path): [string, Sources, RegExp] => [
      `nor braces or parts that lead elsewhere: ${path}`,
      change('service.yaml', 'tiny.example/api/v1', `tiny.example/${path}/v1`),
      /it has no (?:braces|part of its path)/,
    ]),
    [
      'a date is missing',
      change('operators/birch.yaml', 'updated_at: 2026-10-02T09:30:00Z\n', ''),
      /20\d\d-/,
    ],
    [
      'a limit without amount may have none',
      inAnchor('limits: []', 'limits: [{type: deposit_min, period: day}]'),
      /Add amount: a number, or null for no limit\.$/m,
    ],
    [
      'text with a colon needs quotes',
      inAnchor('pros: []', 'pros:\n  - Note: paid at once'),
      /quotes/,
    ],
    [
      'no limit is null',
      inAnchor('limits: []', `limits: [${LIMIT.replace('5', 'no limit')}]`),
      /Write a number, or null for no limit\.$/m,
    ],
    [
      'a fee without amount has none',
      inAnchor('fees: []', `fees: [${FEE.replace('5', 'none')}]`),
      /Write a number, or null where there is none\.$/m,
    ],
    [
      'a unit is no part of a number',
      inAnchor('fees: []', `fees: [${FEE.replace('5', '5 USD')}]`),
      /digits.*without.*unit/,
    ],
    [
      'a digit does not make a boolean',
      inAnchor('vpn: true', 'vpn: y1'),
      /Write true or false, or null where it is not known\.$/m,
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
      /Write a date, or a date and time in UTC/,
    ],
    ['nothing is not in want of quotes', inAnchor('name: Anchor', 'name:'), /Write text\.$/m],
    ['a name cannot be null', inAnchor('name: Anchor', 'name: ""'), /Write the text\.$/m],
    ['a licence can', inAnchor('jurisdiction: null', 'jurisdiction: ""'), /or null/],
    ['two hyphens are one too many', inAnchor('pros: []', 'pros:\n  - - Fast'), /one hyphen/],
    ['quotes do not make text safe', inAnchor('pros: []', 'pros: ["-5%"]'), /quotes.*do not help/],
    [
      'a number with a sign and a unit may be meant as one',
      inClaim('value: 1.5', 'value: -1.5%'),
      /If the metric is a number, write one \(.*without.*unit.*; if it is text, start/,
    ],
    [
      'text with a sign is no number',
      inClaim('value: 1.5', 'value: +fee'),
      /^ {2}Start the text with a letter/m,
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
      'a condition on a number is within its bounds',
      inCategories('where: {}', 'where: { kyc_threshold_usd: -1 }'),
      /Compare it with zero or more\.$/m,
    ],
    [
      'a condition is shown at the value that nothing has',
      inCategories('where: {}', 'where: { kyc_level: [none, nonee] }'),
      /^\S+:6:32 error category\/not-comparable/,
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
      'what is cited is a metric or a summary field',
      inCategories('cite: fee_usd', 'cite: kyc_levle'),
      /"kyc_levle" is not in metrics\.yaml\n(?:.*\n)*.*Did you mean "kyc_level"/,
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
    ['a summary field to rank by', inCategories('by: fee_usd', 'by: kyc_levle'), 'kyc_level'],
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

describe('a number with a comma is shown with a point', () => {
  const inFee = (written: string) => inAnchor('fees: []', `fees: [${FEE.replace('5', written)}]`);
  const inBlock = (written: string) =>
    inAnchor(
      'fees: []',
      `fees:\n  - type: betting\n    model: flat\n    amount: ${written}\n    currency: USD`,
    );

  it.each<[string, Sources, string]>([
    ['in braces', inFee('1,5'), 'Write 1.5, with a point;'],
    ['with a sign', inFee('-1,5'), 'Write -1.5, with a point;'],
    ['with a unit', inFee('1,5 %'), 'Write 1.5, with a point, without a unit, if it is a number;'],
    ['with three digits', inFee('1,500'), '1.500, with a point, or 1500 if the comma parts thous'],
    ['with two commas', inFee('1,500,000'), 'Write 1500000, without commas'],
    ['with a point besides', inFee('1.500,25'), 'Write 1500.25, with a point'],
    ['in quotes', inFee('"1,5"'), '(1.5, with a point, without quotes or a unit)'],
    ['in a block', inBlock('1,5'), '(1.5, with a point, without quotes or a unit)'],
    ['in a block, with a unit', inBlock('€ 1,234.5'), '(1234.5, with a point, without quotes'],
    ['in a claim', inClaim('value: 1.5', 'value: 1,5 USD'), 'a number (1.5, with a point'],
    ['in a claim, with a sign', inClaim('value: 1.5', 'value: -1,5'), 'one (-1.5, with a point'],
    [
      'in a condition',
      inCategories('where: {}', 'where: { fee_usd: "1,5" }'),
      'a number (1.5, with a point',
    ],
    ['in text', inAnchor('pros: []', 'pros: [Pays 1,5 % back]'), 'Put quotes around text that ho'],
  ])('%s', (_, changes, words) => {
    expect(codesOf(tiny(changes))).toHaveLength(1);
    expect(reportOn(changes)).toContain(words);
  });
});

describe('what is written for what is not known leads to what the field takes', () => {
  const FIELDS: readonly [string, (written: string) => Sources, RegExp][] = [
    [
      'a boolean',
      (written) =>
        inAnchor(
          'payment_options: []',
          `payment_options: [{ asset: BTC, deposit: ${written}, withdrawal: true }]`,
        ),
      /Write true or false\. It cannot be null: leave the entry out/,
    ],
    [
      'a boolean or null',
      (written) => inAnchor('accepts_vpn: true', `accepts_vpn: ${written}`),
      /Write true or false, or null where it is not known/,
    ],
    [
      'a choice or null',
      (written) => inAnchor('kyc_level: none', `kyc_level: ${written}`),
      /Write .*none.*, or null where it is not known/,
    ],
    [
      'a number',
      (written) => inAnchor('id: 7', `id: ${written}`),
      /Write a whole number.* It cannot be null: leave the operator out/,
    ],
    [
      'a number or null',
      (written) => inAnchor('limits: []', `limits: [${LIMIT.replace('5', written)}]`),
      /Write a number, or null for no limit/,
    ],
    ['text', (written) => inAnchor('name: Anchor', `name: ${written}`), /Write text[.;]/],
    [
      'text or null',
      (written) => inAnchor('jurisdiction: null', `jurisdiction: ${written}`),
      /Write text, or null where there is none[.;]/,
    ],
    ['a list', (written) => inAnchor('pros: []', `pros: ${written}`), /Write a list .* or \[\]/],
    ['a map', (written) => inCategories('where: {}', `where: ${written}`), /or \{\} for none/],
    [
      'a condition or null',
      (written) => inCategories('where: {}', `where: { accepts_vpn: ${written} }`),
      /Write a value that the field can have|Compare it with true or false, or null where it is not known\.$/m,
    ],
    [
      'a value',
      (written) => inClaim('value: 1.5', `value: ${written}`),
      /(?:where nothing is known, |cannot be null: )leave the claim out/,
    ],
    [
      'an address',
      (written) => inClaim('https://anchor.example/fees', written),
      /Write the whole address of the page/,
    ],
    [
      'a moment or null',
      (written) => inAnchor('2026-10-02T09:30:00Z', written),
      /Write a date, or (?:a )?date and time in UTC/,
    ],
    [
      'a reference',
      (written) => inClaim('value: 1.5', `value: 1.5\n  superseded_by: ${written}`),
      /or null (?:if none did|where there is none)/,
    ],
  ];
  const ACCEPTS_WORDS = /^text/;
  const ACCEPTS_NULL = /or null$|^a reference/;
  const cases = FIELDS.flatMap(([kind, change, advice]) =>
    ['?', '-', 'n/a', 'unknown', 'tbd', '~', '']
      .filter((word) => !(ACCEPTS_WORDS.test(kind) && /^[ntu]/.test(word)))
      .filter((word) => !(ACCEPTS_NULL.test(kind) && /^~?$/.test(word)))
      .map((word) => [kind, word, change(word), advice] as const),
  );

  it.each(cases)('%s: %j', (_, word, changes, advice) => {
    expect(codesOf(tiny(changes))).toHaveLength(1);
    const report = reportOn(changes);
    expect(report).toMatch(advice);
    if (word === '?' || word === '-') expect(report).toContain(`is the sign "${word}", not `);
  });

  it('in every field of a file at once', () => {
    const text = TINY['operators/anchor.yaml']
      ?.replace('accepts_vpn: true', 'accepts_vpn: ?')
      .replace('fees: []', 'fees: [{ type: -, model: ? }]')
      .replace('pros: []', 'pros:\n  - ?');
    const changes = { 'operators/anchor.yaml': text ?? '' };
    expect(codesOf(tiny(changes))).toEqual(Array(4).fill('field/type operators/anchor.yaml'));
    expect(reportOn(changes)).toMatch(/:5:14 (?:.*\n)*.*:9:16 (?:.*\n)*.*:9:26 (?:.*\n)*.*:12:5 /);
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
      expect(report).toMatch(/Define it in metrics\.yaml, or correct the name\. The key/);
    },
  );
});

describe('what a date and a time lacks to be a timestamp', () => {
  it.each([
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
    ['0026-10-02T09:30:00Z', 'no cryptocurrencies then'],
    ['2009-01-02T23:59:59.9Z', 'no cryptocurrencies then'],
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

describe('the fields that a map lacks are one block', () => {
  it('in the order of the file', () => {
    const changes = { 'operators/cedar.yaml': 'name: Cedar\npros: []\n' };
    expect(codesOf(tiny(changes))).toEqual(['field/missing operators/cedar.yaml']);
    const report = reportOn(changes);
    expect(report).toContain(
      'The fields "id", "kyc_level", "accepts_vpn", "has_mobile_app", "payment_options", "fees", "limits", "cons" and "sources" are missing',
    );
    expect(report).toMatch(
      /Add id: a whole number.*; fees: a list, or \[\] for none; limits: .*The id 8 is free\.$/m,
    );
  });

  it('each map its own', () => {
    const changes = inAnchor('fees: []', 'fees: [{ type: betting }, { asset: BTC }]');
    expect(codesOf(tiny(changes))).toHaveLength(2);
    expect(reportOn(changes)).toContain('The fields "type" and "model" are missing');
  });

  it('beside what else is wrong', () => {
    const changes = { 'operators/cedar.yaml': 'name: ""\nid: 0\n' };
    expect(codesOf(tiny(changes)).sort()).toEqual(
      ['field/blank', 'field/missing', 'field/range'].map((code) => `${code} operators/cedar.yaml`),
    );
  });
});

it.each([
  ['alias: lowest-withdrawal-fee', 'alias: cheapest', 'cheapest-2'],
  ['slug: fastest', 'slug: lowest-withdrawal-fee', 'lowest-withdrawal-fee-2'],
])('a name of a category that is free is named: %s', (from, to, free) => {
  expect(reportOn(inCategories(from, to))).toContain(`such as "${free}", or leave out the alias`);
});

describe('a number that has to be free is named', () => {
  const second = (id: string) =>
    `${TINY['facts/anchor.yaml']}${TINY['facts/anchor.yaml']?.replace('fee_usd_1', id)}`;

  it.each<[string, Sources, string]>([
    ['an id is missing', inAnchor('id: 7\n', ''), 'The id 4 is free.'],
    ['an id is text', inAnchor('id: 7', 'id: "7"'), 'The id 4 is free.'],
    ['an id is zero', inAnchor('id: 7', 'id: 0'), 'The id 4 is free.'],
    ['an id is null', inAnchor('id: 7', 'id: null'), 'The id 4 is free.'],
    ['an id is taken', { 'operators/cedar.yaml': operator(3, 'Cedar') }, 'The id 8 is free.'],
    [
      'a claim has none',
      inClaim('- claim_id: fee_usd_1\n  metric', '- metric'),
      'The id fee_usd_1 is free.',
    ],
    [
      'a claim id is taken',
      { 'facts/anchor.yaml': second('fee_usd_1') },
      'The id fee_usd_2 is free.',
    ],
    [
      'a claim id is no id',
      { 'facts/anchor.yaml': second('fee_usd_02') },
      'The id fee_usd_3 is free.',
    ],
    [
      'a claim id has no number',
      { 'facts/anchor.yaml': second('fee_usd') },
      'The id fee_usd_2 is free.',
    ],
    [
      'a claim id is of another metric',
      { 'facts/anchor.yaml': second('streams_4') },
      'The id fee_usd_2 is free.',
    ],
  ])('%s', (_, changes, words) => {
    expect(reportOn(changes)).toContain(words);
  });

  it('each once, and none beyond what can be written', () => {
    const copies = {
      'operators/cedar.yaml': operator(3, 'Cedar'),
      'operators/elm.yaml': operator(3, 'Elm'),
    };
    expect(reportOn(copies).match(/The id (\d+) is free/g)).toEqual([
      'The id 8 is free',
      'The id 9 is free',
    ]);
    const large = {
      ...inAnchor('id: 7', 'id: 9007199254740991'),
      'operators/cedar.yaml': operator(3, 'Cedar'),
    };
    expect(reportOn(large)).toContain('The id 1 is free.');
    expect(
      reportOn({
        'facts/anchor.yaml':
          second('fee_usd_999999999999999').repeat(1) + second('fee_usd_999999999999999'),
      }),
    ).toContain('The id fee_usd_2 is free.');
  });
});

describe('a file that was copied is said once', () => {
  const facts = ['fee_usd_1', 'streams_1']
    .map((id) =>
      TINY['facts/anchor.yaml']
        ?.replace('fee_usd_1', id)
        .replace('metric: fee_usd', `metric: ${id.slice(0, -2)}`)
        .replace('1.5', id === 'fee_usd_1' ? '1.5' : 'true'),
    )
    .join('');

  it.each([
    ['sorts before the original', 'ash', 8],
    ['sorts after it', 'cedar', 8],
  ])('that of claims, in the copy: one that %s', (_, slug, id) => {
    const changes = {
      'facts/anchor.yaml': facts,
      [`facts/${slug}.yaml`]: facts,
      [`operators/${slug}.yaml`]: operator(id, 'Another'),
    };
    expect(codesOf(tiny(changes))).toEqual([`facts/copied facts/${slug}.yaml`]);
    const report = reportOn(changes);
    expect(report).toContain(
      '2 claims in this file have the ids of claims in data/facts/anchor.yaml',
    );
    expect(report).toContain('Free ids are "fee_usd_2" and "streams_2".');
  });

  it.each(['aaa', 'cedar'])('that of an operator, in the copy: %s', (slug) => {
    const changes = { [`operators/${slug}.yaml`]: operator(7, 'Anchor') };
    expect(codesOf(tiny(changes))).toEqual([`operator/duplicate-id operators/${slug}.yaml`]);
    expect(reportOn(changes)).toContain('The id 7 already belongs to data/operators/anchor.yaml');
  });
});

describe('what cannot be null', () => {
  it.each<[string, Sources, string]>([
    ['a field of an operator', inAnchor('id: 7', 'id: null'), 'leave the operator out until'],
    ['an empty one', inAnchor('id: 7', 'id:'), 'leave the operator out until it is known'],
    [
      'a field of an entry',
      inAnchor(
        'payment_options: []',
        'payment_options: [{ asset: BTC, deposit: null, withdrawal: true }]',
      ),
      'leave the entry out',
    ],
    ['a field of a claim', inClaim('2026-10-01T00:00:00Z', 'null'), 'leave the claim out'],
  ])('says what to do instead: %s', (_, changes, words) => {
    expect(reportOn(changes)).toContain(`It cannot be null: ${words}`);
  });

  it('is not said of what can', () => {
    expect(reportOn(inAnchor('pros: []', 'pros: null'))).not.toContain('cannot be null');
    expect(reportOn(inAnchor('accepts_vpn: true', 'accepts_vpn: yes'))).not.toContain(
      'cannot be null',
    );
  });
});

it.each<[string, Sources, string]>([
  [
    'a title',
    inCategories('    title: Cheapest\n', ''),
    'Add title: text, the title of the ranking',
  ],
  [
    'a slug',
    inCategories('  - slug: cheapest\n    alias', '  - alias'),
    'Add slug: the name of the ranking in addresses',
  ],
  [
    'a metric',
    inCategories('    cite: fee_usd\n', ''),
    'Add cite: the key of the metric or the summary field that every ranked operator has',
  ],
  [
    'evidence',
    inClaim('  evidence_url: https://anchor.example/fees\n', ''),
    'Add evidence_url: the whole address of the page that shows it',
  ],
  [
    'a key',
    change('metrics.yaml', '- key: fee_usd\n  name', '- name'),
    'Add key: the name that claims call the metric by',
  ],
])('what is missing is told along with what for: %s', (_, changes, words) => {
  expect(reportOn(changes)).toContain(words);
});
